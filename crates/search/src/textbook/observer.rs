use plyglot_core::{Game, Value};

use super::{Node, Window};

/// Sees a search from inside. `()` sees nothing and costs nothing; a pair sees with both.
///
/// A node with children is announced by [`enter`](Observer::enter), then by one
/// [`back`](Observer::back) for each child that has returned, and perhaps by one
/// [`cut`](Observer::cut). A node without is announced by [`leaf`](Observer::leaf) alone.
/// Minimax always shows the full window.
pub trait Observer<G: Game> {
    /// A node with children is entered; `window` is what was passed down to it.
    #[inline]
    fn enter(&mut self, node: &Node<'_, G>, window: Window) {
        _ = (node, window);
    }

    /// A node without children: the game is over there, or the depth is reached.
    #[inline]
    fn leaf(&mut self, node: &Node<'_, G>, value: Value, window: Window) {
        _ = (node, value, window);
    }

    /// A child of `node` has returned.
    #[inline]
    fn back(&mut self, node: &Node<'_, G>, step: &Step<G::Move>) {
        _ = (node, step);
    }

    /// `node` returns without looking at `skipped`, which may be empty.
    #[inline]
    fn cut(&mut self, node: &Node<'_, G>, skipped: &[G::Move]) {
        _ = (node, skipped);
    }

    /// Whether the search may end now: what it returns then is worth nothing.
    #[inline]
    fn has_seen_enough(&self) -> bool {
        false
    }
}

/// How a node stands after one of its children has returned.
#[derive(Clone, Copy, Debug)]
pub struct Step<M> {
    /// The move to that child.
    pub mv: M,
    /// What the child returned.
    pub returned: Value,
    /// Whether that is strictly better than all children before.
    pub improved: bool,
    /// The node's value now.
    pub value: Value,
    /// The window for the next child; after a cut the one that stood before.
    pub window: Window,
}

impl<G: Game> Observer<G> for () {}

impl<G: Game, A: Observer<G>, B: Observer<G>> Observer<G> for (A, B) {
    #[inline(always)]
    fn enter(&mut self, node: &Node<'_, G>, window: Window) {
        self.0.enter(node, window);
        self.1.enter(node, window);
    }

    #[inline(always)]
    fn leaf(&mut self, node: &Node<'_, G>, value: Value, window: Window) {
        self.0.leaf(node, value, window);
        self.1.leaf(node, value, window);
    }

    #[inline(always)]
    fn back(&mut self, node: &Node<'_, G>, step: &Step<G::Move>) {
        self.0.back(node, step);
        self.1.back(node, step);
    }

    #[inline(always)]
    fn cut(&mut self, node: &Node<'_, G>, skipped: &[G::Move]) {
        self.0.cut(node, skipped);
        self.1.cut(node, skipped);
    }

    #[inline(always)]
    fn has_seen_enough(&self) -> bool {
        self.0.has_seen_enough() || self.1.has_seen_enough()
    }
}
