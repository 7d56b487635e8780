//! Which cores there are, and how to stay on some of them.

use std::collections::BTreeSet;
use std::fs;
use std::io;

use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::unistd::Pid;

/// The cores that this process may use. Two hardware threads of one core count once: programs on them
/// would slow each other down.
pub fn physical() -> Vec<usize> {
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

/// Keeps the calling thread, and what it starts, on these cores.
///
/// # Errors
/// If there are no such cores, or they are not ours to use.
pub fn stay_on(cores: &[usize]) -> io::Result<()> {
    let mut set = CpuSet::new();
    for &core in cores {
        set.set(core)?;
    }
    Ok(sched_setaffinity(Pid::from_raw(0), &set)?)
}
