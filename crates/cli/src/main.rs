//! The `plyglot` program: arguments in, a library call, an exit code out.

mod arena;
mod args;
mod bench;
mod board_size;
mod calibrate;
mod completions;
mod doctor;
mod failure;
mod grader;
mod input;
mod interrupt;
mod numbers;
mod perft;
mod play;
mod serve;
mod solve;
mod tournament;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use args::{Arguments, Command, Solve};

fn main() -> ExitCode {
    // Before anything else: a warden must have no other threads.
    if let Some(code) = plyglot_sandbox::serve(std::env::args_os()) {
        return code;
    }
    match run(Arguments::parse()) {
        Ok(code) => code,
        Err(error) if failure::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Nothing can be done if standard error is closed too.
            _ = writeln!(anstream::stderr(), "{}", failure::line(&error));
            ExitCode::from(2)
        }
    }
}

fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    match arguments.command {
        Some(Command::Doctor(doctor)) => return doctor::run(&doctor),
        Some(Command::Tournament(tournament)) => return tournament::run(&tournament),
        Some(Command::Grade(arguments)) => return grader::grade::run(&arguments),
        Some(Command::Explain(arguments)) => return grader::explain::run(&arguments),
        Some(Command::Cases(arguments)) => grader::cases::run(&arguments)?,
        Some(Command::Check(arguments)) => return arena::check::run(&arguments),
        Some(Command::Match(arguments)) => arena::matches::run(&arguments)?,
        Some(Command::Replay(arguments)) => arena::replay::run(&arguments)?,
        Some(Command::Solve(solve)) => solve::run(&solve)?,
        Some(Command::Play(play)) => play::run(&play)?,
        Some(Command::Serve(serve)) => serve::run(&serve)?,
        Some(Command::Perft(perft)) => perft::run(&perft)?,
        Some(Command::Bench(bench)) => bench::run(&bench)?,
        Some(Command::Calibrate(calibrate)) => calibrate::run(&calibrate)?,
        Some(Command::Completions { shell }) => completions::run(shell)?,
        None if Path::new(args::DEFAULT_INPUT).exists() => solve::run(&Solve::default())?,
        None => write!(anstream::stdout(), "{}", Arguments::command().render_help().ansi())?,
    }
    Ok(ExitCode::SUCCESS)
}
