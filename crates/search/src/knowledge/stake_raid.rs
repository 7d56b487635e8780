use plyglot_games::Game;
use plyglot_games::stake_raid::{Board, Kind, Move, Position};

use super::points;
use crate::engine::{Knowledge, Score};

/// Stake and Raid is won by the value of the own cells on a full board.
#[derive(Clone, Copy, Debug, Default)]
pub struct StakeRaid;

impl Knowledge for StakeRaid {
    type Game = Position;
    const POINT: Score = 1;
    const SLOTS: usize = 2 * Board::LARGEST * Board::LARGEST;

    #[inline]
    fn estimate(&self, position: &Position) -> Score {
        points(position, Self::POINT)
    }

    fn final_score(&self, position: &Position) -> Score {
        points(position, Self::POINT)
    }

    #[inline]
    fn slot(&self, Move { kind, cell }: Move) -> usize {
        let kind = if kind == Kind::Raid { Board::LARGEST * Board::LARGEST } else { 0 };
        kind + cell.row() * Board::LARGEST + cell.column()
    }

    fn turns_to_go(&self, position: &Position) -> u32 {
        // Every free cell can be staked: at least half of the moves are Stakes, one a cell.
        position.moves().iter().filter(|mv| mv.kind == Kind::Stake).count().div_ceil(2) as u32
    }
}
