//! CSCI-561 Fall 2016, homework 2: one move of Stake and Raid, by minimax, by alpha-beta or for the
//! competition.

use std::io;

use plyglot_games::stake_raid::{Position, read_board, read_size, read_values};
use plyglot_games::text::{Lines, TextError};
use plyglot_games::{Game, GameId};
use plyglot_search::shortcut;
use plyglot_search::textbook::Algorithm;

use crate::words::{ALGORITHMS, DEEPEST, algorithm_name};
use crate::{Files, Report};

/// One `input.txt`.
#[derive(Clone, Debug)]
pub struct Task {
    /// Where to move, and who.
    pub position: Position,
    /// How to find the move.
    pub mode: Mode,
}

/// How a move is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    /// The first best move by an exact search.
    Exact {
        /// By which search. Both give the same move.
        algorithm: Algorithm,
        /// How many plies ahead.
        depth: u32,
    },
    /// Any good move.
    Competition {
        /// The CPU time left for the whole game.
        seconds: f64,
    },
}

/// Deep enough to see a Raid being answered; takes milliseconds on the largest board.
const COMPETITION_DEPTH: u32 = 3;

impl Task {
    /// Reads the size, the mode, the player, the depth or time, the values and the board.
    ///
    /// # Errors
    /// At the first place that does not fit.
    pub fn read(mut lines: Lines<'_>) -> Result<Task, TextError> {
        let size = read_size(&mut lines)?;
        let [minimax, alpha_beta] = ALGORITHMS.map(|(word, algorithm)| (word, Some(algorithm)));
        let modes = [minimax, alpha_beta, ("COMPETITION", None)];
        let algorithm = lines.next("the mode")?.one_of(&modes)?;
        let player = lines.next("the player")?.side::<Position>()?;
        let mode = read_limit(&mut lines, algorithm)?;
        let values = read_values(&mut lines, size)?;
        let first_row = lines.clone().next("the board")?;
        let board = read_board(&mut lines, size)?;
        lines.end()?;
        let position = Position::new(values, board, player);
        if position.outcome().is_some() {
            return Err(first_row.error("the board is full: there is no move to find"));
        }
        Ok(Task { position, mode })
    }

    /// Writes `output.txt`: the move and the board after it.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn solve(&self, files: &mut dyn Files) -> io::Result<Report> {
        let (algorithm, depth) = match self.mode {
            Mode::Exact { algorithm, depth } => (algorithm_name(algorithm), depth),
            Mode::Competition { .. } => ("COMPETITION", COMPETITION_DEPTH),
        };
        let (mv, value) = shortcut::stake_raid::first_best(&self.position, depth)
            .ok_or_else(|| io::Error::other("the board is full"))?;
        write!(files.create("output.txt")?, "{mv}\n{}", self.position.after(mv).rows())?;
        Ok(Report {
            game: GameId::StakeRaid.name(),
            algorithm,
            depth: Some(depth),
            moves: vec![mv.to_string()],
            value: value.number(),
            ..Report::default()
        })
    }
}

/// Reads line 4: a depth for the exact searches, a time for the competition.
fn read_limit(lines: &mut Lines<'_>, algorithm: Option<Algorithm>) -> Result<Mode, TextError> {
    Ok(match algorithm {
        Some(algorithm) => {
            let depth = lines.next("the depth")?.integer("a depth", 1..=DEEPEST)? as u32;
            Mode::Exact { algorithm, depth }
        }
        None => {
            Mode::Competition { seconds: lines.next("the time left")?.seconds("the time left")? }
        }
    })
}
