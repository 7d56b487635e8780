//! The clock: what an agent is charged against what its processes measured themselves.

use std::fs;
use std::time::Duration;

use plyglot_sandbox::{Ended, Isolation, Sandbox};
use plyglot_testing::can_run;

use crate::room::{self, Room};

const SHAPES: [&str; 5] = ["threads", "forked", "orphans", "unreaped", "ignored"];
const CLOSE: Duration = Duration::from_millis(20);

/// Machines are noisy: a measurement is wrong only if it is wrong three times.
fn best_of_three(name: &str, measure: impl Fn() -> Duration) {
    let errors: Vec<Duration> = (0..3).map(|_| measure()).take_while_inclusive(CLOSE);
    let least = errors.iter().min().copied().unwrap_or_default();
    assert!(least <= CLOSE, "{name}: off by {errors:?}");
}

/// Stops after the first that is close enough.
trait TakeWhile: Iterator<Item = Duration> + Sized {
    fn take_while_inclusive(self, enough: Duration) -> Vec<Duration> {
        let mut taken = Vec::new();
        for item in self {
            taken.push(item);
            if item <= enough {
                break;
            }
        }
        taken
    }
}

impl<I: Iterator<Item = Duration>> TakeWhile for I {}

/// How far the charge is from the truth.
fn error(shape: &str, sandbox: &Sandbox) -> Duration {
    let room = Room::new();
    let mut run = room.agent("worker.py");
    run.command.push(shape.into());
    let ran = room.run(&run, sandbox);
    assert_eq!(ran.ended, Ended::Exited(0), "{}", ran.stderr.text());
    let truths = fs::read_dir(&run.dir).unwrap().flatten();
    let truths = truths.filter(|entry| entry.file_name().to_string_lossy().starts_with("truth"));
    let truth: Duration = truths
        .map(|entry| fs::read_to_string(entry.path()).unwrap().trim().parse::<u64>().unwrap())
        .map(Duration::from_nanos)
        .sum();
    assert!(truth > Duration::from_millis(250), "{truth:?}");
    let error = ran.cpu.total().abs_diff(truth);
    eprintln!("{shape} at {}: charged {:?}, truth {truth:?}", ran.layers, ran.cpu.total());
    error
}

#[test]
fn every_shape_is_charged() {
    if !can_run("worker.py") {
        return;
    }
    for sandbox in room::from(Isolation::L0) {
        for shape in SHAPES {
            best_of_three(shape, || error(shape, &sandbox));
        }
    }
}

#[test]
fn the_limit_holds() {
    if !can_run("worker.py") {
        return;
    }
    for sandbox in room::from(Isolation::L0) {
        for shape in SHAPES {
            best_of_three(shape, || {
                let room = Room::new();
                let mut run = room.agent("worker.py");
                run.command.push(shape.into());
                run.limits.cpu = Duration::from_millis(200);
                let ran = room.run(&run, &sandbox);
                assert_eq!(ran.ended, Ended::CpuLimit);
                let overshoot = ran.cpu.total() - run.limits.cpu;
                eprintln!("{shape} at {}: {overshoot:?} too late", ran.layers);
                overshoot
            });
        }
    }
}

#[test]
fn what_orphans_do_after_the_answer_is_charged() {
    if !can_run("worker.py") {
        return;
    }
    // They are killed at once, so it is little, but their start is on the bill.
    let room = Room::new();
    let mut run = room.agent("worker.py");
    run.command.push("deserters".into());
    let ran = room.run(&run, room::best());
    assert_eq!(ran.ended, Ended::Exited(0), "{}", ran.stderr.text());
    assert!(!ran.left_running.is_empty());
}
