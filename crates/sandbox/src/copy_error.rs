use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why something was not copied.
#[derive(Debug, Error)]
pub enum CopyError {
    /// There is too much to copy.
    #[error("more than {} MB to copy", limit >> 20)]
    TooLarge {
        /// How many bytes may be copied.
        limit: u64,
    },
    /// There are too many names.
    #[error("more than {limit} files and directories to copy")]
    TooMany {
        /// How many may be copied.
        limit: u64,
    },
    /// A directory is nested too deep.
    #[error("{path:?} is nested in more than {limit} directories")]
    TooDeep {
        /// The directory.
        path: PathBuf,
        /// How deep it may be.
        limit: usize,
    },
    /// Something to be copied is closed to us.
    #[error("{path:?}: {error}")]
    Closed {
        /// What it is.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The system failed us.
    #[error("{path:?}: {error}")]
    Io {
        /// What could not be read or written.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

impl CopyError {
    /// Whether it is the fault of what was to be copied. Otherwise nobody can be blamed.
    pub fn is_of_the_source(&self) -> bool {
        !matches!(self, CopyError::Io { .. })
    }

    /// What went wrong with something to be copied.
    #[cfg(target_os = "linux")]
    pub(crate) fn reading(path: PathBuf, error: impl Into<io::Error>) -> CopyError {
        let error = error.into();
        match error.kind() {
            io::ErrorKind::PermissionDenied => CopyError::Closed { path, error },
            _ => CopyError::Io { path, error },
        }
    }
}

impl From<CopyError> for io::Error {
    fn from(error: CopyError) -> io::Error {
        match error {
            CopyError::Closed { error: ref why, .. } | CopyError::Io { error: ref why, .. } => {
                io::Error::new(why.kind(), error)
            }
            error => io::Error::other(error),
        }
    }
}
