use plyglot_core::{Game, Value};

/// A node of the search tree, on its way down.
#[derive(Clone, Copy, Debug)]
pub struct Node<'p, G: Game> {
    /// The position here.
    pub position: &'p G,
    /// The move that led here; none at the root.
    pub mv: Option<G::Move>,
    /// How many moves lie between the root and here.
    pub ply: u32,
    /// The turn which that move belongs to, counted from 1; 0 at the root. It is the ply, except
    /// where a player moves several times in a turn.
    pub depth: u32,
    /// Whether the player who made that move moves again.
    pub turn_goes_on: bool,
    /// Whether the player at the root moves here.
    pub maximizes: bool,
}

impl<'p, G: Game> Node<'p, G> {
    #[inline]
    pub(super) fn root(position: &'p G) -> Node<'p, G> {
        Node { position, mv: None, ply: 0, depth: 0, turn_goes_on: false, maximizes: true }
    }

    /// The node below this one.
    #[inline]
    pub(super) fn child<'c>(&self, position: &'c G, mv: G::Move) -> Node<'c, G> {
        // Asked of the two positions, so that the compiler sees where players always alternate.
        let turn_goes_on = position.to_move() == self.position.to_move();
        Node {
            position,
            mv: Some(mv),
            ply: self.ply + 1,
            depth: self.depth + u32::from(!self.turn_goes_on),
            turn_goes_on,
            maximizes: self.maximizes == turn_goes_on,
        }
    }

    /// What the value of this node starts from.
    #[inline]
    pub fn worst_value(&self) -> Value {
        if self.maximizes { Value::NEG_INFINITY } else { Value::INFINITY }
    }

    /// Whether the side to move here prefers `a` to `b`. Equal is not better: the first best stays.
    #[inline]
    pub(super) fn prefers(&self, a: Value, b: Value) -> bool {
        if self.maximizes { a > b } else { a < b }
    }
}

/// The values that can still matter to the nodes above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// What the player at the root has for certain.
    pub alpha: Value,
    /// What the opponent has for certain.
    pub beta: Value,
}

impl Window {
    /// Nothing is certain yet.
    pub const FULL: Window = Window { alpha: Value::NEG_INFINITY, beta: Value::INFINITY };

    /// Whether a node that has reached `value` need not look at its other children: the other
    /// side has something at least as good further up. Equality cuts.
    #[inline]
    pub(super) fn cuts<G: Game>(&self, node: &Node<'_, G>, value: Value) -> bool {
        if node.maximizes { value >= self.beta } else { value <= self.alpha }
    }

    /// The window once a node has reached `value`.
    #[inline]
    pub(super) fn narrow<G: Game>(&mut self, node: &Node<'_, G>, value: Value) {
        if node.maximizes {
            self.alpha = self.alpha.max(value);
        } else {
            self.beta = self.beta.min(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::tree::{Child, Tree};

    /// The depth counts turns: it grows with the first move of one, not with those that follow.
    #[test]
    fn a_turn_may_have_several_moves() {
        let [max, min]: [Tree; 2] = ["(1 2)", "MIN (1 2)"].map(|text| text.parse().unwrap());
        let root = Node::root(&max);
        let again = root.child(&max, Child(1));
        let third = again.child(&max, Child(1));
        let reply = third.child(&min, Child(1));
        let next = reply.child(&max, Child(1));
        let seen = [root, again, third, reply, next]
            .map(|node| (node.ply, node.depth, node.turn_goes_on, node.maximizes));
        let expected = [
            (0, 0, false, true),
            (1, 1, true, true),
            (2, 1, true, true),
            (3, 1, false, false),
            (4, 2, false, true),
        ];
        assert_eq!(seen, expected);
    }
}
