//! Nodes that are settled without a look at their moves.

use plyglot_core::Game;

use super::recall::at_ply;
use super::{NodeAt, Search};
use crate::engine::score::KNOWN_WIN;
use crate::engine::scratch::MOST_PLIES;
use crate::engine::window::ScoreWindow;
use crate::engine::{Knowledge, Repetition, Score, Solved};

impl<K: Knowledge> Search<'_, K> {
    /// The score where the points that are left cannot bring it into the window.
    #[inline]
    pub(super) fn score_by_bounds(
        &self,
        position: &K::Game,
        at: NodeAt,
        window: ScoreWindow,
    ) -> Option<Score> {
        if !self.techniques.bounds || at.is_root() {
            return None;
        }
        let ScoreWindow { alpha, beta } = window;
        let (least, most) = self.knowledge.bounds_within(position, alpha, beta);
        if least >= beta || least == most {
            Some(least)
        } else if most <= alpha {
            Some(most)
        } else {
            None
        }
    }

    /// The score where the game is drawn by repetition.
    #[inline]
    pub(super) fn score_of_draw(&mut self, position: &K::Game, at: NodeAt) -> Option<Score> {
        let rule = K::REPETITION?;
        if at.is_root() || !self.is_drawn(rule, position, at) {
            return None;
        }
        self.guesses += 1;
        Some(self.score_of_a_draw(position))
    }

    /// The score where it is known for certain. If the root itself is, a win or a loss is no news: the
    /// search is for the way. But of a drawn root's moves, those that give the draw away are told apart.
    ///
    /// Asked for what the root's own moves lead to, and where something irreversible has happened: in
    /// between nothing changes. An answer can take as long as many nodes, so not where few are saved.
    #[inline]
    pub(super) fn score_of_solved(&mut self, position: &K::Game, at: NodeAt) -> Option<Score> {
        const LEAST_DEPTH: i32 = 6;
        const MARGIN: Score = KNOWN_WIN / 4;
        let is_asked = at.ply == 1 || at.quiet == 0 && at.depth >= LEAST_DEPTH;
        if at.is_root() || !is_asked || !self.techniques.solved {
            return None;
        }
        let is_next_to_draw = at.ply == 1 && self.root_solved == Some(Solved::Draw);
        // The turns behind it may yet save who has given a draw away, which is nothing to build on.
        let quiet = if is_next_to_draw { 0 } else { at.quiet };
        let base = match self.knowledge.solved(position, quiet)? {
            // Of several draws the best looking one is best, against an opponent who may err.
            Solved::Draw if is_next_to_draw && self.draw < 0 => return None,
            Solved::Draw => return Some(self.score_of_a_draw(position)),
            Solved::Win if is_next_to_draw => return Some(KNOWN_WIN),
            _ if self.root_solved.is_some() || position.outcome().is_some() => return None,
            // In the middle of an exchange the estimate would say nothing.
            _ if !self.knowledge.is_quiet(position) => return None,
            Solved::Win => KNOWN_WIN,
            Solved::Loss => -KNOWN_WIN,
        };
        // Of several wins the best looking one is best.
        self.guesses += 1;
        Some(base + self.estimate(position).clamp(-MARGIN, MARGIN))
    }

    fn score_of_a_draw(&self, position: &K::Game) -> Score {
        let is_ours = position.to_move() == self.root_side;
        if is_ours { self.draw } else { -self.draw }
    }

    /// Whether the game is drawn here. Once more on the same path is enough: what was not better
    /// the first time will not be the second. Before the root the rule itself must be fulfilled.
    #[inline]
    fn is_drawn(&self, rule: Repetition, position: &K::Game, at: NodeAt) -> bool {
        // Both sides have to go and to return before a position comes again.
        const SHORTEST: usize = 4;
        let NodeAt { ply, quiet, .. } = at;
        if quiet < SHORTEST {
            return false;
        }
        if quiet >= rule.quiet_turns {
            // A win on the same turn goes first.
            return position.outcome().is_none();
        }
        let (here, key) = (self.past + ply, self.knowledge.key(position));
        let mut occurrences = 1;
        for back in (SHORTEST..=quiet.min(here)).step_by(2) {
            if self.scratch.path[here - back] == key {
                occurrences += if back <= ply { rule.occurrences - 1 } else { 1 };
            }
        }
        occurrences >= rule.occurrences
    }

    /// The score where the depth is used up, unless the search has to go on even so.
    #[inline]
    pub(super) fn score_of_leaf(&mut self, position: &K::Game, at: NodeAt) -> Option<Score> {
        let is_last = at.ply >= MOST_PLIES;
        if at.depth > 0 && !is_last {
            return None;
        }
        if position.outcome().is_some() {
            return Some(self.final_score(position, at.ply));
        }
        let is_quiet = !self.techniques.quiescence || self.knowledge.is_quiet(position);
        if !is_quiet && !is_last {
            return None;
        }
        self.guesses += 1;
        Some(self.estimate(position))
    }

    /// What a finished game is worth, seen from the root.
    #[inline]
    pub(super) fn final_score(&self, position: &K::Game, ply: usize) -> Score {
        at_ply::<K>(self.knowledge.final_score(position), ply)
    }
}
