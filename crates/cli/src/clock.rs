//! CPU time of this process: on a shared machine it says more than the clock on the wall.

use rustix::time::{ClockId, Timespec, clock_gettime};

/// Started once, read as often as wanted.
pub struct CpuClock(Timespec);

impl CpuClock {
    pub fn start() -> CpuClock {
        CpuClock(clock_gettime(ClockId::ProcessCPUTime))
    }

    /// CPU seconds of all threads since the start.
    pub fn seconds(&self) -> f64 {
        let spent = clock_gettime(ClockId::ProcessCPUTime) - self.0;
        spent.tv_sec as f64 + spent.tv_nsec as f64 * 1e-9
    }
}
