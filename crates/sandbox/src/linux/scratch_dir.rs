use std::fs::{self, File, Permissions, TryLockError};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::CWD;
use rustix::process::geteuid;

use crate::Workdir;
use crate::linux::folder::{self, IfClosed};

/// A directory for [`Workdir`]s, among the system's temporary files. It is removed at the end; or by
/// the next one, if the process that made it was killed.
#[derive(Debug)]
pub struct ScratchDir {
    root: Workdir,
    /// Says that the directory is in use, as long as it is open.
    _claim: Claim,
}

const PREFIX: &str = "plyglot-scratch-";
/// How often another process may take our new directory for an abandoned one.
const TRIES: u32 = 100;

impl ScratchDir {
    /// A new one.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn new() -> io::Result<ScratchDir> {
        ScratchDir::new_in(&std::env::temp_dir())
    }

    fn new_in(place: &Path) -> io::Result<ScratchDir> {
        clear_abandoned(place);
        for _ in 0..TRIES {
            let root = tempfile::Builder::new().prefix(PREFIX).tempdir_in(place)?;
            let Some(claim) = Claim::on(root.path())? else { continue };
            // Programs with users of their own must be able to pass, and may not look around.
            fs::set_permissions(root.path(), Permissions::from_mode(0o711))?;
            return Ok(ScratchDir { root: Workdir::at(root.keep()), _claim: claim });
        }
        Err(io::Error::other("other processes keep removing our directories"))
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

/// The lock on a directory, held by the one process that uses or removes it. The system lets go of
/// it when the process ends, however it ends.
///
/// A directory can be made and not yet claimed: then another process may claim and remove it, and the
/// one that made it has to make another. So nothing is in use that can be removed, and nothing is left
/// that can not, at whatever moment a process is killed.
#[derive(Debug)]
struct Claim {
    _lock: File,
}

impl Claim {
    /// `None` if another process has claimed it, or has removed it.
    fn on(directory: &Path) -> io::Result<Option<Claim>> {
        let lock = match folder::open(CWD, directory, IfClosed::OpenUp) {
            Ok(folder) => File::from(folder),
            Err(error) if folder::is_missing(error) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        // The lock is on the directory that we opened, which may have been removed before we had it.
        let ours = lock.metadata()?;
        let is_there = fs::symlink_metadata(directory)
            .is_ok_and(|found| (found.dev(), found.ino()) == (ours.dev(), ours.ino()));
        Ok(is_there.then_some(Claim { _lock: lock }))
    }
}

/// Removes what was left by processes that were killed: our own user's, claimed by no process.
fn clear_abandoned(place: &Path) {
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        let is_ours = entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes())
            && entry
                .metadata()
                .is_ok_and(|found| found.is_dir() && found.uid() == geteuid().as_raw());
        if is_ours && let Ok(Some(_claim)) = Claim::on(&entry.path()) {
            // A workdir removes what resists, too.
            drop(Workdir::at(entry.path()));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};
    use std::time::Duration;
    use std::{env, thread};

    use super::*;

    fn count(place: &Path) -> usize {
        fs::read_dir(place).unwrap().count()
    }

    #[test]
    fn what_the_killed_left_is_cleared_and_nothing_else() {
        let base = tempfile::tempdir().unwrap();
        let make = |name: &str| {
            let path = base.path().join(name);
            fs::create_dir(&path).unwrap();
            path
        };
        // Killed in the middle of its work, and before it had begun.
        let [full, empty] = ["1", "2"].map(|name| make(&format!("{PREFIX}{name}")));
        fs::create_dir(full.join("agent")).unwrap();
        fs::write(full.join("agent/file"), "").unwrap();
        fs::set_permissions(full.join("agent"), Permissions::from_mode(0o000)).unwrap();
        let (in_use, foreign) = (make(&format!("{PREFIX}3")), make("something-else"));
        let claim = Claim::on(&in_use).unwrap();
        assert!(claim.is_some());
        clear_abandoned(base.path());
        assert!(!full.exists() && !empty.exists());
        assert!(in_use.exists() && foreign.exists());
        drop(claim);
        clear_abandoned(base.path());
        assert!(!in_use.exists() && foreign.exists());
    }

    #[test]
    fn a_directory_is_claimed_once() {
        let base = tempfile::tempdir().unwrap();
        let claim = Claim::on(base.path()).unwrap();
        assert!(claim.is_some() && Claim::on(base.path()).unwrap().is_none());
        drop(claim);
        assert!(Claim::on(base.path()).unwrap().is_some());
        assert!(Claim::on(&base.path().join("none")).unwrap().is_none());
    }

    #[test]
    fn those_who_begin_at_once_do_not_remove_each_others() {
        let base = tempfile::tempdir().unwrap();
        for _ in 0..50 {
            let made = thread::scope(|scope| {
                let make = || {
                    let scratch = ScratchDir::new_in(base.path()).unwrap();
                    scratch.workdir("agent").renew().map(|()| scratch).unwrap()
                };
                let threads: Vec<_> = (0..8).map(|_| scope.spawn(make)).collect();
                threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
            });
            assert_eq!(count(base.path()), made.len());
        }
        assert_eq!(count(base.path()), 0);
    }

    #[test]
    fn at_whatever_moment_a_process_is_killed_the_next_clears_up() {
        const PLACE: &str = "PLYGLOT_SCRATCH_PLACE";
        if let Some(place) = env::var_os(PLACE) {
            loop {
                let scratch = ScratchDir::new_in(Path::new(&place)).unwrap();
                scratch.workdir("agent").renew().unwrap();
            }
        }
        let base = tempfile::tempdir().unwrap();
        let test =
            "linux::scratch_dir::tests::at_whatever_moment_a_process_is_killed_the_next_clears_up";
        for pause in 0..40 {
            let mut child = Command::new(env::current_exe().unwrap())
                .args([test, "--exact"])
                .env(PLACE, base.path())
                .stdout(Stdio::null())
                .spawn()
                .unwrap();
            // Some have not begun by then, and nothing depends on how many.
            thread::sleep(Duration::from_micros(5_000 + 300 * pause));
            child.kill().unwrap();
            child.wait().unwrap();
        }
        drop(ScratchDir::new_in(base.path()).unwrap());
        assert_eq!(count(base.path()), 0);
    }
}
