//! Ending a whole tree of processes, however fast it grows.

use std::collections::HashSet;

use nix::errno::Errno;
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;

use crate::tree::Process;

/// Stops everything, until a look shows nothing new, and only then kills: what is stopped forks no
/// more, so nothing slips through between looking and killing.
pub fn stop_and_kill(mut look: impl FnMut() -> Vec<Process>) {
    let mut stopped = HashSet::new();
    for _ in 0..ROUNDS {
        let new: Vec<i32> =
            look().iter().map(|process| process.pid).filter(|&pid| stopped.insert(pid)).collect();
        if new.is_empty() {
            break;
        }
        send(&new, Signal::SIGSTOP);
    }
    let all: Vec<i32> = stopped.into_iter().collect();
    send(&all, Signal::SIGKILL);
}

/// Reaps the next child that has died.
pub fn reap() -> Reaped {
    match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
        Ok(WaitStatus::Exited(pid, code)) => Reaped::Exited(pid.as_raw(), code),
        Ok(WaitStatus::Signaled(pid, signal, _)) => Reaped::Signalled(pid.as_raw(), signal as i32),
        Err(Errno::ECHILD) => Reaped::NoneLeft,
        _ => Reaped::NoneNow,
    }
}

/// What reaping found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reaped {
    /// This child had exited with this code.
    Exited(i32, i32),
    /// This child had been killed by this signal.
    Signalled(i32, i32),
    /// All children live.
    NoneNow,
    /// There are no children.
    NoneLeft,
}

/// A tree that still grows after this many looks is killed all the same, and looked at again.
const ROUNDS: u32 = 50;

fn send(pids: &[i32], signal: Signal) {
    for &pid in pids {
        // A process that is gone already needs no signal.
        _ = kill(Pid::from_raw(pid), signal);
    }
}
