use super::Score;
use super::score::INFINITE;

/// The scores that matter at a node, for its side to move: `alpha` is had elsewhere already, and the
/// opponent does not allow `beta`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScoreWindow {
    pub alpha: Score,
    pub beta: Score,
}

impl ScoreWindow {
    /// Every score matters.
    pub const FULL: ScoreWindow = ScoreWindow { alpha: -INFINITE, beta: INFINITE };

    /// Asks only whether a score is more than `alpha`.
    #[inline]
    pub fn null(alpha: Score) -> ScoreWindow {
        ScoreWindow { alpha, beta: alpha + 1 }
    }

    /// Whether a score can lie between the two: whether it is no null window.
    #[inline]
    pub fn is_open(self) -> bool {
        self.alpha + 1 < self.beta
    }

    /// The same window for the opponent.
    #[inline]
    pub fn flipped(self) -> ScoreWindow {
        ScoreWindow { alpha: -self.beta, beta: -self.alpha }
    }
}
