//! `plyglot play`: a game in the terminal.
//!
//! Plain lines, so that it works everywhere, in a pipe too.

mod board;
mod commands;
mod look;
mod saved;
mod session;
mod setup;
mod start;
mod terminal;
mod typed;

pub use setup::{Seat, read_seconds};

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;

use plyglot_games::GameId;
use plyglot_games::{AnyPosition, with_position};
use plyglot_kit::{Record, wording::about};

use crate::args;
use crate::failure;
use look::Look;
use playable::Playable;
use session::{Next, Session};
use setup::Setup;
use start::{Beginning, Plan};
use terminal::Terminal;

/// Plays games until the person leaves; without a game, lists them.
pub fn run(arguments: &args::Play) -> Result<()> {
    let Some(Plan { beginning, mut setup, file }) = Plan::of(arguments)? else {
        return list_games();
    };
    let look = Look::of_terminal(arguments.ascii);
    let mut room = Room { file, terminal: Terminal::new(), look };
    let mut next = match &beginning {
        Beginning::Saved(path, saved) => with_position!(&saved.start, start => {
            let record = saved.replay(start).map_err(|error| failure::in_text(path, &error))?;
            room.play(setup, record)?
        }),
        Beginning::Start(start) => room.play_any(setup, &start.position(setup.seed))?,
        Beginning::Position(position) => room.play_any(setup, position)?,
    };
    while next == Next::AnotherGame {
        setup.seed = setup.seed.saturating_add(1);
        next = match &beginning {
            Beginning::Start(start) => room.play_any(setup, &start.position(setup.seed))?,
            Beginning::Position(position) => room.play_any(setup, position)?,
            Beginning::Saved(_, saved) => room.play_any(setup, &saved.start)?,
        };
    }
    Ok(())
}

/// What stays from game to game.
struct Room {
    /// Where the game is saved.
    file: Option<PathBuf>,
    terminal: Terminal,
    look: Look,
}

impl Room {
    fn play_any(&mut self, setup: Setup, start: &AnyPosition) -> Result<Next> {
        with_position!(start, start => self.play(setup, Record::new(start)))
    }

    fn play<G: Playable>(&mut self, setup: Setup, record: Record<G>) -> Result<Next> {
        // Better now than after the first move.
        if let Some(path) = &self.file {
            saved::write(path, &saved::text(&setup, &record))
                .map_err(|error| failure::in_file(path, &error))?;
        }
        let mut session = Session::new(setup, record, &mut self.file, &self.terminal, self.look);
        Ok(session.run()?)
    }
}

fn list_games() -> Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "Name a game, as in: plyglot play checkers\n")?;
    for game in GameId::ALL {
        writeln!(out, "  {:12} {}", game.name(), about(game))?;
    }
    writeln!(out, "\nplyglot play --help tells how to choose an opponent and a side.")?;
    Ok(())
}
