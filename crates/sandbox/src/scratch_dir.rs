use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crate::Workdir;

/// A directory for [`Workdir`]s, among the system's temporary files. It is removed at the end; or by
/// the next one, if the process that made it was killed.
#[derive(Debug)]
pub struct ScratchDir {
    root: Workdir,
    /// Says that the directory is in use, as long as it is open.
    _lock: File,
}

const PREFIX: &str = "plyglot-place-";
const LOCK: &str = "in-use";

impl ScratchDir {
    /// A new one.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn new() -> io::Result<ScratchDir> {
        clear_abandoned(&std::env::temp_dir());
        let root = tempfile::Builder::new().prefix(PREFIX).tempdir()?;
        let lock = File::create(root.path().join(LOCK))?;
        lock.set_permissions(Permissions::from_mode(0o600))?;
        lock.lock()?;
        // Programs with users of their own must be able to pass, and may not look around.
        fs::set_permissions(root.path(), Permissions::from_mode(0o711))?;
        Ok(ScratchDir { root: Workdir::at(root.keep()), _lock: lock })
    }

    /// A directory of that name, not made yet.
    pub fn workdir(&self, name: &str) -> Workdir {
        Workdir::at(self.root.path().join(name))
    }

    /// A copy of a file that all programs can read and execute, in a directory of that name.
    ///
    /// # Errors
    /// If it cannot be copied.
    pub fn public_copy(&self, file: &Path, name: &str) -> io::Result<PathBuf> {
        let directory = self.root.path().join(name);
        fs::create_dir(&directory)?;
        fs::set_permissions(&directory, Permissions::from_mode(0o711))?;
        let copy = directory.join(file.file_name().ok_or(io::ErrorKind::InvalidInput)?);
        fs::copy(file, &copy)?;
        fs::set_permissions(&copy, Permissions::from_mode(0o755))?;
        Ok(copy)
    }
}

/// Removes what was left by processes that were killed: our own, with a lock that no process holds.
fn clear_abandoned(directory: &Path) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX)
            && entry.metadata().is_ok_and(|found| {
                found.is_dir() && found.uid() == nix::unistd::geteuid().as_raw()
            });
        if is_ours
            && let Ok(lock) = File::open(entry.path().join(LOCK))
            && lock.try_lock().is_ok()
        {
            // A workdir removes what resists, too.
            drop(Workdir::at(entry.path()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_killed_left_is_cleared_and_nothing_else() {
        let base = tempfile::tempdir().unwrap();
        let scratch = |name: &str| {
            let path = base.path().join(name);
            fs::create_dir(&path).unwrap();
            let lock = File::create(path.join(LOCK)).unwrap();
            (path, lock)
        };
        let (abandoned, lock) = scratch("plyglot-place-1");
        drop(lock);
        let (in_use, lock) = scratch("plyglot-place-2");
        lock.lock().unwrap();
        let (foreign, _) = scratch("something-else");
        let beginning = base.path().join("plyglot-place-3");
        fs::create_dir(&beginning).unwrap();
        clear_abandoned(base.path());
        assert!(!abandoned.exists());
        assert!(in_use.exists() && foreign.exists() && beginning.exists());
    }
}
