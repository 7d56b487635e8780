//! Systems on which no programs are run: the same names as on Linux, and the truth about them.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::copy_error::CopyError;
use crate::isolation::Isolation;
use crate::output_error::OutputError;
use crate::run::{Ran, Run, RunError};
use crate::sandbox::{Layer, Sandbox, Warden};

/// There is no such program: this one is no warden here.
pub fn serve(_: impl Iterator<Item = OsString>) -> Option<ExitCode> {
    None
}

/// Runs nothing.
///
/// # Errors
/// Always.
pub fn run(_: &Run, _: &Sandbox) -> Result<Ran, RunError> {
    Err(RunError::NotHere)
}

/// Finds nothing that could be run.
pub fn find_program(_: impl AsRef<OsStr>, _: &[PathBuf]) -> Option<PathBuf> {
    None
}

/// No place is open to programs where there are none.
pub fn public_place(_: &Path) -> Option<PathBuf> {
    None
}

/// Reads nothing: no program has written anything.
///
/// # Errors
/// Always.
pub fn read_output(_: &Path, name: &str, _: u64) -> Result<Vec<u8>, OutputError> {
    Err(OutputError::Unreadable { name: name.to_owned(), error: not_here() })
}

fn not_here() -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, RunError::NotHere)
}

/// What such a system has for a sandbox: nothing.
#[derive(Clone, Debug)]
pub struct System;

impl System {
    pub fn detect(_: Warden) -> (System, Vec<Layer>) {
        let missing =
            |level| Layer { level, works: false, found: RunError::NotHere.to_string(), fix: None };
        (System, Isolation::ALL.map(missing).to_vec())
    }

    pub fn stopped_by(self, _: Arc<AtomicBool>) -> System {
        self
    }

    pub fn can_reach(&self, _: &Path) -> bool {
        true
    }

    pub fn hides(&self, _: &Path) -> bool {
        false
    }
}

/// Which cores there are.
pub mod cores {
    use std::io;
    use std::thread;

    /// As many as may work at the same time.
    pub fn physical() -> Vec<usize> {
        (0..thread::available_parallelism().map_or(1, usize::from)).collect()
    }

    /// Leaves to the system which cores a thread is on.
    ///
    /// # Errors
    /// None.
    pub fn stay_on(_: &[usize]) -> io::Result<()> {
        Ok(())
    }
}

/// What a file lets its owner, its group and others do.
pub mod mode {
    use std::fs::Metadata;
    use std::io;
    use std::path::Path;

    /// Whatever it is, it may be a program.
    pub fn of(_: &Metadata) -> u32 {
        0o755
    }

    /// Leaves it as it is.
    ///
    /// # Errors
    /// None.
    pub fn set(_: &Path, _: u32) -> io::Result<()> {
        Ok(())
    }
}

/// Where the directories of programs would be.
#[derive(Debug)]
pub struct ScratchDir(());

impl ScratchDir {
    /// A new one. It is only a name, so that contests without programs can do without.
    ///
    /// # Errors
    /// None.
    pub fn new() -> io::Result<ScratchDir> {
        Ok(ScratchDir(()))
    }

    /// A directory of that name, not made yet.
    pub fn workdir(&self, name: &str) -> Workdir {
        Workdir::at(std::env::temp_dir().join(name))
    }

    /// Copies nothing.
    ///
    /// # Errors
    /// Always.
    pub fn public_copy(&self, _: &Path, _: &str) -> io::Result<PathBuf> {
        Err(not_here())
    }
}

/// The directory that a program would run in. It is never made.
#[derive(Debug)]
pub struct Workdir {
    path: PathBuf,
}

impl Workdir {
    /// A directory that is not there.
    pub fn at(path: PathBuf) -> Workdir {
        Workdir { path }
    }

    /// Where it would be.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes nothing.
    ///
    /// # Errors
    /// Always.
    pub fn renew(&self) -> io::Result<()> {
        Err(not_here())
    }

    /// Makes nothing.
    ///
    /// # Errors
    /// Always.
    pub fn renew_from(&self, _: &Path, _: &[&str]) -> Result<(), CopyError> {
        Err(CopyError::Io { path: self.path.clone(), error: not_here() })
    }

    /// Puts nothing into it.
    ///
    /// # Errors
    /// Always.
    pub fn put(&self, _: &str, _: &str) -> io::Result<()> {
        Err(not_here())
    }

    /// There is nothing to be removed.
    ///
    /// # Errors
    /// None.
    pub fn take_away(&self, _: &str) -> io::Result<()> {
        Ok(())
    }

    /// There is nothing to be removed.
    ///
    /// # Errors
    /// None.
    pub fn remove(&self) -> io::Result<()> {
        Ok(())
    }
}
