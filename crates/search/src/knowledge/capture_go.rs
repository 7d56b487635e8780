use plyglot_games::capture_go::{LARGEST, Point, Position};

use crate::engine::{Knowledge, Score};

/// Capture Go is won by the number of stones on a full board.
#[derive(Clone, Copy, Debug, Default)]
pub struct CaptureGo<const W: usize>;

impl<const W: usize> Knowledge for CaptureGo<W> {
    type Game = Position<W>;
    const POINT: Score = 1;
    const SLOTS: usize = LARGEST * LARGEST;

    #[inline]
    fn slot(&self, point: Point) -> usize {
        point.row() * LARGEST + point.column()
    }

    fn turns_to_go(&self, position: &Position<W>) -> u32 {
        position.empty_points().count().div_ceil(2)
    }
}
