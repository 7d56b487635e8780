use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::StoreError;

/// The right to add games to a store. The system gives it back when the process ends, however that
/// happens. It lies in a file of its own: SQLite's own locks would keep readers out too, and end
/// when any handle on the store is closed.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// Asking whether it is taken holds it for an instant, so taking it is tried this often,
const TRIES: u32 = 10;
/// with this pause in between.
const PAUSE: Duration = Duration::from_millis(20);

impl Lock {
    /// Takes it.
    ///
    /// # Errors
    /// If another process has it.
    pub fn take(store: &Path) -> Result<Lock, StoreError> {
        let path = beside(store);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(StoreError::Lock)?;
        let mut tries = 1;
        while let Err(error) = file.try_lock() {
            match error {
                TryLockError::WouldBlock if tries < TRIES => thread::sleep(PAUSE),
                TryLockError::WouldBlock => {
                    return Err(StoreError::Locked { process: process_in(&mut file) });
                }
                TryLockError::Error(error) => return Err(StoreError::Lock(error)),
            }
            tries += 1;
        }
        // Only for the words of an error: that it cannot be written, on a full disk, does no harm.
        _ = write_process(&mut file);
        Ok(Lock { _file: file })
    }

    /// Whether a process has it. Many may ask at once, and none keeps a writer out for longer than
    /// an instant.
    pub fn is_taken(store: &Path) -> bool {
        let Ok(file) = File::open(beside(store)) else { return false };
        matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
    }
}

/// The lock's file, `cup.sqlite-lock` for `cup.sqlite`, as SQLite names its own.
fn beside(store: &Path) -> PathBuf {
    let mut name = store.as_os_str().to_owned();
    name.push("-lock");
    name.into()
}

fn write_process(file: &mut File) -> io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    writeln!(file, "{}", std::process::id())
}

fn process_in(file: &mut File) -> Option<u32> {
    let mut text = String::new();
    file.take(20).read_to_string(&mut text).ok()?;
    text.trim().parse().ok()
}
