//! The warden as a program of its own; `plyglot` carries the same one inside.

use std::process::ExitCode;

fn main() -> ExitCode {
    plyglot_sandbox::serve(std::env::args_os()).unwrap_or(ExitCode::from(2))
}
