//! `plyglot play`: a game in the terminal.
//!
//! Plain lines, so that it works everywhere, in a pipe too. Each game has its own look and its own
//! words.

mod board;
mod commands;
mod look;
mod plan;
mod posed;
mod saved;
mod session;
mod setup;
mod terminal;
mod typed;

pub use board::board_text;
pub use setup::{SidePlayer, read_seconds};

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use plyglot_kit::any::AnyLine;
use plyglot_search::engine::Settings;

use crate::args;
use crate::failure;
use crate::program::Program;
use look::Look;
use plan::{Beginning, GamePlan};
use posed::PosedProblem;
use session::{Next, Session};
use setup::Setup;
use terminal::Terminal;

/// Plays games until the person leaves; without a game, lists them.
pub fn run(program: &Program, arguments: &args::PlayArgs) -> Result<()> {
    let Some(GamePlan { beginning, problem, mut setup, file }) = GamePlan::of(program, arguments)?
    else {
        return list_games(program);
    };
    let look = Look::of_terminal(arguments.ascii);
    let settings = Settings { threads: arguments.threads.count(), ..Settings::default() };
    let mut room = Room { program, problem, file, terminal: Terminal::new(), look, settings };
    let mut line = match &beginning {
        Beginning::Saved(path, saved) => {
            saved.replay().map_err(|error| failure::in_text(path, &error))?
        }
        beginning => beginning.line(setup.seed)?,
    };
    while room.play(setup, line)? == Next::AnotherGame {
        setup.seed = setup.seed.saturating_add(1);
        line = beginning.line(setup.seed)?;
    }
    Ok(())
}

impl Beginning {
    /// A new game.
    fn line(&self, seed: u64) -> Result<Box<dyn AnyLine>> {
        match self {
            Beginning::Start(game, size) => size.start(*game, seed),
            Beginning::Position(line) => Ok(line.copied()),
            Beginning::Saved(_, saved) => Ok(saved.start.copied()),
        }
    }
}

/// What stays from game to game.
struct Room<'p> {
    program: &'p Program,
    problem: Option<PosedProblem>,
    /// Where the game is saved.
    file: Option<PathBuf>,
    terminal: Terminal,
    look: Look,
    /// Of the opponent's engine and of the one that gives hints.
    settings: Settings,
}

impl Room<'_> {
    fn play(&mut self, setup: Setup, line: Box<dyn AnyLine>) -> Result<Next> {
        // Better now than after the first move.
        if let Some(path) = &self.file {
            saved::write(path, &saved::text(&setup, &*line))
                .map_err(|error| failure::in_file(path, &error))?;
        }
        let program = &self.program.name;
        let session = Session::new(program, setup, line, &mut self.file, &self.terminal, self.look)
            .thinking_with(self.settings);
        Ok(session.posing(self.problem.as_mut()).run()?)
    }
}

fn list_games(program: &Program) -> Result<()> {
    let mut out = io::stdout().lock();
    program.list_games(&mut out, &plan::example(program))?;
    let name = &program.name;
    writeln!(out, "\n{name} play --help tells how to choose an opponent and a side.")?;
    Ok(())
}
