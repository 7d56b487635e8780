use plyglot_core::{Game, Value};

use super::{Node, Observer, Step, Window};

/// Counts the nodes visited, the root included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeCount {
    /// How many so far.
    pub nodes: u64,
}

impl<G: Game> Observer<G> for NodeCount {
    #[inline]
    fn enter(&mut self, _: &Node<'_, G>, _: Window) {
        self.nodes += 1;
    }

    #[inline]
    fn leaf(&mut self, _: &Node<'_, G>, _: Value, _: Window) {
        self.nodes += 1;
    }
}

/// Keeps the line of best play: of equal moves always the first.
///
/// A node's line is taken over by its parent only when it is strictly better than what the parent
/// had, and then the node was not cut: so alpha-beta's bounds never get into it.
#[derive(Clone, Debug)]
pub struct BestLine<M> {
    /// The best line below the current node of each ply.
    lines: Vec<Vec<M>>,
    /// The ply of the leaf visited last. Most nodes are leaves: this is all that they cost.
    last_leaf: u32,
}

impl<M> Default for BestLine<M> {
    fn default() -> BestLine<M> {
        BestLine { lines: vec![Vec::new()], last_leaf: 0 }
    }
}

impl<M> BestLine<M> {
    /// The line from the root.
    pub fn into_moves(mut self) -> Vec<M> {
        self.lines.swap_remove(0)
    }
}

impl<G: Game> Observer<G> for BestLine<G::Move> {
    #[inline]
    fn enter(&mut self, node: &Node<'_, G>, _: Window) {
        // What stands here from another node is replaced when the first child returns.
        if node.ply as usize == self.lines.len() {
            self.lines.push(Vec::new());
        }
    }

    #[inline]
    fn leaf(&mut self, node: &Node<'_, G>, _: Value, _: Window) {
        self.last_leaf = node.ply;
    }

    #[inline]
    fn back(&mut self, node: &Node<'_, G>, step: &Step<G::Move>) {
        if step.improved {
            let child = node.ply as usize + 1;
            let (above, below) = self.lines.split_at_mut(child);
            let line = &mut above[child - 1];
            line.clear();
            line.push(step.mv);
            // If the child was a leaf, no other came after it.
            if self.last_leaf as usize != child {
                line.extend_from_slice(&below[0]);
            }
        }
    }
}
