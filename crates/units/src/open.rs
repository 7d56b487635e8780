//! Which store a text on the command line means: the only place that knows.

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use crate::directory::DirectoryStore;
use crate::postgres::{PostgresAddress, PostgresStore};
use crate::{Job, UnitStore, UnitsError};

/// Where a store is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreAddress {
    /// In this folder.
    Directory(PathBuf),
    /// In this database.
    Postgres(PostgresAddress),
}

impl FromStr for StoreAddress {
    type Err = UnitsError;

    fn from_str(text: &str) -> Result<StoreAddress, UnitsError> {
        if PostgresAddress::is_meant(text) {
            return text.parse().map(StoreAddress::Postgres);
        }
        match text.split_once("://") {
            Some(_) => Err(UnitsError::Unknown(text.to_owned())),
            None => Ok(StoreAddress::Directory(text.into())),
        }
    }
}

/// Opens a store that is there.
///
/// # Errors
/// If there is none, or it cannot be used.
pub fn open(address: &str) -> Result<Arc<dyn UnitStore>, UnitsError> {
    match address.parse()? {
        StoreAddress::Directory(path) => Ok(Arc::new(DirectoryStore::open(&path)?)),
        StoreAddress::Postgres(address) => Ok(Arc::new(PostgresStore::open(&address)?)),
    }
}

/// Makes a store for a job, or opens the one that is there for the same.
///
/// # Errors
/// If it is for another, or cannot be made or used.
pub fn create(address: &str, job: &Job) -> Result<Arc<dyn UnitStore>, UnitsError> {
    match address.parse()? {
        StoreAddress::Directory(path) => Ok(Arc::new(DirectoryStore::create(&path, job)?)),
        StoreAddress::Postgres(address) => Ok(Arc::new(PostgresStore::create(&address, job)?)),
    }
}
