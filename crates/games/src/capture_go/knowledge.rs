//! What the engine knows of Capture Go.

use crate::capture_go::{LARGEST, Point, Position};
use plyglot_core::Game;

use plyglot_search::engine::{Knowledge, Score, rules_score};
use plyglot_search::opponents::Levels;

/// Capture Go is won by the number of stones on a full board. Every turn fills one point, so it is
/// known from the start which side moves last. That move takes the last liberty of all opposing
/// stones and wins: both sides play for the number of stones that the winner has then.
#[derive(Clone, Copy, Debug, Default)]
pub struct CaptureGo<const W: usize>;

impl<const W: usize> CaptureGo<W> {
    /// The most by which the side to move can win, or the most by which it can lose, as a negative
    /// number: the winner's stones, and one more for each of its turns. 0 if the game is over.
    #[inline]
    fn widest_margin(position: &Position<W>) -> Score {
        let turns = position.empty_points().count() as Score;
        let [own, others] = position.stones().map(|stones| stones as Score);
        match turns {
            0 => 0,
            _ if turns % 2 == 1 => own + turns / 2 + 1,
            _ => -(others + turns / 2),
        }
    }
}

impl<const W: usize> Knowledge for CaptureGo<W> {
    type Game = Position<W>;
    const POINT: Score = 1;
    const LEVELS: Levels = crate::capture_go::levels::LEVELS;
    const HISTORY_SIZE: usize = LARGEST * LARGEST;

    /// As if the winner lost no more stones.
    #[inline]
    fn estimate(&self, position: &Position<W>) -> Score {
        Self::widest_margin(position)
    }

    #[inline]
    fn history_index(&self, point: Point) -> usize {
        point.row() * LARGEST + point.column()
    }

    /// The move that takes most comes first.
    #[inline]
    fn move_score(&self, position: &Position<W>, point: Point) -> i32 {
        -rules_score(&position.after(point), Self::POINT)
    }

    /// The winner keeps the last stone at least.
    #[inline]
    fn bounds(&self, position: &Position<W>) -> (Score, Score) {
        match Self::widest_margin(position) {
            0 => {
                let score = self.final_score(position);
                (score, score)
            }
            most @ 1.. => (1, most),
            least => (least, -1),
        }
    }

    fn turns_to_go(&self, position: &Position<W>) -> u32 {
        position.empty_points().count().div_ceil(2)
    }
}
