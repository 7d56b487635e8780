//! The search below the root: principal-variation search with a table.

use std::ops::ControlFlow;

use plyglot_games::{Game, Side};

use super::order::{Class, Rank, bring_next};
use super::score::{INFINITE, LEAST_WIN};
use super::scratch::{MOST_PLIES, Scratch};
use super::table::{Bound, Entry};
use super::watch::Watch;
use super::window::Window;
use super::{Knowledge, MoveOf, Repetition, Score, Table, Techniques};

/// A search from one root, on its way through the tree.
pub(super) struct Search<'e, K: Knowledge> {
    pub knowledge: &'e K,
    pub techniques: Techniques,
    pub table: &'e mut Table,
    pub scratch: &'e mut Scratch<K::Game>,
    pub watch: Watch<'e>,
    /// What a draw is worth to the player at the root.
    pub draw: Score,
    pub root_side: Side,
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
struct Node<'p, G> {
    position: &'p G,
    at: NodeAt,
    window: Window,
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
struct Found {
    score: Score,
    /// The best move's index in the list; [`Entry::NO_MOVE`] if none is better than alpha.
    index: u16,
}

/// A position below a node.
struct Child<'p, G> {
    position: &'p G,
    at: NodeAt,
    /// Whether the same player moves again.
    goes_on: bool,
}

impl<K: Knowledge> Search<'_, K> {
    /// The value of a position for its side to move, if it lies within the window; otherwise a bound
    /// on the same side of the window.
    pub fn node(&mut self, position: &K::Game, at: NodeAt, window: Window) -> Score {
        self.nodes += 1;
        if self.watch.must_stop(self.nodes) {
            self.stopped = true;
            return 0;
        }
        if window.is_open() {
            self.scratch.clear_line(at.ply);
        }
        if let Some(score) = self.score_by_bounds(position, at, window) {
            return score;
        }
        if let Some(score) = self.score_of_draw(position, at) {
            return score;
        }
        if let Some(score) = self.score_of_leaf(position, at) {
            return score;
        }

        let node = self.enter(position, at, window);
        let rest = match self.list_moves(&node) {
            ControlFlow::Continue(rest) => rest,
            ControlFlow::Break(score) => {
                self.scratch.drop_moves(node.start);
                return score;
            }
        };
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

    /// The score where the points that are left cannot bring it into the window.
    #[inline]
    fn score_by_bounds(&self, position: &K::Game, at: NodeAt, window: Window) -> Option<Score> {
        if !self.techniques.bounds || at.is_root() {
            return None;
        }
        let Window { alpha, beta } = window;
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
    fn score_of_draw(&mut self, position: &K::Game, at: NodeAt) -> Option<Score> {
        let rule = K::REPETITION?;
        if at.is_root() || !self.is_drawn(rule, position, at) {
            return None;
        }
        self.guesses += 1;
        let is_ours = position.to_move() == self.root_side;
        Some(if is_ours { self.draw } else { -self.draw })
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
    fn score_of_leaf(&mut self, position: &K::Game, at: NodeAt) -> Option<Score> {
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
        Some(self.knowledge.estimate(position))
    }

    /// What a finished game is worth, seen from the root.
    #[inline]
    fn final_score(&self, position: &K::Game, ply: usize) -> Score {
        at_ply::<K>(self.knowledge.final_score(position), ply)
    }

    /// Puts a position on the path whose moves are to be searched.
    #[inline]
    fn enter<'p>(
        &mut self,
        position: &'p K::Game,
        at: NodeAt,
        window: Window,
    ) -> Node<'p, K::Game> {
        let key = self.knowledge.key(position);
        if K::REPETITION.is_some() {
            self.scratch.path.truncate(self.past + at.ply);
            self.scratch.path.push(key);
        }
        Node {
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

    /// Lists the moves in the order in which to try them, unless the node is settled without. What
    /// comes of those that are out is at most the answer.
    #[inline]
    fn list_moves(&mut self, node: &Node<'_, K::Game>) -> ControlFlow<Score, Score> {
        let mut rest = -INFINITE;
        if K::QUICK_MOVES {
            rest = self.play_all(node)?;
            // The order of the moves is found sooner than memory answers.
            if node.is_kept {
                self.table.prefetch(node.key);
            }
            self.rank_moves(node);
        }
        let known_best = if node.is_kept { self.probe(node)? } else { Entry::NO_MOVE };
        if !K::QUICK_MOVES {
            self.knowledge.moves(node.position, &mut self.scratch.moves);
            self.rank_moves(node);
        }
        if self.scratch.moves.len() == node.start {
            return ControlFlow::Break(self.final_score(node.position, node.at.ply));
        }
        if let Some(rank) = self.scratch.ranks[node.start..].get_mut(usize::from(known_best))
            && !rank.is_out()
        {
            *rank = rank.made_first();
        }
        ControlFlow::Continue(rest)
    }

    /// Lists and plays all moves, where that is quick, and looks at what is known of the positions
    /// they lead to. One that is certain to reach beta settles the node; those that cannot exceed
    /// alpha are out, and what comes of them is at most the answer.
    #[inline]
    fn play_all(&mut self, node: &Node<'_, K::Game>) -> ControlFlow<Score, Score> {
        let is_narrow = self.techniques.bounds && !node.window.is_open();
        let Window { alpha, beta } = if is_narrow { node.window } else { Window::FULL };
        let Scratch { moves, children, ranks, .. } = &mut *self.scratch;
        self.knowledge.moves(node.position, moves);
        let (mut rest, side) = (-INFINITE, node.position.to_move());
        for (index, &mv) in moves[node.start..].iter().enumerate() {
            let child = node.position.after(mv);
            let (mut least, mut most) = self.knowledge.known_bounds(&child);
            if child.to_move() != side {
                (least, most) = (-most, -least);
            }
            if least >= beta {
                return ControlFlow::Break(least);
            }
            children.push(child);
            ranks.push(if most <= alpha {
                rest = rest.max(most);
                Rank::out(index)
            } else {
                Rank::new(Class::Ordinary, 0, 0, index)
            });
        }
        ControlFlow::Continue(rest)
    }

    /// Asks the table for a score that settles the node, or else for the best move's index.
    #[inline]
    fn probe(&mut self, node: &Node<'_, K::Game>) -> ControlFlow<Score, u16> {
        let Some(mut entry) = self.table.get(node.key) else {
            return ControlFlow::Continue(Entry::NO_MOVE);
        };
        let NodeAt { ply, depth, .. } = node.at;
        entry.score = at_ply::<K>(entry.score, ply) + node.banked;
        let is_proven = entry.depth == Entry::PROVEN;
        let is_deep_enough = if self.techniques.deeper_entries {
            is_proven || !node.window.is_open() && i32::from(entry.depth) >= depth
        } else {
            i32::from(entry.depth) == depth
        };
        if !node.at.is_root() && is_deep_enough && entry.settles(node.window) {
            self.guesses += u64::from(!is_proven);
            return ControlFlow::Break(entry.score);
        }
        ControlFlow::Continue(entry.best)
    }

    /// Ranks the moves by everything but the table.
    #[inline]
    fn rank_moves(&mut self, node: &Node<'_, K::Game>) {
        let Scratch { moves, children, ranks, experience, .. } = &mut *self.scratch;
        let (position, start) = (node.position, node.start);
        let uses_killers = self.techniques.killers && K::KILLERS;
        let killers = if uses_killers { experience.killers(node.at.ply) } else { [None; 2] };
        let side = position.to_move();
        for (index, &mv) in moves[start..].iter().enumerate() {
            if K::QUICK_MOVES && ranks[start + index].is_out() {
                continue;
            }
            let class = if killers[0] == Some(mv) {
                Class::Killer
            } else if killers[1] == Some(mv) {
                Class::SecondKiller
            } else {
                Class::Ordinary
            };
            let history = if self.techniques.history {
                experience.history(side, self.knowledge.history_index(mv))
            } else {
                0
            };
            if K::QUICK_MOVES {
                let score = self.knowledge.move_score_after(position, mv, &children[start + index]);
                ranks[start + index] = Rank::new(class, score, history, index);
            } else {
                let score = self.knowledge.move_score(position, mv);
                ranks.push(Rank::new(class, score, history, index));
            }
        }
    }

    /// Searches the moves of a node until one refutes it; `rest` bounds what the others come to.
    #[inline]
    fn search_moves(&mut self, node: &Node<'_, K::Game>, rest: Score) -> Found {
        let (start, end) = (node.start, self.scratch.moves.len());
        let depth = node.at.depth;
        let is_forced =
            self.techniques.extensions && end - start == 1 && (node.at.ply as i32) < 2 * self.depth;
        let reduces = self.techniques.reductions
            && self.techniques.null_windows
            && depth >= 3
            && self.knowledge.is_quiet(node.position);
        let mut window = node.window;
        let mut found = Found { score: rest, index: Entry::NO_MOVE };
        for nth in 0..end - start {
            let rank = bring_next(&mut self.scratch.ranks[start..end], nth);
            if rank.is_out() {
                break;
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
            let reduction = if reduces { self.knowledge.reduction(depth, nth) } else { 0 };
            let guesses_before = self.guesses;
            let score = self.search_child(&child, nth, reduction, window);
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
        node: &Node<'_, K::Game>,
        mv: MoveOf<K>,
        position: &'c K::Game,
        is_forced: bool,
    ) -> Child<'c, K::Game> {
        let goes_on = position.to_move() == node.position.to_move();
        let is_reversible =
            K::REPETITION.is_some() && !self.knowledge.is_irreversible(node.position, mv);
        let at = NodeAt {
            ply: node.at.ply + 1,
            depth: node.at.depth - i32::from(!goes_on && !is_forced),
            quiet: if is_reversible { node.at.quiet + 1 } else { 0 },
        };
        Child { position, at, goes_on }
    }

    /// The score of the move that is tried as `nth`, for its player. All but the first only have to
    /// show that they are no better, at reduced depth at first; what seems better is searched again.
    #[inline]
    fn search_child(
        &mut self,
        child: &Child<'_, K::Game>,
        nth: usize,
        reduction: i32,
        window: Window,
    ) -> Score {
        if nth == 0 || !self.techniques.null_windows {
            return self.below(child, 0, window);
        }
        let (guesses_before, null) = (self.guesses, Window::null(window.alpha));
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
    fn below(&mut self, child: &Child<'_, K::Game>, reduction: i32, window: Window) -> Score {
        let at = NodeAt { depth: child.at.depth - reduction, ..child.at };
        if self.stopped {
            0
        } else if child.goes_on {
            self.node(child.position, at, window)
        } else {
            -self.node(child.position, at, window.flipped())
        }
    }

    /// The first move did not refute a position, so the others will probably be tried too: what the
    /// table knows of where they lead comes from memory meanwhile, all at once.
    #[inline]
    fn prefetch_children(&self, node: &Node<'_, K::Game>) {
        if !K::QUICK_MOVES {
            return;
        }
        let others = &self.scratch.ranks[node.start + 1..];
        for rank in others.iter().filter(|rank| !rank.is_out()) {
            let child = &self.scratch.children[node.start + rank.index()];
            if self.knowledge.is_kept(child) {
                self.table.prefetch(self.knowledge.key(child));
            }
        }
    }

    /// Learns that the move tried as `nth` refuted a position, and those before it did not.
    fn learn(&mut self, node: &Node<'_, K::Game>, nth: usize) {
        let Scratch { moves, ranks, experience, .. } = &mut *self.scratch;
        let side = node.position.to_move();
        let tried = &ranks[node.start..=node.start + nth];
        experience.add_killer(node.at.ply, moves[node.start + tried[nth].index()]);
        for (number, rank) in tried.iter().enumerate() {
            let index = self.knowledge.history_index(moves[node.start + rank.index()]);
            experience.learn(side, index, node.at.depth, number == nth);
        }
    }

    /// Keeps in the table what was found at a node.
    #[inline]
    fn store(&mut self, node: &Node<'_, K::Game>, found: &Found) {
        let bound = if found.score >= node.window.beta {
            Bound::AtLeast
        } else if found.score > node.window.alpha {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        let nodes_below = self.nodes - node.nodes;
        let is_proven = self.techniques.deeper_entries && self.guesses == node.guesses;
        if K::QUICK_MOVES && is_proven && nodes_below == 0 {
            // What was seen without a search is seen as quickly again.
            return;
        }
        let (depth, work) = if is_proven {
            (Entry::PROVEN, (nodes_below + 1).ilog2().min(31) as u8)
        } else {
            (node.at.depth.min(254) as u8, 0)
        };
        let score = from_ply::<K>(found.score - node.banked, node.at.ply);
        self.table.put(node.key, Entry { score, bound, depth, best: found.index, work });
    }
}

/// A score that counts its distance from a node, seen from the root `ply` plies above it: a loss is
/// worse the sooner it comes.
#[inline]
fn at_ply<K: Knowledge>(score: Score, ply: usize) -> Score {
    farther::<K>(score, ply as i32)
}

/// The reverse of [`at_ply`].
#[inline]
fn from_ply<K: Knowledge>(score: Score, ply: usize) -> Score {
    farther::<K>(score, -(ply as i32))
}

/// The same win or loss this many plies later.
#[inline]
fn farther<K: Knowledge>(score: Score, plies: i32) -> Score {
    match score {
        _ if !K::DECISIVE => score,
        LEAST_WIN.. => score - plies,
        _ if score <= -LEAST_WIN => score + plies,
        _ => score,
    }
}
