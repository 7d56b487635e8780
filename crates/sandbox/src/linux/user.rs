//! A user for each run, where we are root: what one program leaves or does is no other's.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use nix::unistd::geteuid;

use crate::linux::kill::stop_and_kill;
use crate::linux::tree::{self, Process};

/// A user that no other run has at the same time, on this machine.
#[derive(Debug)]
pub struct RunUser {
    number: u32,
    /// Says to other processes that the user is taken, as long as it is open.
    _lock: File,
}

/// Only root can write here, so no other user can lead us astray.
const LOCKS: &str = "/run/plyglot-users";
/// The numbers are in a range that systems leave free.
const FIRST: u32 = 60_600;
const COUNT: u32 = 512;

impl RunUser {
    /// Takes a user that is free.
    ///
    /// # Errors
    /// If all are taken, or the system does not let us look.
    pub fn take() -> io::Result<RunUser> {
        // Another one each time, so that a user's last program is long gone.
        static NEXT: AtomicU32 = AtomicU32::new(0);
        fs::create_dir_all(LOCKS)?;
        for _ in 0..COUNT {
            let number = FIRST + NEXT.fetch_add(1, Ordering::Relaxed) % COUNT;
            if let Some(user) = RunUser::take_number(number)? {
                return Ok(user);
            }
        }
        Err(io::Error::other(format!("all {COUNT} users for programs are taken")))
    }

    /// The user of that number, if it is free.
    fn take_number(number: u32) -> io::Result<Option<RunUser>> {
        let lock = File::create(format!("{LOCKS}/{number}"))?;
        Ok(lock.try_lock().is_ok().then_some(RunUser { number, _lock: lock }))
    }

    /// The number of the user, and of its group.
    pub fn number(&self) -> u32 {
        self.number
    }
}

/// Ends the processes of users that nobody has taken: those who had were killed, and what they ran goes
/// on.
pub fn end_abandoned() {
    if !geteuid().is_root() || !Path::new(LOCKS).exists() {
        return;
    }
    for (pid, user) in tree::processes_of(FIRST..FIRST + COUNT) {
        // Taken while they are ended, so that they are not those of a run that begins just now.
        if let Ok(Some(_taken)) = RunUser::take_number(user) {
            stop_and_kill(|| {
                let mut all = tree::descendants(pid);
                all.extend(Process::read(pid));
                all.retain(|process| !process.is_zombie);
                all
            });
        }
    }
}
