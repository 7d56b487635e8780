use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use plyglot_core::{Game, Value};

use super::{Node, Observer, Step, Window};

/// How far a search has come, for another thread to look at, and how far it may go.
#[derive(Debug)]
pub struct Progress {
    nodes: AtomicU64,
    /// The bits of a number from 0 to 1.
    share: AtomicU64,
    most: u64,
    stop: Option<Arc<AtomicBool>>,
    is_given_up: AtomicBool,
}

impl Progress {
    /// A search that has not begun.
    pub const fn new() -> Progress {
        Progress {
            nodes: AtomicU64::new(0),
            share: AtomicU64::new(0),
            most: u64::MAX,
            stop: None,
            is_given_up: AtomicBool::new(false),
        }
    }

    /// A search that is given up when it has visited about so many nodes, or when it is stopped.
    pub fn bounded(most: u64, stop: Arc<AtomicBool>) -> Progress {
        Progress { most, stop: Some(stop), ..Progress::new() }
    }

    /// Whether the search was given up: then what it returned is no answer.
    pub fn is_given_up(&self) -> bool {
        self.is_given_up.load(Ordering::Relaxed)
    }

    /// Whether a search that has visited so many nodes has to be given up. To ask now and then is
    /// enough.
    pub fn gives_up_at(&self, nodes: u64) -> bool {
        let is_stopped = || self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        if nodes > self.most || is_stopped() {
            self.is_given_up.store(true, Ordering::Relaxed);
        }
        self.is_given_up()
    }

    /// How many nodes have been visited, roughly; 0 if nobody counts them.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Which share of the tree is done, if all moves at a node lead to as much work.
    pub fn share(&self) -> f64 {
        f64::from_bits(self.share.load(Ordering::Relaxed))
    }

    /// Tells which share is done.
    pub fn set_share(&self, share: f64) {
        self.share.store(share.to_bits(), Ordering::Relaxed);
    }

    /// Follows a search from its beginning.
    pub(super) fn observer<G: Game>(&self) -> impl Observer<G> {
        ProgressObserver {
            progress: self,
            nodes: 0,
            done: [0.0; PLIES],
            of_a_move: [0.0; PLIES],
            is_given_up: self.is_given_up(),
        }
    }
}

impl Default for Progress {
    fn default() -> Progress {
        Progress::new()
    }
}

/// The plies whose moves are followed: few enough nodes to cost nothing.
const PLIES: usize = 3;
/// How often the nodes are told.
const EVERY: u64 = 1 << 16;

struct ProgressObserver<'p> {
    progress: &'p Progress,
    nodes: u64,
    /// What is done of the whole tree at the current node of each ply.
    done: [f64; PLIES],
    /// What each move there adds to it.
    of_a_move: [f64; PLIES],
    is_given_up: bool,
}

impl ProgressObserver<'_> {
    #[inline]
    fn count(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(EVERY) {
            self.progress.nodes.store(self.nodes, Ordering::Relaxed);
            self.is_given_up = self.progress.gives_up_at(self.nodes);
        }
    }
}

impl<G: Game> Observer<G> for ProgressObserver<'_> {
    #[inline]
    fn enter(&mut self, node: &Node<'_, G>, _: Window) {
        self.count();
        let ply = node.ply as usize;
        if ply < PLIES {
            let (done, all) = match ply {
                0 => (0.0, 1.0),
                _ => (self.done[ply - 1], self.of_a_move[ply - 1]),
            };
            self.done[ply] = done;
            self.of_a_move[ply] = all / node.position.move_count().max(1) as f64;
        }
    }

    #[inline]
    fn leaf(&mut self, _: &Node<'_, G>, _: Value, _: Window) {
        self.count();
    }

    #[inline]
    fn back(&mut self, node: &Node<'_, G>, _: &Step<G::Move>) {
        let ply = node.ply as usize;
        if ply < PLIES {
            self.done[ply] += self.of_a_move[ply];
            self.progress.set_share(self.done[ply]);
        }
    }

    #[inline]
    fn has_seen_enough(&self) -> bool {
        self.is_given_up
    }
}

#[cfg(test)]
mod tests {
    use plyglot_core::tree::Tree;

    use super::super::Algorithm;
    use super::*;

    /// Follows the search after its progress, and keeps what it has shown.
    struct Shown<'p>(&'p Progress, Vec<f64>);

    impl Observer<Tree> for Shown<'_> {
        fn back(&mut self, _: &Node<'_, Tree>, _: &Step<<Tree as Game>::Move>) {
            self.1.push(self.0.share());
        }
    }

    #[test]
    fn the_share_grows_to_all() {
        let tree: Tree = "((3 12 8) (2 4 6) (14 5 2) 7)".parse().unwrap();
        for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta] {
            let progress = Progress::new();
            let mut observer = (progress.observer(), Shown(&progress, Vec::new()));
            algorithm.run(&tree, 9, &mut observer);
            let shown = observer.1.1;
            let grows = shown.windows(2).all(|pair| pair[0] < pair[1] + 1e-9);
            assert!(grows && (shown[0] - 1.0 / 12.0).abs() < 1e-9, "{shown:?}");
            assert!((progress.share() - 1.0).abs() < 1e-9, "{shown:?}");
            assert_eq!(
                algorithm.solve_shown(&tree, 9, Some(&Progress::new())),
                algorithm.solve(&tree, 9)
            );
        }
    }
}
