use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use super::limit::Budget;

/// Watches whether a search has to stop: by its budget, or because someone asks it to.
#[derive(Debug)]
pub(super) struct Watch<'e> {
    pub budget: Budget,
    /// Ends it when it is true.
    pub stop: &'e AtomicBool,
    /// Where it shows its nodes, and those of its helpers.
    pub shown: &'e AtomicU64,
    /// The nodes of each helper.
    pub helpers: &'e [AtomicU64],
    /// Look again at this node.
    next: u64,
    /// How many nodes lie between two looks.
    every: u64,
    /// What the clock showed at the last look.
    last: Duration,
}

impl<'e> Watch<'e> {
    pub fn new(
        budget: Budget,
        stop: &'e AtomicBool,
        shown: &'e AtomicU64,
        helpers: &'e [AtomicU64],
    ) -> Watch<'e> {
        Watch { budget, stop, shown, helpers, next: 0, every: 64, last: Duration::ZERO }
    }

    /// Whether to stop after this many nodes.
    #[inline]
    pub fn must_stop(&mut self, nodes: u64) -> bool {
        nodes >= self.next && self.look(nodes)
    }

    /// The nodes of all helpers so far, to within those since their last look.
    pub fn nodes_of_helpers(&self) -> u64 {
        self.helpers.iter().map(|nodes| nodes.load(Relaxed)).sum()
    }

    /// Looks at the limits, and decides when to look again.
    #[cold]
    fn look(&mut self, nodes: u64) -> bool {
        let all = nodes + self.nodes_of_helpers();
        self.shown.store(all, Relaxed);
        if all > self.budget.nodes || self.stop.load(Relaxed) {
            return true;
        }
        if let Some(time) = self.budget.time {
            let now = time.clock.elapsed();
            if now >= time.end {
                return true;
            }
            // A look takes less than a microsecond, so one in some tenths of a millisecond costs
            // nothing and is often enough. How many nodes that is depends on game and machine.
            let since = now.saturating_sub(self.last);
            self.last = now;
            if since < Duration::from_micros(150) {
                self.every = (self.every * 2).min(4096);
            } else if since > Duration::from_micros(500) {
                self.every = (self.every / 2).max(1);
            }
        }
        let left = self.budget.nodes - all;
        self.next = nodes + self.every.min(left.saturating_add(1));
        false
    }
}
