//! What the engine knows of Stake and Raid.

use crate::stake_raid::{Board, Kind, Move, Position};

use plyglot_search::engine::score::{MOST_ESTIMATE, from_points};
use plyglot_search::engine::{Knowledge, Score, rules_score};
use plyglot_search::opponents::Levels;

/// With more free cells there are no bounds.
const MOST_BOUNDED: u32 = 40;

/// Stake and Raid is won by the value of the own cells on a full board.
#[derive(Clone, Copy, Debug, Default)]
pub struct StakeRaid;

impl Knowledge for StakeRaid {
    type Game = Position;
    const POINT: Score = 1;
    const KILLERS: bool = false;
    const LEVELS: Levels = crate::stake_raid::levels::LEVELS;
    const HISTORY_SIZE: usize = 2 * Board::LARGEST * Board::LARGEST;

    /// The score, and half of the best that the mover can gain next: after this turn comes the
    /// opponent's.
    #[inline]
    fn estimate(&self, position: &Position) -> Score {
        let next = from_points(position.largest_gain(), Self::POINT);
        rules_score(position, Self::POINT) + next / 2
    }

    #[inline]
    fn history_index(&self, Move { kind, cell }: Move) -> usize {
        let kind = if kind == Kind::Raid { Board::LARGEST * Board::LARGEST } else { 0 };
        kind + cell.row() * Board::LARGEST + cell.column()
    }

    /// Of the two moves on a cell, the one that is never worse.
    #[inline]
    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        position.best_moves(out);
    }

    /// The mover's gain, and the gain that it takes from the opponent.
    #[inline]
    fn move_score(&self, position: &Position, mv: Move) -> i32 {
        let [own, others] = position.stakes(mv.cell);
        (own + others) as i32
    }

    /// With many free cells they never settle anything, and take longer than all else.
    #[inline]
    fn bounds(&self, position: &Position) -> (Score, Score) {
        if position.free_cells() > MOST_BOUNDED {
            return (-MOST_ESTIMATE, MOST_ESTIMATE);
        }
        let now = rules_score(position, Self::POINT);
        let [own, others] = position.most_gains().map(|gain| from_points(gain, Self::POINT));
        (now - others, now + own)
    }

    #[inline]
    fn banked(&self, position: &Position) -> Score {
        rules_score(position, Self::POINT)
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.open_key()
    }

    /// Of the many moves on a large board few are worth the same depth. But where the depth reaches the
    /// end of the game, every line is followed there, so that the answer is certain.
    #[inline]
    fn reduction(&self, position: &Position, depth: i32, nth: usize) -> i32 {
        if depth as u32 >= position.free_cells() {
            return 0;
        }
        [2, 5, 12].map(|from| i32::from(nth >= from)).iter().sum::<i32>()
            + i32::from(nth >= 30 && depth >= 4)
    }

    fn turns_to_go(&self, position: &Position) -> u32 {
        position.free_cells().div_ceil(2)
    }
}
