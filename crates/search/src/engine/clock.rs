use std::time::Duration;

use system::Moment;

/// CPU time spent since some moment. On a shared machine it says more than the clock on the wall,
/// and it is the time that the assignments count. Where a system counts CPU time in steps that are
/// too large for a search, or not at all, it is the clock on the wall.
#[derive(Clone, Copy, Debug)]
pub struct CpuClock {
    whose: Whose,
    start: Moment,
}

#[derive(Clone, Copy, Debug)]
enum Whose {
    Process,
    Thread,
}

impl CpuClock {
    /// The time of all threads of this process, from now on.
    pub fn start() -> CpuClock {
        CpuClock::from_now(Whose::Process)
    }

    /// The time of all threads of this process since it started: an agent that runs for one move is
    /// charged with it.
    pub fn since_process_start() -> CpuClock {
        CpuClock { whose: Whose::Process, start: Moment::process_start() }
    }

    /// The time of this thread alone, from now on: for several engines in one process.
    pub fn of_thread() -> CpuClock {
        CpuClock::from_now(Whose::Thread)
    }

    fn from_now(whose: Whose) -> CpuClock {
        CpuClock { whose, start: Moment::now(whose) }
    }

    /// The same time, from now on.
    pub fn restarted(&self) -> CpuClock {
        CpuClock::from_now(self.whose)
    }

    /// How much was spent.
    pub fn elapsed(&self) -> Duration {
        Moment::now(self.whose).since(self.start)
    }

    /// How much was spent, in seconds.
    pub fn seconds(&self) -> f64 {
        self.elapsed().as_secs_f64()
    }
}

#[cfg(unix)]
mod system {
    use std::time::Duration;

    use rustix::time::{ClockId, Timespec, clock_gettime};

    use super::Whose;

    #[derive(Clone, Copy, Debug)]
    pub struct Moment(Timespec);

    impl Moment {
        pub fn now(whose: Whose) -> Moment {
            Moment(clock_gettime(match whose {
                Whose::Process => ClockId::ProcessCPUTime,
                Whose::Thread => ClockId::ThreadCPUTime,
            }))
        }

        pub fn process_start() -> Moment {
            Moment(Timespec { tv_sec: 0, tv_nsec: 0 })
        }

        pub fn since(self, start: Moment) -> Duration {
            let spent = self.0 - start.0;
            Duration::new(spent.tv_sec.max(0) as u64, spent.tv_nsec as u32)
        }
    }
}

/// Windows counts CPU time in steps of 16 ms, a browser does not tell it.
#[cfg(not(unix))]
mod system {
    use std::sync::LazyLock;
    use std::time::Duration;

    use web_time::Instant;

    use super::Whose;

    #[derive(Clone, Copy, Debug)]
    pub struct Moment(Instant);

    impl Moment {
        pub fn now(_: Whose) -> Moment {
            Moment(Instant::now())
        }

        /// As early as anybody asked.
        pub fn process_start() -> Moment {
            static FIRST: LazyLock<Instant> = LazyLock::new(Instant::now);
            Moment(*FIRST)
        }

        pub fn since(self, start: Moment) -> Duration {
            self.0.saturating_duration_since(start.0)
        }
    }
}
