use plyglot_games::mancala::{Board, Move, Position};
use plyglot_games::{Game, Side};

use super::points;
use crate::engine::score::from_points;
use crate::engine::{Knowledge, Score};

/// Mancala is won by the stones in the mancalas. What is there stays there.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mancala;

impl Knowledge for Mancala {
    type Game = Position;
    const POINT: Score = 1;
    const SLOTS: usize = *Board::PITS.end();

    #[inline]
    fn estimate(&self, position: &Position) -> Score {
        points(position, Self::POINT)
    }

    fn final_score(&self, position: &Position) -> Score {
        points(position, Self::POINT)
    }

    #[inline]
    fn slot(&self, mv: Move) -> usize {
        mv.column()
    }

    #[inline]
    fn reach(&self, position: &Position) -> (Score, Score) {
        let banked = self.banked(position);
        let board = position.board();
        let both = [Side::First, Side::Second].map(|side| i64::from(board.mancala(side)));
        let left = from_points(board.stones() - both[0] - both[1], Self::POINT);
        (banked - left, banked + left)
    }

    #[inline]
    fn banked(&self, position: &Position) -> Score {
        points(position, Self::POINT)
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.pits_key()
    }

    fn turns_to_go(&self, position: &Position) -> u32 {
        let board = position.board();
        let both = [Side::First, Side::Second].map(|side| i64::from(board.mancala(side)));
        let left = board.stones() - both[0] - both[1];
        (left as u32 / 2)
            .clamp(3, 30)
            .min(5 + 5 * board.pits() as u32)
            .max(position.move_count() as u32)
    }
}
