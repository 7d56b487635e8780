//! Star and Circle's MINIMAX, its exact node count included, without walking the tree.
//!
//! Two short cuts make one answer. The value and the first best move are those of alpha-beta. The
//! nodes are counted forward, ply by ply: equal shapes are merged and counted with how often they
//! occur, so a shape is looked at once however many ways lead to it.

use crate::star_circle::{Move, Position, TreeShape};
use plyglot_core::Side;
use plyglot_core::mix::mix;

use plyglot_search::textbook::{Algorithm, Progress, Solution};

/// What [`plyglot_search::textbook::minimax`] finds, its node count included, in a fraction of the time.
pub fn minimax(root: &Position, depth: u32) -> Solution<Move> {
    minimax_shown(root, depth, None)
}

/// The same, and shows how far it has come.
pub(super) fn minimax_shown(
    root: &Position,
    depth: u32,
    progress: Option<&Progress>,
) -> Solution<Move> {
    match TreeShape::of(root).filter(|shape| !shape.is_over()) {
        Some(shape) => {
            let nodes = minimax_nodes(shape, depth);
            Solution { nodes, ..Algorithm::AlphaBeta.solve_shown(root, depth, progress) }
        }
        None => Algorithm::Minimax.solve_shown(root, depth, progress),
    }
}

/// How many nodes minimax visits, the root included, which must not be over.
pub fn minimax_nodes(root: TreeShape, depth: u32) -> u64 {
    let mut counter = Counter { nodes: 1, spare: Vec::new(), recent: Recent::default() };
    counter.descend(vec![(root.key(), 1)], Vec::new(), root.to_move(), depth);
    counter.nodes
}

/// A shape's key, and how many nodes have that shape.
type Crowd = (u64, u64);

/// At most this many crowds of a ply are expanded together; beyond, they are counted in parts. It
/// bounds memory to some hundred megabytes, and the parts only miss what they could have merged.
const MOST_CROWDS: usize = 1 << 20;

struct Counter {
    nodes: u64,
    /// Memory to write the next ply into: to ask the system for it anew at every ply takes as long
    /// as the counting.
    spare: Vec<Crowd>,
    recent: Recent,
}

impl Counter {
    /// Counts everything below `crowds`, and below `passed`, which stand after a pass. All have
    /// `side` to move and none is over.
    fn descend(
        &mut self,
        mut crowds: Vec<Crowd>,
        mut passed: Vec<Crowd>,
        mut side: Side,
        depth: u32,
    ) {
        for depth in (1..=depth).rev() {
            if crowds.is_empty() && passed.is_empty() {
                return;
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
        crowds: &[Crowd],
        passed: &[Crowd],
        side: Side,
        depth: u32,
        next: &mut Vec<Crowd>,
    ) -> Vec<Crowd> {
        let mut next_passed = Vec::new();
        for &(key, times) in crowds {
            let shape = TreeShape::from_key(key, side);
            let has_moves = match depth {
                1 => self.count(times * shape.move_count()),
                2 => self.count(times * within_two_plies(shape)),
                3 => self.count_children(shape, times),
                _ => self.expand(shape, times, next),
            };
            if !has_moves {
                self.nodes += times;
                next_passed.push((shape.passed().key(), times));
            }
        }
        for &(key, times) in passed {
            // A second pass in a row is a node, and the last one.
            if !self.expand(TreeShape::from_key(key, side), times, next) {
                self.nodes += times;
            }
        }
        next_passed
    }

    /// Adds to the count; false if there is nothing to add.
    fn count(&mut self, nodes: u64) -> bool {
        self.nodes += nodes;
        nodes > 0
    }

    /// Counts the children of a shape and the two plies below each; false if there are none.
    #[inline]
    fn count_children(&mut self, shape: TreeShape, times: u64) -> bool {
        let mut nodes = 0;
        shape.for_each_child(|child| {
            nodes += 1 + if child.is_over() { 0 } else { self.recent.within_two_plies(child) };
        });
        self.count(times * nodes)
    }

    /// Counts the children of a shape and appends those that are not over; false if there are none.
    #[inline]
    fn expand(&mut self, shape: TreeShape, times: u64, next: &mut Vec<Crowd>) -> bool {
        let mut has_moves = false;
        shape.for_each_child(|child| {
            has_moves = true;
            self.nodes += times;
            if !child.is_over() {
                next.push((child.key(), times));
            }
        });
        has_moves
    }
}

/// How many nodes there are within two plies below a shape that is not over.
fn within_two_plies(shape: TreeShape) -> u64 {
    shape.move_count().max(1) + shape.grandchild_count()
}

/// What [`within_two_plies`] gave of late, for shapes with the same side to move. The last plies
/// have by far the most shapes, too many to merge. But neighbours in the sorted order have many
/// children in common, so a memory small enough for the processor's cache finds most of them.
struct Recent {
    counts: Vec<Crowd>,
}

impl Recent {
    const SIZE: usize = 1 << 13;

    #[inline]
    fn within_two_plies(&mut self, shape: TreeShape) -> u64 {
        let key = shape.key();
        let known = &mut self.counts[mix(key) as usize % Recent::SIZE];
        if known.0 != key {
            *known = (key, within_two_plies(shape));
        }
        known.1
    }
}

impl Default for Recent {
    fn default() -> Recent {
        // No shape has the key 0: it would be an empty board.
        Recent { counts: vec![(0, 0); Recent::SIZE] }
    }
}

/// Sorts by key and merges equal ones. A radix sort: it goes through memory in order, where a hash
/// table would miss the cache at every step.
fn merge(crowds: &mut Vec<Crowd>, spare: &mut Vec<Crowd>) {
    const DIGIT: u32 = 11;
    const MASK: u64 = (1 << DIGIT) - 1;
    const PASSES: usize = u64::BITS.div_ceil(DIGIT) as usize;
    let mut counts = vec![[0_usize; 1 << DIGIT]; PASSES];
    for &(key, _) in crowds.iter() {
        for (pass, counts) in counts.iter_mut().enumerate() {
            counts[(key >> (DIGIT * pass as u32) & MASK) as usize] += 1;
        }
    }
    spare.resize(crowds.len(), (0, 0));
    for (pass, counts) in counts.iter_mut().enumerate() {
        if counts.contains(&crowds.len()) {
            continue; // one digit for all: sorted already
        }
        let mut start = 0;
        for count in counts.iter_mut() {
            start += std::mem::replace(count, start);
        }
        for &crowd in crowds.iter() {
            let place = &mut counts[(crowd.0 >> (DIGIT * pass as u32) & MASK) as usize];
            spare[*place] = crowd;
            *place += 1;
        }
        std::mem::swap(crowds, spare);
    }
    crowds.dedup_by(|later, kept| {
        let same = later.0 == kept.0;
        kept.1 += if same { later.1 } else { 0 };
        same
    });
}
