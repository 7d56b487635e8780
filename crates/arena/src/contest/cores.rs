//! On which cores games are played: each game on one of its own, and never two on one.

use std::collections::BTreeSet;
use std::fs;

use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::unistd::Pid;

/// One core for each game that can be played at the same time. Two threads of one core count once:
/// they would slow each other down.
pub fn for_games() -> Vec<usize> {
    let allowed = sched_getaffinity(Pid::from_raw(0)).unwrap_or_default();
    let mut taken = BTreeSet::new();
    (0..CpuSet::count())
        .filter(|&cpu| allowed.is_set(cpu).unwrap_or_default())
        .filter(|&cpu| taken.insert(siblings(cpu)))
        .collect()
}

/// What the threads of one core have in common.
fn siblings(cpu: usize) -> String {
    let path = format!("/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list");
    fs::read_to_string(path).unwrap_or_else(|_| cpu.to_string())
}

/// Keeps the calling thread on one core. Without it the game is only a little less fair.
pub fn stay_on(core: usize) {
    let mut set = CpuSet::new();
    if set.set(core).is_ok() {
        _ = sched_setaffinity(Pid::from_raw(0), &set);
    }
}
