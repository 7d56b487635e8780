//! Where a program is.

use std::env::split_paths;
use std::ffi::OsStr;
use std::path::PathBuf;

use rustix::fs::{Access, access};

use crate::Run;

/// Where a program without a slash is found, as a run with this [`Run::path`] finds it.
pub fn find_program(program: impl AsRef<OsStr>, path: &[PathBuf]) -> Option<PathBuf> {
    let here = |folder: PathBuf| folder.join(program.as_ref());
    path.iter().cloned().chain(split_paths(Run::PATH)).map(here).find(is_program)
}

/// The same in the words of an order.
pub(crate) fn find_in(program: &OsStr, path: &OsStr) -> Option<PathBuf> {
    split_paths(path).map(|folder| folder.join(program)).find(is_program)
}

fn is_program(path: &PathBuf) -> bool {
    access(path, Access::EXEC_OK).is_ok() && path.is_file()
}
