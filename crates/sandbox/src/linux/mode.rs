//! What a file lets its owner, its group and others do.

use std::fs::{self, Metadata, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// The mode of a file.
pub fn of(found: &Metadata) -> u32 {
    found.permissions().mode()
}

/// Gives a file this mode.
///
/// # Errors
/// If it is not ours, or not there.
pub fn set(file: &Path, mode: u32) -> io::Result<()> {
    fs::set_permissions(file, Permissions::from_mode(mode))
}
