//! Nodes near the end of the depth that their estimate settles.

use super::{NodeAt, Search};
use crate::engine::score::LEAST_WIN;
use crate::engine::window::ScoreWindow;
use crate::engine::{Knowledge, Score};

impl<K: Knowledge> Search<'_, K> {
    /// The score of a node whose estimate lies so far outside its window that the few turns left will
    /// not bring it back (futility pruning, and its reverse). Not where something can be taken at once:
    /// there an estimate means little.
    #[inline]
    pub(super) fn score_by_estimate(
        &mut self,
        position: &K::Game,
        at: NodeAt,
        window: ScoreWindow,
    ) -> Option<Score> {
        let futility = K::FUTILITY?;
        let (above, below) = (futility.above.at(at.depth), futility.below.at(at.depth));
        let ScoreWindow { alpha, beta } = window;
        let is_wanted = self.techniques.futility
            && (above.is_some() || below.is_some())
            && self.root_solved.is_none()
            && !at.is_root()
            && !window.is_open()
            && beta.abs() < K::CLEAR_LEAD.unwrap_or(LEAST_WIN)
            && self.knowledge.is_quiet(position)
            && !self.knowledge.is_threatened(position);
        if !is_wanted {
            return None;
        }
        let estimate = self.estimate(position);
        let score = match (above, below) {
            (Some(margin), _) if estimate - margin >= beta => estimate - margin,
            (_, Some(margin)) if estimate + margin <= alpha => estimate + margin,
            _ => return None,
        };
        self.guesses += 1;
        Some(score)
    }

    /// How good a position looks.
    #[inline]
    pub(super) fn estimate(&mut self, position: &K::Game) -> Score {
        if !K::COSTLY_ESTIMATE {
            return self.knowledge.estimate(position);
        }
        let key = self.knowledge.key(position);
        self.scratch.estimates.get_or(key, || self.knowledge.estimate(position))
    }
}
