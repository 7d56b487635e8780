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

mod analyse;
mod arena;
mod args;
mod bench;
mod board_size;
mod calibrate;
pub mod cluster;
mod command;
mod completions;
mod doctor;
mod failure;
mod free_space;
mod grader;
mod input;
mod interrupt;
mod json;
mod levels;
mod man;
mod manual;
mod notation_file;
mod page;
mod perft;
mod play;
mod processor;
mod program;
mod progress;
mod serve;
mod slurm;
mod solve;
mod tables;
mod threads;
mod tournament;
mod worker;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::FromArgMatches;
use plyglot_kit::any::Games;
use plyglot_sandbox::Warden;
use plyglot_search::engine::CpuClock;

pub use play::board_text;

use args::{Arguments, Command, SolveArgs};
use program::Program;

/// Runs the command that this process was started with, and returns its exit code.
pub fn main(games: Games) -> ExitCode {
    main_with(games, std::env::args_os().collect(), Vec::new())
}

/// Runs the command with these arguments, the first of which is the program's name, and returns its exit
/// code. From now on signals are ours: a process does this once. `warden` is the command by which this
/// program starts itself to watch over others, where its own file alone does not do.
pub fn main_with(games: Games, arguments: Vec<OsString>, warden: Vec<OsString>) -> ExitCode {
    if let Some(code) = processor::too_old() {
        return code;
    }
    // Where nobody counts the time of a process, its clock begins here.
    CpuClock::since_process_start();
    // Before anything else: a warden must have no other threads.
    if let Some(code) = plyglot_sandbox::serve(arguments.iter().cloned()) {
        return code;
    }
    Warden::this_program_is(warden);
    let program = Program::new(games, arguments.first());
    let arguments = match asked(&program, arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Nothing can be done if nobody reads it.
            _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    as_command(|| run(&program, arguments))
}

/// Runs a command as all of ours are run: Ctrl-C leaves nothing half done, and an error is one line and
/// exit code 2. From now on signals are ours: a process does this once.
pub fn as_command(run: impl FnOnce() -> anyhow::Result<ExitCode>) -> ExitCode {
    interrupt::listen();
    match run() {
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

/// What these arguments ask for. A program that is run once a move, as the assignments have it, has
/// none, and no time to give away: that takes no look at all the commands.
fn asked(program: &Program, arguments: Vec<OsString>) -> Result<Arguments, clap::Error> {
    if arguments.len() <= 1 {
        return Ok(Arguments::default());
    }
    let matches = command::asked_by(&arguments, program).try_get_matches_from(arguments)?;
    Arguments::from_arg_matches(&matches)
}

fn run(program: &Program, arguments: Arguments) -> anyhow::Result<ExitCode> {
    match arguments.command {
        Some(Command::Doctor(doctor)) => return doctor::run(program, &doctor),
        Some(Command::Tournament(tournament)) => return tournament::run(program, tournament),
        Some(Command::Worker(arguments)) => return worker::run(program, &arguments),
        Some(Command::Grade(arguments)) => return grader::grade::run(program, &arguments),
        Some(Command::Explain(arguments)) => return grader::explain::run(program, &arguments),
        Some(Command::Analyse(arguments)) => return analyse::run(program, &arguments),
        Some(Command::Tables(arguments)) => return tables::run(program, &arguments),
        Some(Command::Cases(arguments)) => grader::cases::run(program, &arguments)?,
        Some(Command::Check(arguments)) => return arena::check::run(program, &arguments),
        Some(Command::Match(arguments)) => return arena::matches::run(program, &arguments),
        Some(Command::Replay(arguments)) => arena::replay::run(program, &arguments)?,
        Some(Command::Solve(solve)) => solve::run(program, &solve)?,
        Some(Command::Play(play)) => play::run(program, &play)?,
        Some(Command::Serve(serve)) => serve::run(program, &serve)?,
        Some(Command::Page(arguments)) => page::run(&arguments)?,
        Some(Command::Levels(arguments)) => levels::run(program, &arguments)?,
        Some(Command::Perft(perft)) => perft::run(program, &perft)?,
        Some(Command::Bench(bench)) => bench::run(program, &bench)?,
        Some(Command::Calibrate(calibrate)) => calibrate::run(program, &calibrate)?,
        Some(Command::Rules(rules)) => manual::rules(program, &rules)?,
        Some(Command::Guide(_)) => manual::guide()?,
        Some(Command::Man(man)) => man::run(program, &man)?,
        Some(Command::Completions { shell }) => completions::run(program, shell)?,
        None => solve::run(program, &SolveArgs::default())?,
    }
    Ok(ExitCode::SUCCESS)
}
