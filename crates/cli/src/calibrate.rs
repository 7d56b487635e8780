//! `plyglot calibrate`.

use std::fs;
use std::io::{self, Write};
use std::time::Duration;

use anyhow::Result;
use serde::Serialize;

use plyglot_kit::any::Games;
use plyglot_kit::{Calibration, Folder};
use plyglot_search::engine::{CpuClock, Limit, Settings};

use crate::program::Program;
use crate::{args, failure, progress};
use plyglot_core::numbers::grouped;

/// Long enough for a steady number.
const THINKING: Duration = Duration::from_secs(1);
const ANSWERS: u32 = 20;

/// Measures, writes the file, and says what was found.
pub fn run(program: &Program, arguments: &args::CalibrateArgs) -> Result<()> {
    let path = &arguments.out;
    fs::create_dir_all(path).map_err(|error| failure::in_file(path, &error))?;
    let mut folder = Folder::open(path, Calibration::FILE)?;
    // By now everything that an agent does before it thinks has been done.
    let startup = CpuClock::since_process_start().elapsed();
    let spinner = progress::spinner("measuring");
    let mut calibration = Calibration {
        startup,
        nodes_per_second: nodes_per_second(program.games, THINKING),
        ..Calibration::default()
    };
    let clock = CpuClock::start();
    for _ in 0..ANSWERS {
        calibration.write(&mut folder)?;
    }
    calibration.answer = clock.elapsed() / ANSWERS;
    calibration.write(&mut folder)?;
    spinner.finish_and_clear();

    let mut out = io::stdout().lock();
    let Calibration { nodes_per_second, startup, answer } = calibration;
    if arguments.json {
        let json = CalibrateReport {
            nodes_per_second,
            startup_seconds: startup.as_secs_f64(),
            answer_seconds: answer.as_secs_f64(),
        };
        serde_json::to_writer(&mut out, &json)?;
        writeln!(out)?;
    } else {
        let speed = grouped(nodes_per_second.into());
        writeln!(
            out,
            "{speed} nodes a second, {startup:.1?} to start, {answer:.1?} to answer -> {}",
            path.join(Calibration::FILE).display()
        )?;
    }
    Ok(())
}

#[derive(Serialize)]
struct CalibrateReport {
    nodes_per_second: u32,
    startup_seconds: f64,
    answer_seconds: f64,
}

/// How fast this machine is in the default game, found in so much CPU time.
pub fn nodes_per_second(games: Games, thinking: Duration) -> u32 {
    let start = games.usual().sample();
    let mut engine = start.adviser(Settings::default());
    let clock = CpuClock::start();
    let thought = engine.think(&*start, Limit::Move(thinking), CpuClock::start(), &mut |_| {});
    let nodes = thought.and_then(|found| found.thought).map_or(0, |thought| thought.nodes);
    // A cast from float to integer saturates.
    (nodes as f64 / clock.seconds().max(1e-9)) as u32
}
