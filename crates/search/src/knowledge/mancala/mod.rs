mod endings;

use std::cell::RefCell;

use plyglot_games::mancala::{Board, Move, Position};
use plyglot_games::{Game, Side};

use self::endings::Endings;
use super::points;
use crate::engine::score::from_points;
use crate::engine::{Knowledge, Score};

/// Mancala is won by the stones in the mancalas. What is there stays there.
#[derive(Clone, Debug, Default)]
pub struct Mancala {
    endings: RefCell<Endings>,
}

impl Knowledge for Mancala {
    type Game = Position;
    const POINT: Score = 1;
    const KILLERS: bool = false;
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

    /// In the order of sowing, so that a board turned round lists them in the same.
    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        let start = out.len();
        position.legal_moves(out);
        if position.to_move() == Side::Second {
            out[start..].reverse();
        }
    }

    #[inline]
    fn promise(&self, position: &Position, mv: Move) -> i32 {
        let pit = match mv.side() {
            Side::First => mv.column(),
            Side::Second => position.board().pits() - 1 - mv.column(),
        };
        let (gain, again) = position.effect(mv);
        pit as i32 + if again { 1000 } else { 10 * i32::from(gain) }
    }

    #[inline]
    fn reach(&self, position: &Position) -> (Score, Score) {
        let banked = self.banked(position);
        let board = position.board();
        let both = [Side::First, Side::Second].map(|side| i64::from(board.mancala(side)));
        let left = board.stones() - both[0] - both[1];
        if position.outcome().is_none() && let Some(value) = self.endings.borrow_mut().value(position, left as usize) {
            return (banked + value, banked + value);
        }
        let left = from_points(left, Self::POINT);
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
