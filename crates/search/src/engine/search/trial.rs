//! Nodes that a shallower search settles, where the estimate says that it will.

use super::{NodeAt, Search};
use crate::engine::score::LEAST_WIN;
use crate::engine::window::ScoreWindow;
use crate::engine::{Knowledge, Score};

impl<K: Knowledge> Search<'_, K> {
    /// The score of a node whose estimate lies well above its window, if a shallower search agrees
    /// (in the manner of ProbCut, Buro 1995). Not below it: what looks bad may begin a combination. And
    /// not with a clear lead: there only the end is left to find.
    #[inline]
    pub(super) fn score_by_trial(
        &mut self,
        position: &K::Game,
        at: NodeAt,
        window: ScoreWindow,
    ) -> Option<Score> {
        let trial = K::TRIAL?;
        let beta = window.beta;
        let is_wanted = self.techniques.trials
            && self.root_solved.is_none()
            && at.depth >= trial.least_depth
            && !window.is_open()
            && beta.abs() < K::CLEAR_LEAD.unwrap_or(LEAST_WIN)
            && self.knowledge.is_quiet(position)
            && self.estimate(position) >= beta + trial.margin;
        if !is_wanted {
            return None;
        }
        let guesses_before = self.guesses;
        // Not by way of another trial of the same node: a deep one would be settled by a few plies.
        let shallower = NodeAt { depth: at.depth - trial.plies, ..at };
        let score = self.search_node(position, shallower, window);
        if self.stopped {
            return Some(0);
        }
        if score < beta {
            self.guesses = guesses_before;
            return None;
        }
        Some(score)
    }
}
