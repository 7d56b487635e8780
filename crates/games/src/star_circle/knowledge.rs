//! What the engine knows of Star and Circle.

use crate::star_circle::{Move, Position, Square};

use plyglot_search::engine::{Knowledge, Score};
use plyglot_search::opponents::Levels;

/// Star and Circle is won by the value of the rows that the pieces have reached.
#[derive(Clone, Copy, Debug, Default)]
pub struct StarCircle;

impl Knowledge for StarCircle {
    type Game = Position;
    const POINT: Score = 1;
    const LEVELS: Levels = crate::star_circle::levels::LEVELS;
    const HISTORY_SIZE: usize = 64 * 64 + 1;

    #[inline]
    fn history_index(&self, mv: Move) -> usize {
        match mv {
            Move::Go { from, to } => number(from) * 64 + number(to),
            Move::Pass => 64 * 64,
        }
    }

    /// Jumps first.
    #[inline]
    fn move_score(&self, _position: &Position, mv: Move) -> i32 {
        match mv {
            Move::Go { from, to } => i32::from(from.row().abs_diff(to.row()) == 2),
            Move::Pass => 0,
        }
    }

    #[inline]
    fn reduction(&self, _position: &Position, depth: i32, nth: usize) -> i32 {
        i32::from(nth >= 4) + i32::from(nth >= 10 && depth >= 6)
    }

    fn turns_to_go(&self, _position: &Position) -> u32 {
        25
    }
}

fn number(square: Square) -> usize {
    square.row() * 8 + square.column()
}
