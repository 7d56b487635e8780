mod endings;

use std::cell::RefCell;

use plyglot_games::mancala::{Board, Move, Position};
use plyglot_games::{Game, Side};

use self::endings::Endings;
use crate::engine::score::from_points;
use crate::engine::{Knowledge, Score, rules_score};

/// Mancala is won by the stones in the mancalas. What is there stays there.
#[derive(Clone, Debug)]
pub struct Mancala {
    /// What is known of them grows with every look.
    endings: RefCell<Endings>,
}

impl Mancala {
    /// For solving a board to the end: knows endings with more stones, which take some seconds to
    /// work out, and save more.
    pub fn solver() -> Mancala {
        Mancala { endings: RefCell::new(Endings::new(13)) }
    }
}

/// For playing: no ending takes more than a moment to work out.
impl Default for Mancala {
    fn default() -> Mancala {
        Mancala { endings: RefCell::new(Endings::new(8)) }
    }
}

/// The stones that are still in the pits.
#[inline]
fn left(board: &Board) -> i64 {
    let banked = [Side::First, Side::Second].map(|side| i64::from(board.mancala(side)));
    board.stones() - banked[0] - banked[1]
}

impl Knowledge for Mancala {
    type Game = Position;
    const POINT: Score = 1;
    const KILLERS: bool = false;
    const SLOTS: usize = *Board::PITS.end();

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

    /// Another move first; then what gains most, from far right, and leaves the opponent few moves.
    #[inline]
    fn promise(&self, position: &Position, mv: Move) -> i32 {
        let board = position.board();
        let pit = match mv.side() {
            Side::First => mv.column(),
            Side::Second => board.pits() - 1 - mv.column(),
        };
        let (gain, again) = position.effect(mv);
        if again {
            return 100_000 + 3 * pit as i32;
        }
        let stones = i32::from(board.pit(mv.side(), mv.column()));
        let replies = position.after(mv).move_count() as i32;
        20 * i32::from(gain) + 3 * (pit as i32 - replies) - stones
    }

    #[inline]
    fn reach(&self, position: &Position) -> (Score, Score) {
        let banked = self.banked(position);
        let left = left(position.board());
        if position.outcome().is_none()
            && let Some(value) = self.endings.borrow_mut().value(position, left)
        {
            return (banked + value, banked + value);
        }
        let left = from_points(left, Self::POINT);
        (banked - left, banked + left)
    }

    #[inline]
    fn banked(&self, position: &Position) -> Score {
        rules_score(position, Self::POINT)
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.pits_key()
    }

    fn turns_to_go(&self, position: &Position) -> u32 {
        let board = position.board();
        let turns = (left(board) as u32 / 2).min(5 + 5 * board.pits() as u32);
        turns.clamp(3, 30).max(position.move_count() as u32)
    }
}
