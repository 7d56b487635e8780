//! Agents as a referee starts them: a whole answer at every moment, whatever else is in the folder.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use plyglot_core::Game;
use plyglot_games::checkers::{Move, Position};
use plyglot_kit::{Calibration, Folder};
use serde_json::Value;

use crate::{names, plyglot, printed, root};

fn input(kind: &str, seconds: &str, position: &Position) -> String {
    let text = position.to_string();
    let (colour, board) = text.split_once('\n').unwrap();
    format!("{kind}\n{colour}\n{seconds}\n{board}")
}

fn answer(directory: &Path) -> Move {
    Move::from_lines(&fs::read_to_string(directory.join("output.txt")).unwrap()).unwrap()
}

#[test]
fn a_game_is_remembered_from_turn_to_turn() {
    let directory = tempfile::tempdir().unwrap();
    let mut position = Position::start();
    for turn in 0..6 {
        fs::write(directory.path().join("input.txt"), input("GAME", "0.2", &position)).unwrap();
        printed(&plyglot(directory.path(), &[]));
        let playdata = fs::read_to_string(directory.path().join("playdata.txt")).unwrap();
        let plies = format!("plyglot playdata 1\nplies {}\n", 2 * turn + 1);
        assert!(playdata.starts_with(&plies), "{playdata}");
        position = position.try_play(answer(directory.path())).unwrap();
        let reply = position.moves()[0];
        position.play(reply);
    }
    assert_eq!(names(directory.path()), ["input.txt", "output.txt", "playdata.txt"]);
}

/// Where notes should be there is something else: they count as absent.
#[test]
#[cfg(unix)]
fn what_is_no_file_is_no_note() {
    let start = input("GAME", "0.1", &Position::start());
    for note in ["playdata.txt", Calibration::FILE] {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join(note);
        fs::write(directory.path().join("input.txt"), &start).unwrap();
        fs::create_dir(&path).unwrap();
        printed(&plyglot(directory.path(), &[]));
        fs::remove_dir(&path).unwrap();
        std::os::unix::fs::symlink("/dev/zero", &path).unwrap();
        printed(&plyglot(directory.path(), &[]));
        Position::start().try_play(answer(directory.path())).unwrap();
    }
}

/// Killed while it thinks: the answer is whole, legal, and alone.
#[test]
#[cfg(unix)]
fn an_agent_that_is_killed_has_answered() {
    let directory = tempfile::tempdir().unwrap();
    let start = Position::start();
    fs::write(directory.path().join("input.txt"), input("SINGLE", "100", &start)).unwrap();
    let mut child =
        Command::new(env!("CARGO_BIN_EXE_plyglot")).current_dir(directory.path()).spawn().unwrap();
    let output = directory.path().join("output.txt");
    while !output.exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended without an answer");
        std::thread::sleep(Duration::from_millis(1));
    }
    start.try_play(answer(directory.path())).unwrap();
    std::thread::sleep(Duration::from_millis(100));
    assert!(child.try_wait().unwrap().is_none(), "it has 100 seconds to think");
    child.kill().unwrap();
    child.wait().unwrap();
    start.try_play(answer(directory.path())).unwrap();
    assert_eq!(names(directory.path()), ["input.txt", "output.txt"]);
}

/// One turn only: nothing is searched, however much time there is.
#[test]
fn what_cannot_be_chosen_is_answered_at_once() {
    let inputs = [
        fs::read_to_string(root().join("examples/checkers/input.txt")).unwrap(),
        "2\nCOMPETITION\nX\n100\n4 3\n2 1\nOO\nO.\n".to_owned(),
        "4\n1\n100\n3 3 3\n0 0 3\n0\n0\n".to_owned(),
    ];
    for input in inputs {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("input.txt"), &input).unwrap();
        let text = printed(&plyglot(directory.path(), &["solve", "--json", "--table", "1"]));
        let result: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(result["nodes"], Value::Null, "{text}");
        assert!(result["cpu_seconds"].as_f64().unwrap() < 1.0, "{text}");
    }
}

#[test]
fn calibrate_writes_what_agents_read() {
    let directory = tempfile::tempdir().unwrap();
    let text = printed(&plyglot(directory.path(), &["calibrate", "--out", "a/b", "--json"]));
    let result: Value = serde_json::from_str(&text).unwrap();
    let agent = directory.path().join("a/b");
    assert_eq!(names(&agent), [Calibration::FILE]);
    let measured = Calibration::read(&Folder::open(&agent, Calibration::FILE).unwrap()).unwrap();
    assert_eq!(result["nodes_per_second"], measured.nodes_per_second);
    assert!(measured.nodes_per_second > 10_000 && measured.startup > Duration::ZERO);

    fs::write(agent.join("input.txt"), input("GAME", "0.1", &Position::start())).unwrap();
    printed(&plyglot(&agent, &[]));
    Position::start().try_play(answer(&agent)).unwrap();
}

#[test]
fn calibrate_names_what_cannot_be_written() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("file"), "").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_plyglot"))
        .current_dir(directory.path())
        .args(["calibrate", "--out", "file"])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "file: File exists\n");
}
