//! The commands as a user types them.

mod agents;
mod analyse;
mod bad_input;
mod cases;
mod check;
mod class;
mod clock;
mod closed_pipe;
mod cluster;
mod explain;
mod grade;
mod gradescope;
mod interrupt;
mod killed;
mod large_log;
mod matches;
mod organiser;
mod other_commands;
mod page;
mod play;
mod readme;
mod serve;
#[cfg(target_os = "linux")]
mod slurm;
mod solve;
mod tables;
mod tournament;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The program, run in a directory.
fn plyglot(directory: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyglot"));
    command.current_dir(directory).args(arguments).env("NO_COLOR", "1").output().unwrap()
}

/// What was printed, if the command succeeded.
fn printed(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", output.status);
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The names in a directory, sorted.
fn names(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}
