use std::sync::atomic::Ordering;
use std::time::Duration;

use super::Signals;
use super::limit::Budget;

/// Watches whether a search has to stop: by its budget, or because someone asks it to.
#[derive(Debug)]
pub(super) struct Watch<'e> {
    budget: Budget,
    signals: &'e Signals,
    /// Look again at this node.
    next: u64,
    /// How many nodes lie between two looks.
    every: u64,
    /// What the clock showed at the last look.
    last: Duration,
}

impl<'e> Watch<'e> {
    pub fn new(budget: Budget, signals: &'e Signals) -> Watch<'e> {
        Watch { budget, signals, next: 0, every: 64, last: Duration::ZERO }
    }

    /// Whether to stop after this many nodes.
    #[inline]
    pub fn must_stop(&mut self, nodes: u64) -> bool {
        nodes >= self.next && self.look(nodes)
    }

    /// Looks at the limits, and decides when to look again.
    #[cold]
    fn look(&mut self, nodes: u64) -> bool {
        self.signals.nodes.store(nodes, Ordering::Relaxed);
        if nodes > self.budget.nodes || self.signals.stop.load(Ordering::Relaxed) {
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
        self.next = (nodes + self.every).min(self.budget.nodes.saturating_add(1));
        false
    }
}
