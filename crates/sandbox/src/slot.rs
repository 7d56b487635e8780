use std::fs::{self, File};
use std::io;
use std::sync::atomic::{AtomicU16, Ordering};

use nix::unistd::geteuid;

/// A number that no other program has at the same time, on this machine: where we are root, it is the
/// program's own user.
#[derive(Debug)]
pub struct Slot {
    number: u16,
    /// Says to other processes that the number is taken, as long as it is open.
    _lock: Option<File>,
}

/// Only root can write here, so no other user can lead us astray.
const LOCKS: &str = "/run/plyglot-slots";
/// What is below is for runs outside of contests.
const FIRST: u16 = 200;
const LAST: u16 = 500;

impl Slot {
    /// Takes a number that is free.
    ///
    /// # Errors
    /// If there is none, or the system does not let us look.
    pub fn take() -> io::Result<Slot> {
        if !geteuid().is_root() {
            // All agents have our own user, and the number means nothing.
            static NEXT: AtomicU16 = AtomicU16::new(0);
            let number = FIRST + NEXT.fetch_add(1, Ordering::Relaxed) % (LAST - FIRST);
            return Ok(Slot { number, _lock: None });
        }
        fs::create_dir_all(LOCKS)?;
        for number in FIRST..LAST {
            let lock = File::create(format!("{LOCKS}/{number}"))?;
            if lock.try_lock().is_ok() {
                return Ok(Slot { number, _lock: Some(lock) });
            }
        }
        Err(io::Error::other(format!("all {} users for agents are taken", LAST - FIRST)))
    }

    /// The number.
    pub fn number(&self) -> u16 {
        self.number
    }
}
