//! The `plyglot` program: all commands, for all games.

use std::process::ExitCode;

fn main() -> ExitCode {
    plyglot_cli::main(plyglot_games::GAMES)
}
