//! Ending a whole tree of processes, however fast it grows.

use std::collections::HashSet;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use rustix::io::Errno;
use rustix::process::{WaitOptions, wait};

use crate::ended::Ended;
use crate::linux::tree::Process;

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

/// Reaps the next child that has died; waits for one, unless the options say otherwise. A signal may be
/// any number, also one of those without a name.
pub fn reap(options: WaitOptions) -> Reaped {
    let (pid, status) = match wait(options) {
        Ok(Some(found)) => found,
        Err(Errno::CHILD) => return Reaped::NoneLeft,
        Ok(None) | Err(_) => return Reaped::NoneNow,
    };
    let killed = status.terminating_signal().map(Ended::Signalled);
    match status.exit_status().map(Ended::Exited).or(killed) {
        Some(ended) => Reaped::Dead(pid.as_raw_nonzero().get(), ended),
        None => Reaped::NoneNow,
    }
}

/// What reaping found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reaped {
    /// This child had died, and so.
    Dead(i32, Ended),
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
