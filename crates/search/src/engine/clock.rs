use std::time::Duration;

use rustix::time::{ClockId, Timespec, clock_gettime};

/// CPU time spent since some moment. On a shared machine it says more than the clock on the wall,
/// and it is the time that the assignments count.
#[derive(Clone, Copy, Debug)]
pub struct CpuClock {
    source: ClockId,
    start: Timespec,
}

impl CpuClock {
    /// The time of all threads of this process, from now on.
    pub fn start() -> CpuClock {
        CpuClock::from_now(ClockId::ProcessCPUTime)
    }

    /// The time of all threads of this process since it started: an agent that runs for one move is
    /// charged with it.
    pub fn since_process_start() -> CpuClock {
        CpuClock { source: ClockId::ProcessCPUTime, start: Timespec { tv_sec: 0, tv_nsec: 0 } }
    }

    /// The time of this thread alone, from now on: for several engines in one process.
    pub fn of_thread() -> CpuClock {
        CpuClock::from_now(ClockId::ThreadCPUTime)
    }

    fn from_now(source: ClockId) -> CpuClock {
        CpuClock { source, start: clock_gettime(source) }
    }

    /// The same time, from now on.
    pub fn restarted(&self) -> CpuClock {
        CpuClock::from_now(self.source)
    }

    /// How much was spent.
    pub fn elapsed(&self) -> Duration {
        let spent = clock_gettime(self.source) - self.start;
        Duration::new(spent.tv_sec.max(0) as u64, spent.tv_nsec as u32)
    }

    /// How much was spent, in seconds.
    pub fn seconds(&self) -> f64 {
        self.elapsed().as_secs_f64()
    }
}
