//! The commands of Plyglot, for any list of games: arguments in, a library call, an exit code out.
//!
//! A program with games of its own is one line; the commands are all there, the workbench included:
//!
//! ```no_run
//! use plyglot_games::{checkers, mancala};
//! use plyglot_kit::any::{Games, kit};
//!
//! const GAMES: Games = Games::new(&[kit::<checkers::Position>(), kit::<mancala::Position>()]);
//!
//! fn main() -> std::process::ExitCode {
//!     plyglot_cli::main(GAMES)
//! }
//! ```

mod arena;
mod args;
mod bench;
mod board_size;
mod calibrate;
mod command;
mod completions;
mod doctor;
mod failure;
mod grader;
mod input;
mod interrupt;
mod json;
mod notation_file;
mod numbers;
mod page;
mod perft;
mod play;
mod program;
mod progress;
mod serve;
mod solve;
mod tournament;

use std::process::ExitCode;

use clap::FromArgMatches;
use plyglot_kit::any::Games;

use args::{Arguments, Command, SolveArgs};
use program::Program;

/// Runs the command that this process was started with, and returns its exit code.
pub fn main(games: Games) -> ExitCode {
    // Before anything else: a warden must have no other threads.
    if let Some(code) = plyglot_sandbox::serve(std::env::args_os()) {
        return code;
    }
    let program = Program::new(games);
    let matches = command::command(&program).get_matches();
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    interrupt::listen();
    match run(&program, arguments) {
        Ok(code) => code,
        Err(error) => match interrupt::exit_code() {
            // What was told to stop could not go on: no news.
            Some(code) => ExitCode::from(code),
            None if failure::is_closed_pipe(&error) => ExitCode::SUCCESS,
            None => {
                failure::say(&failure::line(&error));
                ExitCode::from(2)
            }
        },
    }
}

fn run(program: &Program, arguments: Arguments) -> anyhow::Result<ExitCode> {
    match arguments.command {
        Some(Command::Doctor(doctor)) => return doctor::run(&doctor),
        Some(Command::Tournament(tournament)) => return tournament::run(program, &tournament),
        Some(Command::Grade(arguments)) => return grader::grade::run(program, &arguments),
        Some(Command::Explain(arguments)) => return grader::explain::run(program, &arguments),
        Some(Command::Cases(arguments)) => grader::cases::run(program, &arguments)?,
        Some(Command::Check(arguments)) => return arena::check::run(program, &arguments),
        Some(Command::Match(arguments)) => return arena::matches::run(program, &arguments),
        Some(Command::Replay(arguments)) => arena::replay::run(program, &arguments)?,
        Some(Command::Solve(solve)) => solve::run(program, &solve)?,
        Some(Command::Play(play)) => play::run(program, &play)?,
        Some(Command::Serve(serve)) => serve::run(program, &serve)?,
        Some(Command::Page(arguments)) => page::run(&arguments)?,
        Some(Command::Perft(perft)) => perft::run(program, &perft)?,
        Some(Command::Bench(bench)) => bench::run(program, &bench)?,
        Some(Command::Calibrate(calibrate)) => calibrate::run(program, &calibrate)?,
        Some(Command::Completions { shell }) => completions::run(program, shell)?,
        None => solve::run(program, &SolveArgs::default())?,
    }
    Ok(ExitCode::SUCCESS)
}
