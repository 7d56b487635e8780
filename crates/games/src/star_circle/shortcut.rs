//! Star and Circle's MINIMAX, its exact node count included, without walking the tree.
//!
//! Two short cuts make one answer. The value and the first best move are those of alpha-beta. The
//! nodes are counted forward, ply by ply: equal shapes are merged and counted with how often they
//! occur, so a shape is looked at once however many ways lead to it.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::star_circle::{Move, Position, TreeShape};
use plyglot_core::mix::mix;
use plyglot_core::{Side, in_threads};

use plyglot_search::textbook::{Algorithm, Progress, Solution};

/// What [`plyglot_search::textbook::minimax`] finds, its node count included, in a fraction of the
/// time; `None` if there are 2^128 nodes or more.
pub fn minimax(root: &Position, depth: u32) -> Option<Solution<Move, u128>> {
    minimax_shown(root, depth, 1, None)
}

/// The same, counted by so many threads, and shows how far it has come.
pub(super) fn minimax_shown(
    root: &Position,
    depth: u32,
    threads: usize,
    progress: Option<&Progress>,
) -> Option<Solution<Move, u128>> {
    let (algorithm, counted) = match TreeShape::of(root).filter(|shape| !shape.is_over()) {
        Some(shape) => (Algorithm::AlphaBeta, Some(minimax_nodes(shape, depth, threads)?)),
        None => (Algorithm::Minimax, None),
    };
    let Solution { value, line, nodes } = algorithm.solve_shown(root, depth, progress);
    Some(Solution { value, line, nodes: counted.unwrap_or_else(|| nodes.into()) })
}

/// How many nodes minimax visits, the root included, which must not be over; `None` if there are
/// 2^128 or more. So many threads count them.
pub fn minimax_nodes(root: TreeShape, depth: u32, threads: usize) -> Option<u128> {
    let few = if root.is_dark() { Counter::<u64>::count_tree(root, depth, threads) } else { None };
    few.map(u128::from).or_else(|| Counter::<u128>::count_tree(root, depth, threads))
}

/// A number that is wide enough for the key of a shape and for a count of nodes: 64 bits where all
/// pieces stand on dark squares and there are not too many nodes, 128 bits otherwise.
trait Word: Copy + Eq + Send + Sync {
    const BITS: u32;
    const NONE: Self;
    const ONE: Self;
    /// Stands for all counts that are too large.
    const TOO_MANY: Self;

    fn key(shape: TreeShape) -> Self;
    fn shape(self, to_move: Side) -> TreeShape;
    /// The lowest 64 bits after so many have been shifted out.
    fn bits_from(self, start: u32) -> u64;
    fn hash(self) -> u64;

    fn plus(self, nodes: Self) -> Self;
    fn times(self, nodes: u64) -> Self;
}

impl Word for u64 {
    const BITS: u32 = u64::BITS;
    const NONE: u64 = 0;
    const ONE: u64 = 1;
    const TOO_MANY: u64 = u64::MAX;

    #[inline]
    fn key(shape: TreeShape) -> u64 {
        shape.dark_key()
    }

    #[inline]
    fn shape(self, to_move: Side) -> TreeShape {
        TreeShape::from_dark_key(self, to_move)
    }

    #[inline]
    fn bits_from(self, start: u32) -> u64 {
        self >> start
    }

    #[inline]
    fn hash(self) -> u64 {
        mix(self)
    }

    #[inline]
    fn plus(self, nodes: u64) -> u64 {
        self.saturating_add(nodes)
    }

    #[inline]
    fn times(self, nodes: u64) -> u64 {
        self.saturating_mul(nodes)
    }
}

impl Word for u128 {
    const BITS: u32 = u128::BITS;
    const NONE: u128 = 0;
    const ONE: u128 = 1;
    const TOO_MANY: u128 = u128::MAX;

    fn key(shape: TreeShape) -> u128 {
        shape.key()
    }

    fn shape(self, to_move: Side) -> TreeShape {
        TreeShape::from_key(self, to_move)
    }

    fn bits_from(self, start: u32) -> u64 {
        (self >> start) as u64
    }

    fn hash(self) -> u64 {
        mix(mix((self >> 64) as u64) ^ self as u64)
    }

    fn plus(self, nodes: u128) -> u128 {
        self.saturating_add(nodes)
    }

    fn times(self, nodes: u64) -> u128 {
        self.saturating_mul(nodes.into())
    }
}

/// A shape's key, and how many nodes have that shape.
type Crowd<W> = (W, W);

/// At most this many crowds of a ply are expanded together; beyond, they are counted in parts. It
/// bounds memory to some hundred megabytes, and the parts only miss what they could have merged.
const MOST_CROWDS: usize = 1 << 20;
/// Several threads count smaller parts, so that there are enough of them for all.
const MOST_CROWDS_A_PART: usize = 1 << 18;

struct Counter<W> {
    /// How many threads may count at the same time.
    threads: usize,
    /// All nodes so far. They are counted before their crowds are merged, so no crowd is larger.
    nodes: W,
    /// Memory to write the next ply into: to ask the system for it anew at every ply takes as long
    /// as the counting.
    spare: Vec<Crowd<W>>,
    recent: Recent<W>,
}

impl<W: Word> Counter<W> {
    /// How many nodes there are, the root included; `None` if that is too many for the word.
    fn count_tree(root: TreeShape, depth: u32, threads: usize) -> Option<W> {
        let mut counter = Counter::new(W::ONE, threads);
        counter.descend(vec![(W::key(root), W::ONE)], Vec::new(), root.to_move(), depth);
        (counter.nodes != W::TOO_MANY).then_some(counter.nodes)
    }

    fn new(nodes: W, threads: usize) -> Counter<W> {
        Counter { threads, nodes, spare: Vec::new(), recent: Recent::new() }
    }

    /// Counts everything below `crowds` in parts, each by one of the threads.
    fn descend_in_threads(&mut self, crowds: &[Crowd<W>], side: Side, depth: u32) {
        let parts: Vec<&[Crowd<W>]> = crowds.chunks(MOST_CROWDS_A_PART).collect();
        let next = AtomicUsize::new(0);
        let counted = in_threads(self.threads, || {
            let mut counter = Counter::new(W::NONE, 1);
            while let Some(part) = parts.get(next.fetch_add(1, Relaxed)) {
                counter.descend(part.to_vec(), Vec::new(), side, depth);
            }
            counter.nodes
        });
        for nodes in counted {
            self.nodes = self.nodes.plus(nodes);
        }
    }

    /// Counts everything below `crowds`, and below `passed`, which stand after a pass. All have
    /// `side` to move and none is over.
    fn descend(
        &mut self,
        mut crowds: Vec<Crowd<W>>,
        mut passed: Vec<Crowd<W>>,
        mut side: Side,
        depth: u32,
    ) {
        for depth in (1..=depth).rev() {
            let is_done = crowds.is_empty() && passed.is_empty();
            if is_done || self.nodes == W::TOO_MANY {
                return;
            }
            let has_threads = self.threads > 1 && !cfg!(target_family = "wasm");
            if has_threads && crowds.len() > self.threads * MOST_CROWDS_A_PART {
                self.descend_in_threads(&crowds, side, depth);
                crowds.clear();
            }
            while crowds.len() > MOST_CROWDS {
                let rest = crowds.split_off(crowds.len() - MOST_CROWDS);
                self.descend(rest, Vec::new(), side, depth);
            }
            let mut next = std::mem::take(&mut self.spare);
            next.clear();
            passed = self.next_ply(&crowds, &passed, side, depth, &mut next);
            merge(&mut next, &mut crowds);
            self.spare = std::mem::replace(&mut crowds, next);
            side = side.other();
        }
    }

    /// Counts the children of all crowds and appends to `next` those with a tree to count; returns
    /// those after a pass.
    fn next_ply(
        &mut self,
        crowds: &[Crowd<W>],
        passed: &[Crowd<W>],
        side: Side,
        depth: u32,
        next: &mut Vec<Crowd<W>>,
    ) -> Vec<Crowd<W>> {
        let mut next_passed = Vec::new();
        for &(key, times) in crowds {
            let shape = key.shape(side);
            let has_moves = match depth {
                1 => self.count(times, shape.move_count()),
                2 => self.count(times, within_two_plies(shape)),
                3 => self.count_children(shape, times),
                _ => self.expand(shape, times, next),
            };
            if !has_moves {
                self.count(times, 1);
                next_passed.push((W::key(shape.passed()), times));
            }
        }
        for &(key, times) in passed {
            // A second pass in a row is a node, and the last one.
            if !self.expand(key.shape(side), times, next) {
                self.count(times, 1);
            }
        }
        next_passed
    }

    /// Counts so many nodes below each of a crowd; false if there are none.
    #[inline]
    fn count(&mut self, times: W, nodes: u64) -> bool {
        self.nodes = self.nodes.plus(times.times(nodes));
        nodes > 0
    }

    /// Counts the children of a shape and the two plies below each; false if there are none.
    #[inline]
    fn count_children(&mut self, shape: TreeShape, times: W) -> bool {
        let mut nodes = 0;
        shape.for_each_child(|child| {
            nodes += 1 + if child.is_over() { 0 } else { self.recent.within_two_plies(child) };
        });
        self.count(times, nodes)
    }

    /// Counts the children of a shape and appends those that are not over; false if there are none.
    #[inline]
    fn expand(&mut self, shape: TreeShape, times: W, next: &mut Vec<Crowd<W>>) -> bool {
        let mut children = 0;
        shape.for_each_child(|child| {
            children += 1;
            if !child.is_over() {
                next.push((W::key(child), times));
            }
        });
        self.count(times, children)
    }
}

/// How many nodes there are within two plies below a shape that is not over.
fn within_two_plies(shape: TreeShape) -> u64 {
    shape.move_count().max(1) + shape.grandchild_count()
}

/// What [`within_two_plies`] gave of late, for shapes with the same side to move. The last plies
/// have by far the most shapes, too many to merge. But neighbours in the sorted order have many
/// children in common, so a memory small enough for the processor's cache finds most of them.
struct Recent<W> {
    counts: Vec<(W, u64)>,
}

impl<W: Word> Recent<W> {
    const SIZE: usize = 1 << 13;

    fn new() -> Recent<W> {
        // No shape has the key 0: it would be an empty board.
        Recent { counts: vec![(W::NONE, 0); Self::SIZE] }
    }

    #[inline]
    fn within_two_plies(&mut self, shape: TreeShape) -> u64 {
        let key = W::key(shape);
        let known = &mut self.counts[key.hash() as usize % Self::SIZE];
        if known.0 != key {
            *known = (key, within_two_plies(shape));
        }
        known.1
    }
}

/// Sorts by key and merges equal ones. A radix sort: it goes through memory in order, where a hash
/// table would miss the cache at every step.
fn merge<W: Word>(crowds: &mut Vec<Crowd<W>>, spare: &mut Vec<Crowd<W>>) {
    const DIGIT: u32 = 11;
    const MASK: u64 = (1 << DIGIT) - 1;
    let passes = W::BITS.div_ceil(DIGIT);
    let digit = |key: W, pass: u32| (key.bits_from(DIGIT * pass) & MASK) as usize;
    let mut counts = vec![[0_usize; 1 << DIGIT]; passes as usize];
    for &(key, _) in crowds.iter() {
        for (pass, counts) in (0..).zip(counts.iter_mut()) {
            counts[digit(key, pass)] += 1;
        }
    }
    spare.resize(crowds.len(), (W::NONE, W::NONE));
    for (pass, counts) in (0..).zip(counts.iter_mut()) {
        if counts.contains(&crowds.len()) {
            continue; // one digit for all: sorted already
        }
        let mut start = 0;
        for count in counts.iter_mut() {
            start += std::mem::replace(count, start);
        }
        for &crowd in crowds.iter() {
            let place = &mut counts[digit(crowd.0, pass)];
            spare[*place] = crowd;
            *place += 1;
        }
        std::mem::swap(crowds, spare);
    }
    crowds.dedup_by(|later, kept| {
        let same = later.0 == kept.0;
        if same {
            kept.1 = kept.1.plus(later.1);
        }
        same
    });
}
