//! The referee's side of a lost warden.
//!
//! If a warden dies, what it watched becomes ours, since we are a subreaper too. How to tell those
//! from our own children? Every warden begins a new session, and a process cannot return into an
//! old one: a child of ours in another session, which is no warden, is an orphan.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use nix::sys::prctl::set_child_subreaper;
use nix::sys::wait::{WaitPidFlag, waitpid};
use nix::unistd::{Pid, getsid};

use crate::linux::kill::stop_and_kill;
use crate::linux::tree::{self, Process};

/// Starts a warden.
pub fn spawn(command: &mut Command) -> io::Result<Child> {
    set_child_subreaper(true)?;
    // Locked until it is entered, so that it is not taken for an orphan.
    let mut wardens = wardens();
    let child = command.spawn()?;
    wardens.insert(child.id() as i32);
    Ok(child)
}

/// Waits for a warden that has ended or been killed.
pub fn wait(warden: &mut Child) {
    // It fails only if another thread has waited for it, and none does.
    _ = warden.wait();
    wardens().remove(&(warden.id() as i32));
}

/// Kills and buries all orphans; returns their names.
pub fn end_all() -> Vec<String> {
    let begun = Instant::now();
    let mut names = Vec::new();
    while begun.elapsed() < PATIENCE {
        let wardens = wardens();
        let orphans = orphans(&wardens);
        if orphans.is_empty() {
            break;
        }
        names.extend(orphans.iter().filter(|one| !one.is_zombie).map(|one| one.name.clone()));
        for orphan in &orphans {
            stop_and_kill(|| {
                let mut tree = tree::descendants(orphan.pid);
                tree.extend(Process::read(orphan.pid).filter(|one| one.start == orphan.start));
                tree
            });
            _ = waitpid(Pid::from_raw(orphan.pid), Some(WaitPidFlag::WNOHANG));
        }
        drop(wardens);
        sleep(Duration::from_millis(1));
    }
    names.sort();
    names.dedup();
    names
}

const PATIENCE: Duration = Duration::from_secs(10);

fn orphans(wardens: &BTreeSet<i32>) -> Vec<Process> {
    let me = std::process::id() as i32;
    let Ok(session) = getsid(None) else { return Vec::new() };
    // More than one thread: the referee's children may belong to any of its threads.
    let children = tree::children(me, u32::MAX);
    let strangers = children.into_iter().filter(|pid| !wardens.contains(pid));
    strangers
        .filter_map(Process::read)
        .filter(|process| process.session != session.as_raw())
        .collect()
}

fn wardens() -> MutexGuard<'static, BTreeSet<i32>> {
    static WARDENS: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());
    WARDENS.lock().unwrap_or_else(PoisonError::into_inner)
}
