//! A program for one game, with all commands of Plyglot.

mod connect_four;

use std::process::ExitCode;

use plyglot_kit::any::{Games, kit};

const GAMES: Games = Games::new(&[kit::<connect_four::Position>()]);

fn main() -> ExitCode {
    plyglot_cli::main(GAMES)
}
