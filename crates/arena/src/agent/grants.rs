//! What programs may read, and where their commands are looked for: whoever runs a contest says so.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use plyglot_sandbox::public_place;

use super::{Agent, AgentError, AgentKind, AgentProgram};

/// What is granted to programs besides the system and their own directories.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grants {
    readable: Vec<PathBuf>,
    path: Vec<PathBuf>,
}

impl Grants {
    /// Lets programs read a file or a directory. The path begins in `directory`.
    ///
    /// # Errors
    /// If it is not there.
    pub fn let_read(&mut self, directory: &Path, path: &Path) -> Result<(), AgentError> {
        self.readable.push(whole(directory, path)?);
        Ok(())
    }

    /// Lets their commands be found in a directory, which may be read too.
    ///
    /// # Errors
    /// If it is not there, or is no directory.
    pub fn let_find(&mut self, directory: &Path, path: &Path) -> Result<(), AgentError> {
        let path = whole(directory, path)?;
        if !path.is_dir() {
            let error = io::ErrorKind::NotADirectory.into();
            return Err(AgentError::Unreadable { path, error });
        }
        self.path.push(path);
        Ok(())
    }
}

fn whole(directory: &Path, path: &Path) -> Result<PathBuf, AgentError> {
    let path = directory.join(path);
    fs::canonicalize(&path).map_err(|error| AgentError::Unreadable { path, error })
}

impl Agent {
    /// Lets it read and find more; nothing changes for what is built in.
    pub fn grant(&mut self, grants: &Grants) {
        if let AgentKind::Program(program) = &mut self.kind {
            program.readable.extend(grants.readable.iter().cloned());
            program.path.extend(grants.path.iter().cloned());
        }
    }
}

impl AgentProgram {
    /// Whether a path is, or lies in, what was granted.
    pub(super) fn is_granted(&self, path: &Path) -> bool {
        let granted = self.readable.iter().chain(&self.path).chain(&self.files);
        fs::canonicalize(path).is_ok_and(|path| granted.clone().any(|it| path.starts_with(it)))
    }

    /// Whether it may be read: the system always may.
    pub(super) fn may_read(&self, path: &Path) -> bool {
        let is_public = |path: PathBuf| public_place(&path).is_some();
        fs::canonicalize(path).is_ok_and(is_public) || self.is_granted(path)
    }

    /// What its author asks to read and may not. The system may always be read.
    pub fn refused(&self) -> Vec<&Path> {
        let own = self.files.as_deref().unwrap_or(Path::new(""));
        let refused = self.requested.iter().filter(|path| !self.may_read(&own.join(path)));
        refused.map(PathBuf::as_path).collect()
    }
}
