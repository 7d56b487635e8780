use plyglot_search::engine::{CpuClock, Limit};
use plyglot_search::opponents::Opponent;
use plyglot_search::textbook::Progress;

/// What the command line adds to a task.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'p> {
    /// Which edition of its assignment an answer follows, where there are several; the last one
    /// unless it is named.
    pub edition: Option<&'static str>,
    /// The clock that an agent's time is read off: that of a whole program counts its start too.
    /// Without one it is this thread's, from the moment the task begins.
    pub clock: Option<CpuClock>,
    /// How large an agent's table may grow, in bytes, unless as large as usual. With little time it
    /// stays smaller.
    pub table_bytes: Option<usize>,
    /// How long an agent thinks, unless as long as its input allows: with a number of nodes, for
    /// example, it gives the same answer on every machine.
    pub limit: Option<Limit>,
    /// The opponent that answers if a time is given, unless the engine at full strength.
    pub opponent: Option<Opponent>,
    /// How many threads may work on an exact answer, unless one: what is charged for CPU time has nothing
    /// to gain by more.
    pub threads: Option<usize>,
    /// Where a search that writes no log shows how far it has come, and hears how far it may go.
    pub progress: Option<&'p Progress>,
}

impl Options<'_> {
    /// The clock that an agent's time is read off.
    pub fn clock(&self) -> CpuClock {
        self.clock.unwrap_or_else(CpuClock::of_thread)
    }
}
