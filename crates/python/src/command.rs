use std::ffi::OsString;
use std::process::ExitCode;

use plyglot_games::GAMES;
use pyo3::prelude::*;

/// Runs a command of the command line, and returns its exit code. `arguments` begins with the name of
/// the program; `warden` is the command that starts this program once more, to watch over others.
#[pyfunction]
pub fn run_command(py: Python<'_>, arguments: Vec<OsString>, warden: Vec<OsString>) -> u8 {
    py.detach(|| number(plyglot_cli::main_with(GAMES, arguments, warden)))
}

/// An exit code does not tell its number, but it can be compared.
fn number(code: ExitCode) -> u8 {
    (0..=u8::MAX).find(|&number| ExitCode::from(number) == code).unwrap_or(2)
}
