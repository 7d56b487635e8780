use super::Small;
use super::liberties::without_liberties;
use plyglot_core::bits::Bits;

/// The number of legal positions of real Go on a board of `side` by `side` points: those in which
/// every group has a liberty (OEIS A094777: 1, 57, 12675, 24318165, ...). It looks at all
/// `3^(side*side)` ways to put stones on the board, so `side` should be at most 4.
///
/// # Panics
/// If `side` is above 7.
pub fn count_legal_go_positions(side: usize) -> u64 {
    let points: Vec<Bits<1>> = Small::empty(side, side).map_or_else(Vec::new, |position| {
        position.empty_points().into_iter().map(Bits::single).collect()
    });
    assert!(side == 0 || !points.is_empty(), "a board of {side}x{side} is too large");
    count(&points, Bits::EMPTY, Bits::EMPTY, Bits::EMPTY)
}

/// Fills the points that are `left` in all ways.
fn count(left: &[Bits<1>], black: Bits<1>, white: Bits<1>, empty: Bits<1>) -> u64 {
    match left {
        [] => {
            let is_legal = without_liberties(black, empty).is_empty()
                && without_liberties(white, empty).is_empty();
            u64::from(is_legal)
        }
        [point, left @ ..] => {
            count(left, black, white, empty | *point)
                + count(left, black | *point, white, empty)
                + count(left, black, white | *point, empty)
        }
    }
}
