//! Star and Circle's MINIMAX, its exact node count included, without walking the tree.
//!
//! Two short cuts make one answer. The value and the first best move are those of alpha-beta. The
//! nodes are counted forward, ply by ply: equal shapes are merged and counted with how often they
//! occur, so a shape is looked at once however many ways lead to it.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use super::first_best::first_best;
use super::{Move, Position, TreeShape};
use plyglot_core::mix::mix;
use plyglot_core::{Side, in_threads};

use plyglot_search::textbook::{Algorithm, Progress, Solution};

/// What [`plyglot_search::textbook::minimax`] finds, its node count included and of its line the first
/// move, in a fraction of the time; `None` if there are 2^128 nodes or more.
pub fn minimax(root: &Position, depth: u32) -> Option<Solution<Move, u128>> {
    minimax_shown(root, depth, 1, None)
}

/// The same by so many threads, and shows how far it has come.
pub(super) fn minimax_shown(
    root: &Position,
    depth: u32,
    threads: usize,
    progress: Option<&Progress>,
) -> Option<Solution<Move, u128>> {
    let Some(shape) = TreeShape::of(root).filter(|shape| depth > 0 && !shape.is_over()) else {
        let Solution { value, line, nodes } = Algorithm::Minimax.solve_shown(root, depth, progress);
        return Some(Solution { value, line, nodes: nodes.into() });
    };
    // Two threads do both at the same time. The counting begins alone: it has few crowds to share then.
    let (next, is_unwanted) = (AtomicUsize::new(0), AtomicBool::new(false));
    let found = in_threads(threads.min(2), || {
        let (mut nodes, mut best) = (None, None);
        loop {
            match next.fetch_add(1, Relaxed) {
                0 => {
                    nodes = minimax_nodes(shape, depth, threads);
                    is_unwanted.store(nodes.is_none(), Relaxed);
                }
                1 => best = Some(first_best(root, depth, progress, &is_unwanted)),
                _ => return (nodes, best),
            }
        }
    });
    let nodes = found.iter().find_map(|found| found.0)?;
    let (mv, value) = found.iter().find_map(|found| found.1)?;
    Some(Solution { value, line: vec![mv], nodes })
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
    fn byte(self, index: u32) -> u8;
    /// A hash below 2^[`SLOT_BITS`].
    fn slot(self) -> usize;

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
    fn byte(self, index: u32) -> u8 {
        (self >> (8 * index)) as u8
    }

    #[inline]
    fn slot(self) -> usize {
        (self.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - SLOT_BITS)) as usize
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

    fn byte(self, index: u32) -> u8 {
        (self >> (8 * index)) as u8
    }

    fn slot(self) -> usize {
        (mix((self >> 64) as u64) ^ self as u64).slot()
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
const MOST_CROWDS_A_PART: usize = 1 << 17;
/// The shapes of the last ply that is listed are not sorted: so few stay in the cache.
const MOST_UNSORTED: usize = 1 << 12;
/// With so many plies to go the children are listed, and not sorted.
const LAST_LISTED: u32 = 3;

/// What is put into the next ply is remembered by so many bits of a hash: little enough for the
/// processor's nearest cache.
const SLOT_BITS: u32 = 13;

struct Counter<W> {
    /// How many threads may count at the same time.
    threads: usize,
    /// All nodes so far. They are counted before their crowds are merged, so no crowd is larger.
    nodes: W,
    /// Memory to write the next ply into: to ask the system for it anew at every ply takes as long
    /// as the counting.
    spare: Vec<Crowd<W>>,
    /// Where in the next ply shapes were put of late, by their hash. Crowds are sorted by the squares of
    /// the side that does not move, so that steps which lead to the same shape are near each other: most
    /// are merged here, and neither stored nor sorted.
    places: Vec<u32>,
}

impl<W: Word> Counter<W> {
    /// How many nodes there are, the root included; `None` if that is too many for the word.
    fn count_tree(root: TreeShape, depth: u32, threads: usize) -> Option<W> {
        let mut counter = Counter::new(W::ONE, threads);
        counter.descend(vec![(W::key(root), W::ONE)], Vec::new(), root.to_move(), depth);
        (counter.nodes != W::TOO_MANY).then_some(counter.nodes)
    }

    fn new(nodes: W, threads: usize) -> Counter<W> {
        Counter { threads, nodes, spare: Vec::new(), places: vec![0; 1 << SLOT_BITS] }
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
            // Later parts miss less of what they could have merged.
            let is_late = depth <= LAST_LISTED + 1;
            let most = if is_late { self.threads * MOST_CROWDS_A_PART } else { MOST_CROWDS };
            if has_threads && crowds.len() > most {
                self.descend_in_threads(&crowds, side, depth);
                crowds.clear();
            }
            let most = if depth > LAST_LISTED { MOST_CROWDS } else { MOST_UNSORTED };
            while crowds.len() > most {
                let rest = crowds.split_off(crowds.len() - most);
                self.descend(rest, Vec::new(), side, depth);
            }
            let mut next = std::mem::take(&mut self.spare);
            next.clear();
            passed = self.next_ply(&crowds, &passed, side, depth, &mut next);
            if depth > LAST_LISTED {
                merge(&mut next, &mut crowds);
            }
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

    /// Counts the children of a shape and appends those that are not over; false if there are none.
    #[inline]
    fn expand(&mut self, shape: TreeShape, times: W, next: &mut Vec<Crowd<W>>) -> bool {
        let mut children = 0;
        shape.for_each_child(|child| {
            children += 1;
            if !child.is_over() {
                let key = W::key(child);
                let place = &mut self.places[key.slot()];
                match next.get_mut(*place as usize) {
                    Some(known) if known.0 == key => known.1 = known.1.plus(times),
                    _ => {
                        *place = next.len() as u32;
                        next.push((key, times));
                    }
                }
            }
        });
        self.count(times, children)
    }
}

/// How many nodes there are within two plies below a shape that is not over.
fn within_two_plies(shape: TreeShape) -> u64 {
    shape.move_count().max(1) + shape.grandchild_count()
}

/// Sorts by key, first by the squares of the side that does not move, and merges equal ones. A radix
/// sort: it goes through memory in order, where a hash table would miss the cache at every step.
fn merge<W: Word>(crowds: &mut Vec<Crowd<W>>, spare: &mut Vec<Crowd<W>>) {
    let passes = W::BITS / 8;
    // The bytes of the side to move, which are the even ones, come before the other's.
    let digit = |key: W, pass: u32| usize::from(key.byte(2 * pass % passes + 2 * pass / passes));
    let mut counts = vec![[0_usize; 1 << 8]; passes as usize];
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
