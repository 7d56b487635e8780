//! CSCI-561 Spring 2018, homework 1: one move of Star and Circle, by minimax or alpha-beta.

use std::io;

use plyglot_games::star_circle::{Position, read_board, read_row_values};
use plyglot_games::text::{Lines, TextError};
use plyglot_games::{Game, GameId, Side};
use plyglot_search::shortcut;
use plyglot_search::textbook::{Algorithm, Answer};

use crate::words::{ALGORITHMS, DEEPEST, algorithm_name};
use crate::{Files, Report};

/// One `input.txt`.
#[derive(Clone, Debug)]
pub struct Task {
    /// Where to move, and who.
    pub position: Position,
    /// By which search.
    pub algorithm: Algorithm,
    /// How many plies ahead.
    pub depth: u32,
}

impl Task {
    /// Reads the player, the algorithm, the depth, eight rows and the row values.
    ///
    /// # Errors
    /// At the first place that does not fit.
    pub fn read(mut lines: Lines<'_>) -> Result<Task, TextError> {
        let player = lines.next("the player")?.side::<Position>()?;
        let algorithm = lines.next("the algorithm")?.one_of(&ALGORITHMS)?;
        let depth = lines.next("the depth limit")?.integer("a depth limit", 1..=DEEPEST)? as u32;
        let first_row = lines.clone().next("the board")?;
        let board = read_board(&mut lines)?;
        let row_values = read_row_values(&mut lines)?;
        lines.end()?;
        for side in [Side::First, Side::Second] {
            if !board.has_pieces(side) {
                let name = Position::side_name(side);
                return Err(first_row.error(format!("the board has no piece of {name}")));
            }
        }
        Ok(Task { position: Position::new(board, row_values, player), algorithm, depth })
    }

    /// Writes `output.txt`: the move, its myopic and farsighted utility, the nodes visited.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn solve(&self, files: &mut dyn Files) -> io::Result<Report> {
        let Answer { value, line, nodes } = match self.algorithm {
            Algorithm::Minimax => shortcut::star_circle::minimax(&self.position, self.depth),
            Algorithm::AlphaBeta => Algorithm::AlphaBeta.solve(&self.position, self.depth),
        };
        let mv = line[0];
        let myopic = self.position.after(mv).evaluate(self.position.to_move());
        // No newline at the end: the source has none.
        write!(files.create("output.txt")?, "{mv}\n{myopic}\n{value}\n{nodes}")?;
        Ok(Report {
            game: GameId::StarCircle.name(),
            algorithm: algorithm_name(self.algorithm),
            depth: Some(self.depth),
            moves: vec![mv.to_string()],
            value: value.number(),
            myopic: myopic.number(),
            nodes: Some(nodes),
            ..Report::default()
        })
    }
}
