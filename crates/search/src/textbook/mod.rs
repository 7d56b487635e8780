//! Greedy, minimax and alpha-beta as in Russell and Norvig, *Artificial Intelligence: A Modern
//! Approach*, with every node in its place.

mod node;
mod observer;
mod observers;
mod progress;
mod search;

pub use node::{Node, Window};
pub use observer::{Observer, Step};
pub use observers::{BestLine, NodeCount};
pub use progress::Progress;
pub use search::{alpha_beta, greedy, minimax};

use plyglot_core::{Game, Value};

/// Which of the two exact searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Visits every node.
    Minimax,
    /// Leaves out what cannot matter.
    AlphaBeta,
}

impl Algorithm {
    /// Runs this search; see [`minimax`] and [`alpha_beta`].
    pub fn run<G: Game, O: Observer<G>>(self, root: &G, depth: u32, observer: &mut O) -> Value {
        match self {
            Algorithm::Minimax => minimax(root, depth, observer),
            Algorithm::AlphaBeta => alpha_beta(root, depth, observer),
        }
    }

    /// Runs this search and keeps what most people want to know of it.
    pub fn solve<G: Game>(self, root: &G, depth: u32) -> Solution<G::Move> {
        self.solve_before(root, depth, ())
    }

    /// The same, and shows how far it has come to whoever wants to see that.
    pub fn solve_shown<G: Game>(
        self,
        root: &G,
        depth: u32,
        progress: Option<&Progress>,
    ) -> Solution<G::Move> {
        match progress {
            Some(progress) => self.solve_before(root, depth, progress.observer()),
            // Compiled for itself: showing costs a little at every node.
            None => self.solve(root, depth),
        }
    }

    fn solve_before<G: Game, O: Observer<G>>(
        self,
        root: &G,
        depth: u32,
        spectator: O,
    ) -> Solution<G::Move> {
        let mut observer = ((NodeCount::default(), BestLine::default()), spectator);
        let value = self.run(root, depth, &mut observer);
        let ((NodeCount { nodes }, line), _) = observer;
        Solution { value, line: line.into_moves(), nodes }
    }
}

/// What a search found. Who counts nodes without visiting them may need a wider number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M, N = u64> {
    /// The root's value for the side to move there.
    pub value: Value,
    /// Best play by both sides, from the root to a leaf; of equal moves always the first.
    pub line: Vec<M>,
    /// Nodes visited, the root included.
    pub nodes: N,
}
