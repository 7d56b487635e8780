use std::io;
use std::path::{Path, PathBuf};

/// Why a table cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The system refuses.
    #[error("{}: {}", path.display(), error.kind())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A file cannot be written; the error names it.
    #[error(transparent)]
    Unwritten(io::Error),
    /// The file is not what was once written.
    #[error("{}: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
}

impl TableError {
    pub(in super::super) fn io(path: &Path, error: io::Error) -> TableError {
        TableError::Io { path: path.to_owned(), error }
    }

    pub(in super::super) fn damaged(path: &Path, what: impl Into<String>) -> TableError {
        TableError::Damaged { path: path.to_owned(), what: what.into() }
    }
}
