use std::io;
use std::path::{Path, PathBuf};

use crate::InvalidKey;

/// Why a store cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum UnitsError {
    /// A name that is none.
    #[error(transparent)]
    Key(#[from] InvalidKey),
    /// There is none.
    #[error("{0}: no store of units is here")]
    Missing(String),
    /// It was made for other work.
    #[error("{address}: this store is for other work: {differs}")]
    OtherJob {
        /// Where it is.
        address: String,
        /// What differs.
        differs: String,
    },
    /// It holds no such unit.
    #[error("no unit {0} is in this store")]
    NoUnit(String),
    /// This program knows no such stores.
    #[error("{0}: this program knows no stores of this kind")]
    Unknown(String),
    /// A file in it is not what it should be.
    #[error("{}: damaged: {why}", path.display())]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// It cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A database does not do what it is asked for, and will not: there is none of this address, or it
    /// lets others in only.
    #[error("{address}: {why}")]
    Refused {
        /// Where it is, without a password.
        address: String,
        /// What it says.
        why: String,
    },
    /// A database does not do what it is asked for now.
    #[error("{address}: {why}")]
    Database {
        /// Where it is, without a password.
        address: String,
        /// What it says.
        why: String,
    },
}

impl UnitsError {
    /// For `map_err`: an error with this file.
    pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> UnitsError + use<> {
        let path = path.to_owned();
        move |source| UnitsError::Io { path, source }
    }

    /// Whether the same may work later: the file server or the database is not there for a while.
    pub fn may_pass(&self) -> bool {
        matches!(self, UnitsError::Io { .. } | UnitsError::Database { .. })
    }
}
