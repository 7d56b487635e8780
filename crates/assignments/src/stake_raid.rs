//! CSCI-561 Fall 2016, homework 2: one move of Stake and Raid, by minimax, by alpha-beta or for the
//! competition.

use std::io;

use plyglot_games::stake_raid::{Move, Position, read_board, read_size, read_values};
use plyglot_games::text::{Lines, TextError};
use plyglot_games::{Game, GameId};
use plyglot_search::knowledge::StakeRaid;
use plyglot_search::shortcut;
use plyglot_search::textbook::Algorithm;

use crate::agent::{Agent, Span, describe};
use crate::words::{ALGORITHMS, DEEPEST, algorithm_name};
use crate::{Files, Options, Report};

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
    pub fn solve(&self, options: &Options, files: &mut dyn Files) -> io::Result<Report> {
        match self.mode {
            Mode::Exact { algorithm, depth } => self.search(algorithm, depth, files),
            Mode::Competition { seconds } => self.compete(seconds, options, files),
        }
    }

    fn search(
        &self,
        algorithm: Algorithm,
        depth: u32,
        files: &mut dyn Files,
    ) -> io::Result<Report> {
        let (mv, value) =
            shortcut::stake_raid::first_best(&self.position, depth).ok_or_else(full)?;
        files.create("output.txt")?.write_all(self.output(mv).as_bytes())?;
        Ok(Report {
            game: GameId::StakeRaid.name(),
            algorithm: algorithm_name(algorithm),
            depth: Some(depth),
            moves: vec![mv.to_string()],
            value: value.number(),
            ..Report::default()
        })
    }

    fn compete(
        &self,
        seconds: f64,
        options: &Options,
        files: &mut dyn Files,
    ) -> io::Result<Report> {
        let clock = options.clock();
        let legal = self.position.moves();
        let &first = legal.first().ok_or_else(full)?;
        files.publish("output.txt", &self.output(first))?;

        let mut report = Report {
            game: GameId::StakeRaid.name(),
            algorithm: "COMPETITION",
            ..Report::default()
        };
        let mut mv = first;
        // What cannot be chosen costs no time.
        if legal.len() > 1 {
            let agent = Agent::new(Span::Game, seconds, clock, options, files);
            let mut engine = agent.engine::<StakeRaid>(0);
            if let Some(thought) = engine.think(&agent.problem(&self.position, &[])) {
                describe::<StakeRaid>(&thought, &mut report);
                mv = thought.best();
            }
        }
        report.moves = vec![mv.to_string()];
        if mv != first {
            files.publish("output.txt", &self.output(mv))?;
        }
        Ok(report)
    }

    fn output(&self, mv: Move) -> String {
        format!("{mv}\n{}", self.position.after(mv).rows())
    }
}

fn full() -> io::Error {
    io::Error::other("the board is full")
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
