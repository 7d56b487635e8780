//! How threads divide the moves of a node among them.

use plyglot_core::Game;

use super::{ChildNode, InnerNode, NodeAt, Search};
use crate::engine::order::Rank;
use crate::engine::window::ScoreWindow;
use crate::engine::{Knowledge, Score};

/// Below nodes of less depth there is too little to divide.
const LEAST_DEPTH: i32 = 3;
/// Nor so far from the root, where depth says nothing: to the end of the game.
const MOST_PLIES: usize = 24;

impl<K: Knowledge> Search<'_, K> {
    /// Whether a node's moves are divided among threads.
    #[inline]
    pub(super) fn divides(&self, at: NodeAt) -> bool {
        // A browser has one thread, and no room for what others need.
        !cfg!(target_family = "wasm")
            && self.busy.is_some()
            && at.depth >= LEAST_DEPTH
            && at.ply <= MOST_PLIES
    }

    /// Brings the first of the moves from `nth` on that no other thread is searching to that place, if
    /// there is one. Also tells its place in the order: a move is not better for being tried earlier.
    #[cold]
    pub(super) fn bring_free(
        &mut self,
        node: &InnerNode<'_, K::Game>,
        nth: usize,
    ) -> (Rank, usize) {
        let ranks = &self.scratch.ranks[node.start..];
        let is_free = |rank: &Rank| {
            let index = node.start + rank.index();
            let key = if K::QUICK_MOVES {
                self.knowledge.key(&self.scratch.children[index])
            } else {
                self.knowledge.key(&node.position.after(self.scratch.moves[index]))
            };
            !self.busy.is_some_and(|busy| busy.has(key))
        };
        let tried = ranks[nth..].iter().take_while(|rank| !rank.is_out());
        let free = tried.clone().position(is_free).unwrap_or(0);
        let ranks = &mut self.scratch.ranks[node.start + nth..];
        ranks[..=free].rotate_right(1);
        let rank = ranks[0];
        let all = &self.scratch.ranks[node.start..];
        (rank, all.iter().filter(|&&other| other > rank).count())
    }

    /// [`search_child`](Search::search_child), and the other threads know of it meanwhile.
    pub(super) fn search_marked(
        &mut self,
        child: &ChildNode<'_, K::Game>,
        nth: usize,
        reduction: i32,
        window: ScoreWindow,
    ) -> Score {
        let key = self.knowledge.key(child.position);
        self.busy.inspect(|busy| busy.begin(key));
        let score = self.search_child(child, nth, reduction, window);
        self.busy.inspect(|busy| busy.end(key));
        score
    }
}
