use plyglot_core::Game;
use plyglot_search::textbook::{Node, Observer, Step};

/// Keeps the best line to the end of the turn at the root: if the rest is not needed, keeping it
/// would cost time at every node.
#[derive(Clone, Debug)]
pub struct OwnTurn<M> {
    /// The best way to end the turn from the current node of each ply. A node hands it over when it
    /// returns; for a child outside our turn there is nothing.
    lines: Vec<Vec<M>>,
}

impl<M: Copy> OwnTurn<M> {
    /// An observer of one search.
    #[expect(clippy::new_without_default, reason = "made for one search")]
    pub fn new() -> OwnTurn<M> {
        OwnTurn { lines: vec![Vec::new()] }
    }

    /// The moves of the turn.
    pub fn into_moves(mut self) -> Vec<M> {
        self.lines.swap_remove(0)
    }

    /// Kept out of the hot path: few nodes belong to our own turn.
    #[cold]
    fn take_over<G: Game<Move = M>>(&mut self, node: &Node<'_, G>, step: &Step<M>) {
        let child = node.ply as usize + 1;
        self.lines.resize_with(self.lines.len().max(child + 1), Vec::new);
        let rest = std::mem::take(&mut self.lines[child]);
        if step.improved {
            self.lines[child - 1] = [vec![step.mv], rest].concat();
        }
    }
}

impl<G: Game> Observer<G> for OwnTurn<G::Move> {
    #[inline]
    fn back(&mut self, node: &Node<'_, G>, step: &Step<G::Move>) {
        if node.depth <= 1 && node.maximizes {
            self.take_over(node, step);
        }
    }
}
