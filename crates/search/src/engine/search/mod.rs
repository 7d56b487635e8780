//! The search below the root: principal-variation search with a table.

mod divided;
mod futility;
mod moves;
mod recall;
mod settled;
mod trial;

use std::ops::ControlFlow;

use plyglot_core::{Game, Side};

use super::crew::Busy;
use super::order::bring_next;
use super::scratch::Scratch;
use super::table::{SharedTable, TableEntry};
use super::watch::Watch;
use super::window::ScoreWindow;
use super::{Knowledge, MoveOf, Score, Solved, Techniques};

/// A search from one root, on its way through the tree.
pub(super) struct Search<'e, K: Knowledge> {
    pub knowledge: &'e K,
    pub techniques: Techniques,
    pub table: SharedTable<'e>,
    pub scratch: &'e mut Scratch<K::Game>,
    /// What the threads that help it work in.
    pub helpers: &'e mut [Scratch<K::Game>],
    /// What all threads are at, if there are several.
    pub busy: Option<&'e Busy>,
    pub watch: Watch<'e>,
    /// What a draw is worth to the player at the root.
    pub draw: Score,
    pub root_side: Side,
    /// What is known of the root for certain: then the search is for the way, and takes no short cut.
    pub root_solved: Option<Solved>,
    /// How many positions of the game lie before the root in the path.
    pub past: usize,
    /// How deep this iteration looks.
    pub depth: i32,
    pub nodes: u64,
    /// How many scores were not certain: estimates, draws by repetition, and table entries that rest
    /// on such. A node below which there were none is proven: it was searched to the end of the game.
    pub guesses: u64,
    pub stopped: bool,
}

/// Where a node lies in the tree.
#[derive(Clone, Copy)]
pub(super) struct NodeAt {
    /// How many moves lie between the root and here.
    pub ply: usize,
    /// How many turns to look ahead from here.
    pub depth: i32,
    /// How many turns in a row before it were reversible.
    pub quiet: usize,
}

impl NodeAt {
    #[inline]
    fn is_root(self) -> bool {
        self.ply == 0
    }
}

/// A node that only its moves can settle.
struct InnerNode<'p, G> {
    position: &'p G,
    at: NodeAt,
    window: ScoreWindow,
    key: u64,
    /// The part of its score that is certain.
    banked: Score,
    /// Whether the table keeps it.
    is_kept: bool,
    /// Where its moves begin in the scratch.
    start: usize,
    /// How many nodes and guesses there were before those below it.
    nodes: u64,
    guesses: u64,
}

/// What a node's moves come to.
struct NodeResult {
    score: Score,
    /// The best move's index in the list; [`TableEntry::NO_MOVE`] if none is better than alpha.
    index: u16,
}

/// A position below a node.
struct ChildNode<'p, G> {
    position: &'p G,
    at: NodeAt,
    /// Whether the same player moves again.
    goes_on: bool,
}

impl<K: Knowledge> Search<'_, K> {
    /// The value of a position for its side to move, if it lies within the window; otherwise a bound
    /// on the same side of the window.
    pub fn node(&mut self, position: &K::Game, at: NodeAt, window: ScoreWindow) -> Score {
        self.nodes += 1;
        if self.watch.must_stop(self.nodes) {
            self.stopped = true;
            return 0;
        }
        if window.is_open() {
            self.scratch.clear_line(at.ply);
        }
        if at.depth > 0 && !K::QUICK_MOVES && !cfg!(target_family = "wasm") {
            // Memory answers while the estimate is made.
            self.table.prefetch(self.knowledge.key(position));
        }
        if let Some(score) = self.score_by_bounds(position, at, window) {
            return score;
        }
        if let Some(score) = self.score_of_draw(position, at) {
            return score;
        }
        if let Some(score) = self.score_of_solved(position, at) {
            return score;
        }
        if let Some(score) = self.score_of_leaf(position, at) {
            return score;
        }
        if let Some(score) = self.score_by_estimate(position, at, window) {
            return score;
        }
        if let Some(score) = self.score_by_trial(position, at, window) {
            return score;
        }
        self.search_node(position, at, window)
    }

    /// The same for a node that only the table and its moves can settle.
    fn search_node(&mut self, position: &K::Game, at: NodeAt, window: ScoreWindow) -> Score {
        let node = self.enter(position, at, window);
        let rest = match self.list_moves(&node) {
            ControlFlow::Continue(rest) => rest,
            ControlFlow::Break(score) => {
                self.scratch.drop_moves(node.start);
                return score;
            }
        };
        if let Some(score) = self.score_by_children(&node) {
            self.scratch.drop_moves(node.start);
            return score;
        }
        let found = self.search_moves(&node, rest);
        self.scratch.drop_moves(node.start);
        if self.stopped {
            return 0;
        }
        if node.is_kept {
            self.store(&node, &found);
        }
        found.score
    }

    /// Puts a position on the path whose moves are to be searched.
    #[inline]
    fn enter<'p>(
        &mut self,
        position: &'p K::Game,
        at: NodeAt,
        window: ScoreWindow,
    ) -> InnerNode<'p, K::Game> {
        let key = self.knowledge.key(position);
        if K::REPETITION.is_some() {
            self.scratch.path.truncate(self.past + at.ply);
            self.scratch.path.push(key);
        }
        InnerNode {
            position,
            at,
            window,
            key,
            banked: self.knowledge.banked(position),
            is_kept: self.techniques.table && at.depth > 0 && self.knowledge.is_kept(position),
            start: self.scratch.moves.len(),
            nodes: self.nodes,
            guesses: self.guesses,
        }
    }

    /// Searches the moves of a node until one refutes it; `rest` bounds what the others come to.
    #[inline]
    fn search_moves(&mut self, node: &InnerNode<'_, K::Game>, rest: Score) -> NodeResult {
        let (start, end) = (node.start, self.scratch.moves.len());
        let depth = node.at.depth;
        let is_forced =
            self.techniques.extensions && end - start == 1 && (node.at.ply as i32) < 2 * self.depth;
        let reduces = self.techniques.reductions
            && self.techniques.null_windows
            && depth >= 3
            && self.knowledge.is_quiet(node.position);
        let mut window = node.window;
        let mut found = NodeResult { score: rest, index: TableEntry::NO_MOVE };
        for nth in 0..end - start {
            let (mut rank, mut place) = (bring_next(&mut self.scratch.ranks[start..end], nth), nth);
            if rank.is_out() {
                break;
            }
            let divides = nth > 0 && self.divides(node.at);
            if divides {
                (rank, place) = self.bring_free(node, nth);
            }
            if nth == 1 && node.is_kept {
                self.prefetch_children(node);
            }
            let mv = self.scratch.moves[start + rank.index()];
            let position = if K::QUICK_MOVES {
                self.scratch.children[start + rank.index()].clone()
            } else {
                node.position.after(mv)
            };
            let child = self.child(node, mv, &position, is_forced);
            let reduction =
                if reduces { self.knowledge.reduction(node.position, depth, place) } else { 0 };
            let guesses_before = self.guesses;
            let score = if divides {
                self.search_marked(&child, nth, reduction, window)
            } else {
                self.search_child(&child, nth, reduction, window)
            };
            if self.stopped {
                break;
            }
            found.score = found.score.max(score);
            if score <= window.alpha {
                continue;
            }
            window.alpha = score;
            found.index = rank.index() as u16;
            if node.window.is_open() {
                self.scratch.extend_line(node.at.ply, mv);
            }
            if score >= window.beta {
                // The moves before it do not matter: it is good enough without them.
                self.guesses -= guesses_before - node.guesses;
                self.learn(node, nth);
                break;
            }
        }
        found
    }

    /// What a move of a node leads to. A forced one costs no depth.
    #[inline]
    fn child<'c>(
        &self,
        node: &InnerNode<'_, K::Game>,
        mv: MoveOf<K>,
        position: &'c K::Game,
        is_forced: bool,
    ) -> ChildNode<'c, K::Game> {
        let goes_on = position.to_move() == node.position.to_move();
        let is_reversible =
            K::REPETITION.is_some() && !self.knowledge.is_irreversible(node.position, mv);
        let at = NodeAt {
            ply: node.at.ply + 1,
            depth: node.at.depth - i32::from(!goes_on && !is_forced),
            quiet: if is_reversible { node.at.quiet + 1 } else { 0 },
        };
        ChildNode { position, at, goes_on }
    }

    /// The score of the move that is tried as `nth`, for its player. All but the first only have to
    /// show that they are no better, at reduced depth at first; what seems better is searched again.
    #[inline]
    fn search_child(
        &mut self,
        child: &ChildNode<'_, K::Game>,
        nth: usize,
        reduction: i32,
        window: ScoreWindow,
    ) -> Score {
        if nth == 0 || !self.techniques.null_windows {
            return self.below(child, 0, window);
        }
        let (guesses_before, null) = (self.guesses, ScoreWindow::null(window.alpha));
        let mut score = self.below(child, reduction, null);
        if reduction > 0 && score > window.alpha {
            self.guesses = guesses_before;
            score = self.below(child, 0, null);
        }
        if score > window.alpha && score < window.beta {
            self.guesses = guesses_before;
            score = self.below(child, 0, window);
        }
        score
    }

    /// The score of a child for the player above it.
    #[inline]
    fn below(
        &mut self,
        child: &ChildNode<'_, K::Game>,
        reduction: i32,
        window: ScoreWindow,
    ) -> Score {
        let at = NodeAt { depth: child.at.depth - reduction, ..child.at };
        if self.stopped {
            0
        } else if child.goes_on {
            self.node(child.position, at, window)
        } else {
            -self.node(child.position, at, window.flipped())
        }
    }
}
