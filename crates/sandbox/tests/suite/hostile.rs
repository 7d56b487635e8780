//! Programs that mean no good, each at every level of isolation that this machine has. After each
//! of them nothing may be left running, and an honest program must run as ever: `Room::run` sees
//! to that.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use plyglot_sandbox::{Ended, Isolation, Ran};
use plyglot_testing::can_run;

use crate::room::{self, Room};

/// Runs an agent at all levels from `lowest` on.
pub fn at_all_levels(lowest: Isolation, agent: &str, check: impl Fn(&Room, &Ran)) {
    if !can_run(agent) {
        return;
    }
    for sandbox in room::from(lowest) {
        let room = Room::new();
        let ran = room.run(&room.agent(agent), &sandbox);
        eprintln!("{agent} {} at {}", ran.ended, ran.layers);
        check(&room, &ran);
    }
}

#[test]
fn fork_bomb() {
    at_all_levels(Isolation::L0, "fork_bomb.py", |_, ran| assert_eq!(ran.ended, Ended::Processes));
}

#[test]
fn memory_bomb() {
    at_all_levels(Isolation::L0, "memory_bomb.py", |_, ran| assert_eq!(ran.ended, Ended::Memory));
}

#[test]
fn memory_bomb_in_children() {
    at_all_levels(Isolation::L0, "memory_children.py", |_, ran| {
        assert_eq!(ran.ended, Ended::Memory);
    });
}

#[test]
fn shared_memory_counts_once() {
    at_all_levels(Isolation::L0, "memory_shared.py", |_, ran| {
        assert_eq!(ran.ended, Ended::Exited(0), "{}", ran.stderr.text());
    });
}

#[test]
fn disk_filler() {
    for agent in ["disk_filler.sh", "disk_one_file.sh", "disk_tiny_files.py"] {
        at_all_levels(Isolation::L0, agent, |_, ran| assert_eq!(ran.ended, Ended::Disk, "{agent}"));
    }
}

#[test]
fn sleepers() {
    for agent in ["sleeper.sh", "ignores_term.sh", "late_answer.sh"] {
        for sandbox in room::from(Isolation::L0) {
            let room = Room::new();
            let mut run = room.agent(agent);
            run.limits.wall = Duration::from_millis(300);
            let ran = room.run(&run, &sandbox);
            assert_eq!(ran.ended, Ended::WallLimit, "{agent}");
            assert!(ran.wall >= run.limits.wall);
            assert!(!run.dir.join("output.txt").exists());
        }
    }
}

#[test]
fn busy_with_children() {
    for sandbox in room::from(Isolation::L0) {
        let room = Room::new();
        let mut run = room.agent("busy_children.sh");
        run.limits.cpu = Duration::from_millis(200);
        assert_eq!(room.run(&run, &sandbox).ended, Ended::CpuLimit);
    }
}

#[test]
fn an_answer_that_took_too_long_is_late_even_if_nobody_looked() {
    let room = Room::new();
    let mut run = room.agent("honest.sh");
    run.limits.cpu = Duration::from_micros(50);
    assert_eq!(room.run(&run, room::best()).ended, Ended::CpuLimit);
}

#[test]
fn orphan() {
    at_all_levels(Isolation::L0, "orphan.sh", |_, ran| {
        assert_eq!(ran.ended, Ended::Exited(0));
        // The shell, or what it has just become.
        assert!(!ran.left_running.is_empty());
        let known = |name: &String| ["sh", "setsid", "touch", "sleep"].contains(&name.as_str());
        assert!(ran.left_running.iter().all(known), "{:?}", ran.left_running);
    });
}

#[test]
fn a_flood_on_standard_output() {
    let room = Room::new();
    let ran = room.run(&room.agent("stdout_flood.sh"), room::best());
    assert_eq!(ran.ended, Ended::Exited(0));
    assert_eq!((ran.stdout.bytes.len(), ran.stdout.total), (4 << 10, 1_000_000_000));
    assert!(!ran.stdout.is_whole());
    assert_eq!(ran.stderr.text(), "done\n");
}

#[test]
fn deletes_its_own_directory() {
    at_all_levels(Isolation::L0, "deletes_itself.sh", |room, ran| {
        assert!(matches!(ran.ended, Ended::Exited(_)));
        assert!(!room.folder("agent").join("deletes_itself.sh").exists());
    });
}

#[test]
fn files_of_others() {
    for sandbox in room::from(Isolation::L1) {
        let room = Room::new();
        let [opponent, referee] = ["opponent", "referee"].map(|name| room.folder(name));
        for folder in [&opponent, &referee] {
            fs::write(folder.join("playdata.txt"), "secret").unwrap();
        }
        // The opponent has run before.
        let mut before = room.agent("honest.sh");
        fs::copy(before.dir.join("honest.sh"), opponent.join("honest.sh")).unwrap();
        before.dir = opponent.clone();
        room.run(&before, &sandbox);

        let mut run = room.agent("burglar.sh");
        run.env.push(("OPPONENT".into(), opponent.clone().into()));
        run.env.push(("REFEREE".into(), referee.clone().into()));
        let ran = room.run(&run, &sandbox);
        assert_eq!(ran.ended, Ended::Exited(0), "{}", ran.stderr.text());
        assert_eq!(ran.stdout.text(), "own file: mine\n", "{}", ran.layers);
        for folder in [&opponent, &referee] {
            assert_eq!(fs::read_to_string(folder.join("playdata.txt")).unwrap(), "secret");
            assert!(!folder.join("planted.txt").exists());
        }
    }
}

#[test]
fn sockets() {
    at_all_levels(Isolation::L1, "sockets.py", |_, ran| {
        assert_eq!(ran.ended, Ended::Exited(0), "{}", ran.stderr.text());
        assert_eq!(ran.stdout.text(), "a pair leads nowhere\n");
    });
}

#[test]
fn system_calls() {
    at_all_levels(Isolation::L1, "system_calls.py", |_, ran| {
        assert_eq!(ran.ended, Ended::Exited(0), "{}", ran.stderr.text());
        assert_eq!(ran.stdout.text(), "", "{}", ran.layers);
    });
}

#[test]
fn kills_its_parent() {
    at_all_levels(Isolation::L1, "kills_parent.sh", |_, ran| {
        assert_eq!(ran.ended, Ended::Exited(0), "{}", ran.stderr.text());
        assert_eq!(ran.stdout.text(), "the parent lives\n");
    });
}

#[test]
fn kills_a_parent_that_nothing_protects() {
    let room = Room::new();
    let ran = plyglot_sandbox::run(&room.agent("kills_parent.sh"), &room::at_most(Isolation::L0));
    // It cannot kill what is another user's. If it can, then nothing is known of the run.
    assert_eq!(ran.is_ok(), room::is_root());
    assert_eq!(room.survivors(), Vec::<String>::new());
}

#[test]
fn a_referee_that_dies_takes_its_agents_along() {
    let room = Room::new();
    let mut referee = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "hostile::referee_to_be_killed"])
        .env("REFEREES_ROOM", room.marker().1)
        // It has no chance to tidy up.
        .env("TMPDIR", room.path())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    // The referee itself does not carry the marker, its agent does.
    until(|| room.survivors() == ["sleep", "sh"] || room.survivors() == ["sh", "sleep"]);
    referee.kill().unwrap();
    referee.wait().unwrap();
    until(|| room.survivors().is_empty());
}

/// Not a test: the other program in the test above.
#[test]
#[ignore = "started by a_referee_that_dies_takes_its_agents_along"]
fn referee_to_be_killed() {
    let Ok(value) = std::env::var("REFEREES_ROOM") else { return };
    let room = Room::new();
    let mut run = room.agent("sleeper.sh");
    run.env = vec![(room.marker().0.into(), value.into())];
    // Longer than the other program waits.
    run.limits.wall = Duration::from_secs(300);
    room.run(&run, room::best());
}

/// Waits for something that must come soon.
pub fn until(condition: impl Fn() -> bool) {
    let begun = Instant::now();
    while !condition() {
        assert!(begun.elapsed() < Duration::from_secs(60), "this takes too long");
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_program_that_is_not_there() {
    for sandbox in room::from(Isolation::L0) {
        let room = Room::new();
        let mut run = room.agent("honest.sh");
        run.command = vec!["./no-such-program".into()];
        let ran = room.run(&run, &sandbox);
        let Ended::NotStarted(why) = &ran.ended else { panic!("{}", ran.ended) };
        assert!(why.starts_with("./no-such-program: No such file"), "{why}");
        // A wrong command is not the program's doing.
        run.command = vec!["no-such-program".into()];
        let error = plyglot_sandbox::run(&run, &sandbox).unwrap_err();
        assert_eq!(error.to_string(), "no-such-program: No such file or directory (os error 2)");
    }
}

/// As one that the referee has just copied, while other threads of it start processes.
#[test]
fn a_program_that_is_still_open_for_writing() {
    for sandbox in room::from(Isolation::L0) {
        let room = Room::new();
        let mut run = room.agent("honest.sh");
        run.command = vec!["./tool".into()];
        let tool = run.dir.join("tool");
        fs::write(&tool, "#!/bin/sh\necho here\n").unwrap();
        fs::set_permissions(&tool, fs::Permissions::from_mode(0o755)).unwrap();
        let open = || fs::OpenOptions::new().append(true).open(&tool).unwrap();

        let writer = open();
        let closing = thread::spawn(move || {
            sleep(Duration::from_millis(100));
            drop(writer);
        });
        let ran = plyglot_sandbox::run(&run, &sandbox).unwrap();
        closing.join().unwrap();
        assert_eq!(ran.stdout.text(), "here\n", "{}", ran.ended);

        let _never_closed = open();
        let ran = plyglot_sandbox::run(&run, &sandbox).unwrap();
        assert_eq!(ran.ended, Ended::NotStarted("./tool: Text file busy (os error 26)".into()));
    }
}

#[test]
fn crashes() {
    at_all_levels(Isolation::L0, "crash.sh", |_, ran| {
        assert_eq!(ran.ended, Ended::Signalled(11));
        assert_eq!(ran.stderr.text(), "about to crash\n");
    });
}
