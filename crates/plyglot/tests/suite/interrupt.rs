//! Ctrl-C while something long is going on: it ends at once, with 130, and leaves nothing.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use plyglot_testing::has;
use rustix::process::{Pid, Signal, kill_process};

use crate::{names, plyglot, printed};

/// A search of Mancala that takes days, and its log all disks of the world.
const ENDLESS: &str = "2\n1\n20\n4 4 4 4 4 4\n4 4 4 4 4 4\n0\n0\n";
/// One without a log.
const ENDLESS_STAR: &str = "Star\nALPHABETA\n40\n0,C1,0,C1,0,C1,0,C1\nC1,0,C1,0,C1,0,C1,0\n\
    0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n\
    0,S1,0,S1,0,S1,0,S1\nS1,0,S1,0,S1,0,S1,0\n10,20,30,40,50,60,70,80\n";

/// Much longer than it may take, and much shorter than what is interrupted.
const SOON: Duration = Duration::from_secs(20);

/// Runs a command, and presses Ctrl-C when it has got going.
fn interrupted(directory: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyglot"));
    command.current_dir(directory).args(arguments).env("NO_COLOR", "1");
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    sleep(Duration::from_millis(1500));
    let pressed = Instant::now();
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(pressed.elapsed() < SOON, "{arguments:?}");
    assert_eq!(output.status.code(), Some(130), "{arguments:?}: {output:?}");
    output
}

#[test]
fn searches_of_every_kind_end_at_once_and_leave_nothing() {
    let directory = tempfile::tempdir().unwrap();
    for (name, text) in [("log.txt", ENDLESS), ("star.txt", ENDLESS_STAR)] {
        fs::write(directory.path().join(name), text).unwrap();
    }
    let before = names(directory.path());
    for arguments in [
        &["solve", "log.txt", "--out", "."][..],
        &["solve", "star.txt"],
        &["perft", "checkers", "30"],
        &["cases", "stake-raid", "--count", "1000", "--difficulty", "hard", "--out", "cases"],
        &["explain", "star.txt", "log.txt"],
        &["serve", "--port", "0"],
        &["bench"],
    ] {
        interrupted(directory.path(), arguments);
        assert_eq!(names(directory.path()), before, "{arguments:?}");
    }
}

/// A turn of these takes a minute.
#[test]
fn a_match_ends_in_the_middle_of_a_turn() {
    let directory = tempfile::tempdir().unwrap();
    let thinking = ["match", "full", "full", "--game", "checkers", "--time", "6000"];
    let output = interrupted(directory.path(), &thinking);
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(shown.contains("full (1) against full (2): "), "{shown}");

    if !has(&["sh", "sleep"]) {
        return;
    }
    let agent = sleeper(directory.path());
    interrupted(directory.path(), &["match", &agent, "random", "--game", "checkers"]);
    interrupted(directory.path(), &["check", &agent, "--game", "checkers"]);
}

/// Nobody knows how checkers ends: it would go on for ever. What is known is told.
#[test]
fn an_analysis_tells_what_it_knows() {
    let directory = tempfile::tempdir().unwrap();
    let endless = ["analyse", "checkers", "--to-the-end", "--lines", "3"];
    let output = interrupted(directory.path(), &endless);
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(shown.starts_with("American checkers, Black to move: looked "), "{shown}");
    assert_eq!(shown.lines().count(), 2 + 3, "{shown}");
    let output = interrupted(directory.path(), &[&endless[..], &["--json"]].concat());
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(shown.ends_with("\"done\":true}\n"), "{shown}");
}

/// What was given up is nobody's result: the next run begins it again.
#[test]
fn a_grading_ends_in_the_middle_of_a_program() {
    if !has(&["sh", "sleep"]) {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    printed(&plyglot(directory.path(), &["cases", "mancala", "--count", "2", "--out", "cases"]));
    fs::create_dir_all(directory.path().join("all/student")).unwrap();
    sleeper(&directory.path().join("all/student"));
    let grade = ["grade", "all", "--cases", "cases", "--run", "sh sleeper.sh", "--wall", "600"];
    let output = interrupted(directory.path(), &grade);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("the same command goes on from here"), "{errors}");
    assert!(!directory.path().join("grades/grades.csv").exists());
}

/// A program that takes its time.
fn sleeper(directory: &Path) -> String {
    let path = directory.join("sleeper.sh");
    fs::write(&path, "#!/bin/sh\nsleep 300\n").unwrap();
    // Agents have users of their own where we are root.
    for path in [directory, &path] {
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    path.to_str().unwrap().to_owned()
}

/// On a terminal, and only there, one sees that it goes on.
#[test]
fn a_terminal_shows_how_far_a_search_is() {
    if !has(&["script", "timeout"]) {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let shown = on_a_terminal(directory.path(), "analyse checkers");
    for expected in [" of 7 moves done, 0 proven, ", " positions, ", "It is about even"] {
        assert!(shown.contains(expected), "{expected}: {shown}");
    }
    for (name, text, expected) in [
        ("log.txt", ENDLESS, ["searching, depth 20, ", "measuring the log first, ", " nodes, "]),
        ("star.txt", ENDLESS_STAR, ["searching, depth 40, ", " %, ", " nodes, "]),
    ] {
        fs::write(directory.path().join(name), text).unwrap();
        let shown = on_a_terminal(directory.path(), &format!("solve {name}"));
        for expected in expected {
            assert!(shown.contains(expected), "{expected}: {shown}");
        }
    }
}

/// What three seconds of a command show there.
fn on_a_terminal(directory: &Path, arguments: &str) -> String {
    let timed = format!("timeout 3 {} {arguments}", env!("CARGO_BIN_EXE_plyglot"));
    let mut command = Command::new("script");
    command.args(["-qefc", &timed, "/dev/null"]).current_dir(directory);
    // A test may run without a terminal of its own, whose kind would then be unknown.
    let output = command.env("TERM", "xterm").stdin(Stdio::null()).output().unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}
