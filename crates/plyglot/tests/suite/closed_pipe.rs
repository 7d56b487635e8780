//! Commands whose reader goes away, as in `plyglot ... | head -1`.

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::{plyglot, printed, root};

/// The exit code and standard error of a command whose standard output nobody reads.
fn unread(directory: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let (reader, writer) = io::pipe().unwrap();
    drop(reader);
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyglot"));
    let command = command.current_dir(directory).args(arguments).stdout(writer);
    let output = command.stderr(Stdio::piped()).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// `explain` says by its exit code whether an answer is right; so do `check`, `doctor` and `grade`.
#[test]
fn a_verdict_is_told_even_if_nobody_reads_it() {
    let directory = tempfile::tempdir().unwrap();
    let example = root().join("examples/mancala");
    let path = |name: &str| example.join(name).to_str().unwrap().to_owned();
    let (input, right) = (path("input.txt"), path("traverse_log.txt"));
    let log = fs::read_to_string(&right).unwrap().replacen("Infinity", "7", 1);
    fs::write(directory.path().join("wrong.txt"), log).unwrap();
    for json in [&[][..], &["--json"]] {
        let explain =
            |answer| unread(directory.path(), &[&["explain", &input, answer][..], json].concat());
        assert_eq!(explain("wrong.txt"), (Some(1), String::new()));
        assert_eq!(explain(&right), (Some(0), String::new()));
    }
    let required = ["doctor", "--require", "L3"];
    let read = plyglot(directory.path(), &required);
    assert_eq!(unread(directory.path(), &required), (read.status.code(), String::new()));
}

#[test]
fn a_failure_is_told_and_a_lost_reader_is_none() {
    let directory = tempfile::tempdir().unwrap();
    let (code, errors) = unread(directory.path(), &["solve"]);
    assert!(code == Some(2) && errors.starts_with("input.txt: "), "{errors}");
    for arguments in [&["perft", "mancala", "3"][..], &["perft", "mancala", "3", "--json"]] {
        assert_eq!(unread(directory.path(), arguments), (Some(0), String::new()));
    }
    // The files are there all the same.
    let input = root().join("examples/mancala/input.txt");
    let solve = ["solve", input.to_str().unwrap()];
    assert_eq!(unread(directory.path(), &solve), (Some(0), String::new()));
    assert!(directory.path().join("traverse_log.txt").exists());
}

/// A tournament tells on standard error what it costs. That nobody hears it changes nothing.
#[test]
fn a_closed_standard_error_ends_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let cup = "game = 'mancala'\ngames = 2\nagents = ['random', 'greedy']\n\
               rules = { nodes = 100 }\n";
    fs::write(directory.path().join("cup.toml"), cup).unwrap();
    let (reader, writer) = io::pipe().unwrap();
    drop(reader);
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyglot"));
    let command = command.current_dir(directory.path()).args(["tournament", "cup.toml"]);
    let output = command.stderr(writer).output().unwrap();
    assert!(printed(&output).contains("greedy"), "{output:?}");
}
