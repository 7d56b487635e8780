use plyglot_core::{Game, Side, Value};

use super::{Node, Observer, Step, Window};

/// The value of `root` for the side to move there, `depth` turns ahead. Visits every node.
pub fn minimax<G: Game, O: Observer<G>>(root: &G, depth: u32, observer: &mut O) -> Value {
    search::<false, G, O>(root, depth, observer)
}

/// The same value as [`minimax`], without visiting what cannot change it.
pub fn alpha_beta<G: Game, O: Observer<G>>(root: &G, depth: u32, observer: &mut O) -> Value {
    search::<true, G, O>(root, depth, observer)
}

/// Minimax that looks one turn ahead: to the end of the turn, where a turn has several moves.
pub fn greedy<G: Game, O: Observer<G>>(root: &G, observer: &mut O) -> Value {
    minimax(root, 1, observer)
}

fn search<const PRUNE: bool, G: Game, O: Observer<G>>(
    root: &G,
    depth: u32,
    observer: &mut O,
) -> Value {
    let max = root.to_move();
    let mut search: TextbookSearch<'_, PRUNE, G, O> =
        TextbookSearch { max, depth, moves: Vec::with_capacity(256), observer };
    let node = Node::root(root);
    if depth == 0 || root.outcome().is_some() {
        search.leaf(&node, Window::FULL)
    } else {
        search.inner(&node, Window::FULL)
    }
}

struct TextbookSearch<'o, const PRUNE: bool, G: Game, O> {
    /// The player at the root, whose value is maximised.
    max: Side,
    depth: u32,
    /// The moves of all nodes on the current path, one list behind the other.
    moves: Vec<G::Move>,
    observer: &'o mut O,
}

impl<const PRUNE: bool, G: Game, O: Observer<G>> TextbookSearch<'_, PRUNE, G, O> {
    /// The value of the node that `mv` leads to from `parent`.
    #[inline]
    fn visit(&mut self, parent: &Node<'_, G>, mv: G::Move, window: Window) -> Value {
        // Not `after`: a position that is returned is moved once more, which costs as much as a move.
        let mut position = parent.position.clone();
        position.play(mv);
        let node = parent.child(&position, mv);
        let depth_reached = node.depth == self.depth && !node.turn_goes_on;
        if depth_reached || position.outcome().is_some() {
            return self.leaf(&node, window);
        }
        // With a copy for the nodes below, the position of a leaf never has to be in memory.
        self.inner(&Node { position: &position.clone(), ..node }, window)
    }

    #[inline]
    fn leaf(&mut self, node: &Node<'_, G>, window: Window) -> Value {
        let value = node.position.evaluate(self.max);
        self.observer.leaf(node, value, window);
        value
    }

    /// Minimax and alpha-beta in one: they differ in the lines that mention `PRUNE`.
    fn inner(&mut self, node: &Node<'_, G>, mut window: Window) -> Value {
        self.observer.enter(node, window);
        let start = self.moves.len();
        node.position.legal_moves(&mut self.moves);
        let end = self.moves.len();

        let mut value = node.worst_value();
        for index in start..end {
            let mv = self.moves[index];
            let returned = self.visit(node, mv, window);

            let improved = node.prefers(returned, value);
            if improved {
                value = returned;
            }
            let cut = PRUNE && window.cuts(node, value);
            if PRUNE && !cut {
                window.narrow(node, value);
            }
            self.observer.back(node, &Step { mv, returned, improved, value, window });
            if cut {
                self.observer.cut(node, &self.moves[index + 1..end]);
                break;
            }
            if self.observer.has_seen_enough() {
                break;
            }
        }
        self.moves.truncate(start);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Algorithm, NodeCount, Solution};
    use super::*;
    use plyglot_core::tree::{Child, Tree};

    fn tree(text: &str) -> Tree {
        text.parse().unwrap()
    }

    fn answer(value: i64, line: &[u32], nodes: u64) -> Solution<Child> {
        let line = line.iter().copied().map(Child).collect();
        Solution { value: Value::finite(value), line, nodes }
    }

    /// AIMA, the two-ply example tree with leaves 3 12 8, 2 4 6, 14 5 2: value 3 by the first
    /// move; alpha-beta does not look at the leaves 4 and 6.
    #[test]
    fn aima_two_ply_tree() {
        let tree = tree("((3 12 8) (2 4 6) (14 5 2))");
        assert_eq!(Algorithm::Minimax.solve(&tree, 9), answer(3, &[1, 1], 13));
        assert_eq!(Algorithm::AlphaBeta.solve(&tree, 9), answer(3, &[1, 1], 11));
    }

    /// The same figure with MIN at the root, mirrored: nothing depends on who is called first.
    #[test]
    fn the_side_at_the_root_is_max() {
        let tree = tree("MIN ((-3 -12 -8) (-2 -4 -6) (-14 -5 -2))");
        assert_eq!(Algorithm::Minimax.solve(&tree, 9), answer(3, &[1, 1], 13));
        assert_eq!(Algorithm::AlphaBeta.solve(&tree, 9), answer(3, &[1, 1], 11));
    }

    #[test]
    fn equality_cuts() {
        // After 5 at the first child, a 5 in the second is as good as a cut can get.
        assert_eq!(Algorithm::AlphaBeta.solve(&tree("((5 9) (5 1))"), 9), answer(5, &[1, 1], 6));
    }

    #[test]
    fn the_first_of_equal_moves_stays() {
        for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta] {
            assert_eq!(algorithm.solve(&tree("((7 7) (7 7))"), 9).line, [Child(1), Child(1)]);
        }
    }

    #[test]
    fn a_root_without_moves_is_a_leaf() {
        for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta] {
            assert_eq!(algorithm.solve(&tree("7"), 9), answer(7, &[], 1));
        }
    }

    #[test]
    fn the_depth_limit_makes_leaves() {
        let tree = tree("((3 12 8) (2 4 6) (14 5 2))");
        assert_eq!(Algorithm::Minimax.solve(&tree, 0), answer(0, &[], 1));
        assert_eq!(Algorithm::AlphaBeta.solve(&tree, 0), answer(0, &[], 1));
        assert_eq!(Algorithm::Minimax.solve(&tree, 1), answer(0, &[1], 4));
        assert_eq!(greedy(&tree, &mut ()), Value::ZERO);
    }

    #[test]
    fn an_observer_can_end_the_search() {
        struct AtMost(u64, NodeCount);
        impl Observer<Tree> for AtMost {
            fn enter(&mut self, node: &Node<'_, Tree>, window: Window) {
                self.1.enter(node, window);
            }
            fn leaf(&mut self, node: &Node<'_, Tree>, value: Value, window: Window) {
                self.1.leaf(node, value, window);
            }
            fn has_seen_enough(&self) -> bool {
                self.1.nodes >= self.0
            }
        }
        let tree = tree("((3 12 8) (2 4 6) (14 5 2))");
        for most in 3..13 {
            let mut observer = (AtMost(most, NodeCount::default()), ());
            minimax(&tree, 9, &mut observer);
            // An inner node is not given up before its first child has returned.
            assert!((most..=most + 1).contains(&observer.0.1.nodes), "{most}");
        }
    }

    /// What an observer sees, in order, on a tree small enough to follow by hand.
    #[test]
    fn observers_see_every_step() {
        #[derive(Default)]
        struct Script(Vec<String>);
        impl Observer<Tree> for Script {
            fn enter(&mut self, node: &Node<'_, Tree>, w: Window) {
                self.0.push(format!("{} enter {} {}", node.ply, w.alpha, w.beta));
            }
            fn leaf(&mut self, node: &Node<'_, Tree>, value: Value, w: Window) {
                self.0.push(format!("{} leaf {value} {} {}", node.ply, w.alpha, w.beta));
            }
            fn back(&mut self, node: &Node<'_, Tree>, step: &Step<Child>) {
                let Step { mv, improved, value, window: w, .. } = step;
                let text =
                    format!("{} back {mv} {improved} {value} {} {}", node.ply, w.alpha, w.beta);
                self.0.push(text);
            }
            fn cut(&mut self, node: &Node<'_, Tree>, skipped: &[Child]) {
                self.0.push(format!("{} cut {skipped:?}", node.ply));
            }
        }
        let mut script = Script::default();
        alpha_beta(&tree("((4 6) (2 8))"), 9, &mut script);
        let expected = [
            "0 enter -Infinity Infinity",
            "1 enter -Infinity Infinity",
            "2 leaf 4 -Infinity Infinity",
            "1 back 1 true 4 -Infinity 4",
            "2 leaf 6 -Infinity 4",
            "1 back 2 false 4 -Infinity 4",
            "0 back 1 true 4 4 Infinity",
            "1 enter 4 Infinity",
            "2 leaf 2 4 Infinity",
            "1 back 1 true 2 4 Infinity",
            "1 cut [Child(2)]",
            "0 back 2 false 4 4 Infinity",
        ];
        assert_eq!(script.0, expected);
    }
}
