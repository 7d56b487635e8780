//! What the table says of a node, and what it keeps of it.

use std::ops::ControlFlow;

use plyglot_core::Game;

use super::{InnerNode, NodeAt, NodeResult, Search};
use crate::engine::score::LEAST_WIN;
use crate::engine::table::{Bound, TableEntry};
use crate::engine::{Knowledge, Score};

impl<K: Knowledge> Search<'_, K> {
    /// Asks the table for a score that settles the node, or else for the best move's index.
    #[inline]
    pub(super) fn probe(&mut self, node: &InnerNode<'_, K::Game>) -> ControlFlow<Score, u16> {
        let Some(mut entry) = self.table.get(node.key) else {
            return ControlFlow::Continue(TableEntry::NO_MOVE);
        };
        let NodeAt { ply, depth, .. } = node.at;
        entry.score = at_ply::<K>(entry.score, ply) + node.banked;
        let is_proven = entry.depth == TableEntry::PROVEN;
        // In an open window a line is looked for, which an entry does not have.
        let is_enough = if self.techniques.deeper_entries && node.window.is_open() {
            is_proven
        } else {
            self.is_deep_enough(entry, depth)
        };
        if !node.at.is_root() && is_enough && entry.settles(node.window) {
            self.guesses += u64::from(!is_proven);
            return ControlFlow::Break(entry.score);
        }
        ControlFlow::Continue(entry.best)
    }

    /// The score of a node that some move refutes by what the table knows of where it leads (an enhanced
    /// transposition cut-off, Schaeffer and Plaat 1996).
    #[inline]
    pub(super) fn score_by_children(&mut self, node: &InnerNode<'_, K::Game>) -> Option<Score> {
        let NodeAt { ply, depth, .. } = node.at;
        let moves = &self.scratch.moves[node.start..];
        let is_asked = self.techniques.child_entries
            && node.is_kept
            && K::CHILD_ENTRIES.is_some_and(|least| depth >= least)
            && !node.at.is_root()
            && !node.window.is_open()
            // A forced move costs no depth, so the entry would have to be deeper.
            && moves.len() > 1;
        if !is_asked {
            return None;
        }
        // All at once: so memory is waited for only once.
        for &mv in moves {
            self.table.prefetch(self.knowledge.key(&node.position.after(mv)));
        }
        let entry = moves.iter().find_map(|&mv| {
            let child = node.position.after(mv);
            let mut entry = self.table.get(self.knowledge.key(&child))?;
            entry.score = at_ply::<K>(entry.score, ply + 1) + self.knowledge.banked(&child);
            let refutes = entry.bound != Bound::AtLeast && -entry.score >= node.window.beta;
            (refutes && self.is_deep_enough(entry, depth - 1)).then_some(entry)
        })?;
        self.guesses += u64::from(entry.depth != TableEntry::PROVEN);
        Some(-entry.score)
    }

    /// Whether an entry says as much as a search of this depth.
    #[inline]
    fn is_deep_enough(&self, entry: TableEntry, depth: i32) -> bool {
        if self.techniques.deeper_entries {
            i32::from(entry.depth) >= depth
        } else {
            i32::from(entry.depth) == depth
        }
    }

    /// Keeps in the table what was found at a node.
    #[inline]
    pub(super) fn store(&mut self, node: &InnerNode<'_, K::Game>, found: &NodeResult) {
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
            (TableEntry::PROVEN, (nodes_below + 1).ilog2().min(31) as u8)
        } else {
            (node.at.depth.min(254) as u8, 0)
        };
        let score = from_ply::<K>(found.score - node.banked, node.at.ply);
        self.table.put(node.key, TableEntry { score, bound, depth, best: found.index, work });
    }
}

/// A score that counts its distance from a node, seen from the root `ply` plies above it: a loss is
/// worse the sooner it comes.
#[inline]
pub(super) fn at_ply<K: Knowledge>(score: Score, ply: usize) -> Score {
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
