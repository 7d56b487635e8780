use std::time::Duration;

use serde::{Deserialize, Serialize};

/// What one run may use, over all its threads, children and orphans together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// CPU time.
    pub cpu: Duration,
    /// Time by the clock on the wall: a program that sleeps uses no CPU.
    pub wall: Duration,
    /// Bytes of memory.
    pub memory: u64,
    /// Bytes by which the agent's directory may grow. A file counts as 4 KiB at least.
    pub disk: u64,
    /// Processes and threads at the same time.
    pub processes: u32,
    /// Bytes of standard output (the first) and of standard error (the last) that are kept. What
    /// is printed beyond that is thrown away; that is no offence.
    pub output: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            cpu: Duration::from_secs(10),
            wall: Duration::from_secs(30),
            memory: 1 << 30,
            disk: 64 << 20,
            processes: 256,
            output: 64 << 10,
        }
    }
}
