//! The engine's view of what a position is worth, as a whole number for the side to move.

/// A worth for the side to move, in units of the game's
/// [`Knowledge::POINT`](super::Knowledge::POINT).
pub type Score = i32;

/// More than any score.
pub const INFINITE: Score = 1 << 30;
/// A decisive game that is won at once. A win after n plies is worth n less.
pub const WON: Score = 1 << 29;
/// No win is so far away that it is worth less than this.
pub const LEAST_WIN: Score = WON - (1 << 16);
/// A decisive game that is known to be won, but not how soon, is worth this and its estimate.
pub const KNOWN_WIN: Score = 1 << 24;
/// Estimates and points are never larger: they cannot be mistaken for a win.
pub const MOST_ESTIMATE: Score = LEAST_WIN - 1;

/// A number of points as a score, at most [`MOST_ESTIMATE`] to either side.
#[inline]
pub fn from_points(points: i64, point: Score) -> Score {
    let most = i64::from(MOST_ESTIMATE);
    points.saturating_mul(i64::from(point)).clamp(-most, most) as Score
}

/// In how many plies the game is won (positive) or lost (negative), if the score says so.
#[inline]
pub fn distance(score: Score) -> Option<i32> {
    if score >= LEAST_WIN {
        Some(WON - score)
    } else if score <= -LEAST_WIN {
        Some(-WON - score)
    } else {
        None
    }
}

/// Whether the score says that the game is known to be won or lost, but not how soon.
#[inline]
pub fn is_known(score: Score) -> bool {
    score.abs() >= KNOWN_WIN / 2 && distance(score).is_none()
}
