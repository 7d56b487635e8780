//! What the engine knows of Capture Go.

use super::prospects::Prospects;
use super::{LARGEST, Point, Position};
use plyglot_core::Game;

use plyglot_search::engine::score::INFINITE;
use plyglot_search::engine::{Knowledge, Score};
use plyglot_search::opponents::Levels;

/// Capture Go is won by the number of stones on a full board. Every turn fills one point, so it is
/// known from the start which side moves last. That move takes the last liberty of all opposing
/// stones and wins: both sides play for the number of stones that the winner has then.
#[derive(Clone, Copy, Debug, Default)]
pub struct CaptureGo<const W: usize>;

impl<const W: usize> Knowledge for CaptureGo<W> {
    type Game = Position<W>;
    const POINT: Score = 1;
    const KILLERS: bool = false;
    const LEVELS: Levels = super::levels::LEVELS;
    const HISTORY_SIZE: usize = LARGEST * LARGEST;

    #[inline]
    fn estimate(&self, position: &Position<W>) -> Score {
        let stones = Prospects::of(position).likely();
        if moves_last(position) { stones } else { -stones }
    }

    #[inline]
    fn history_index(&self, point: Point) -> usize {
        point.row() * LARGEST + point.column()
    }

    /// Either side should play where the winner's groups would gain most.
    #[inline]
    fn move_score(&self, position: &Position<W>, point: Point) -> i32 {
        Prospects::of(position).gain(Position::<W>::index(point))
    }

    #[inline]
    fn bounds(&self, position: &Position<W>) -> (Score, Score) {
        self.bounds_within(position, -INFINITE, INFINITE)
    }

    /// The winner keeps the last stone at least, and loses none with it.
    #[inline]
    fn bounds_within(&self, position: &Position<W>, alpha: Score, beta: Score) -> (Score, Score) {
        let prospects = Prospects::of(position);
        match position.move_count() {
            0 => (self.final_score(position), self.final_score(position)),
            1 => (prospects.most(), prospects.most()),
            _ if moves_last(position) => prospects.bounds_within(alpha, beta),
            _ => {
                let (least, most) = prospects.bounds_within(-beta, -alpha);
                (-most, -least)
            }
        }
    }

    #[inline]
    fn key(&self, position: &Position<W>) -> u64 {
        Prospects::of(position).key()
    }

    fn turns_to_go(&self, position: &Position<W>) -> u32 {
        position.empty_points().count().div_ceil(2)
    }
}

/// Whether the side to move moves last too.
#[inline]
fn moves_last<const W: usize>(position: &Position<W>) -> bool {
    position.move_count() % 2 == 1
}
