use std::fs::File;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::fs::{CWD, Dir, FileType, Mode, OFlags, fstat, openat};
use rustix::io::Errno;

use crate::OutputError;
use crate::linux::folder::{self, IfClosed};

/// Reads a file that an agent has written, after its run, whatever the agent made of it: follows
/// no link, waits for no pipe, reads `limit` bytes at most. A directory that the agent closed is
/// opened.
///
/// # Errors
/// Says what is there instead.
pub fn read_output(dir: &Path, name: &str, limit: u64) -> Result<Vec<u8>, OutputError> {
    let owned = || name.to_owned();
    let unreadable = |error: Errno| OutputError::Unreadable { name: owned(), error: error.into() };
    let not_a_file = |kind| OutputError::NotAFile { name: owned(), kind };
    let folder = folder::open(CWD, dir, IfClosed::OpenUp).map_err(unreadable)?;
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let flags = flags | OFlags::NONBLOCK | OFlags::NOCTTY;
    let file = openat(&folder, name, flags, Mode::empty()).map_err(|error| match error {
        Errno::NOENT => missing(&folder, name),
        Errno::LOOP => not_a_file("a symbolic link"),
        Errno::NXIO => not_a_file("a socket"),
        error => unreadable(error),
    })?;
    match FileType::from_raw_mode(fstat(&file).map_err(unreadable)?.st_mode) {
        FileType::RegularFile => {}
        FileType::Directory => return Err(not_a_file("a directory")),
        FileType::Fifo => return Err(not_a_file("a pipe")),
        _ => return Err(not_a_file("a device")),
    }
    let mut content = Vec::new();
    // One byte more tells whether there is more; the size is not asked, a file may lie about it.
    let read = File::from(file).take(limit.saturating_add(1)).read_to_end(&mut content);
    read.map_err(|error| OutputError::Unreadable { name: owned(), error })?;
    if content.len() as u64 > limit {
        return Err(OutputError::TooLarge { name: owned(), limit });
    }
    Ok(content)
}

/// Looks whether it is there in other letters.
fn missing(folder: &OwnedFd, name: &str) -> OutputError {
    let mut alike: Vec<String> = Dir::read_from(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|found| found.eq_ignore_ascii_case(name))
        .collect();
    alike.sort();
    let name = name.to_owned();
    match alike.into_iter().next() {
        Some(found) => OutputError::Misnamed { name, found },
        None => OutputError::Missing { name },
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::linux::confined_test::confined;

    #[test]
    fn an_answer_in_a_closed_directory_is_read() {
        confined("linux::output::tests::an_answer_in_a_closed_directory_is_read", || {
            let base = tempfile::tempdir().unwrap();
            fs::write(base.path().join("output.txt"), "answer").unwrap();
            fs::write(base.path().join("OTHER.TXT"), "").unwrap();
            for mode in [0o000, 0o100, 0o400, 0o500] {
                let close = || fs::set_permissions(base.path(), Permissions::from_mode(mode));
                close().unwrap();
                assert_eq!(read_output(base.path(), "output.txt", 10).unwrap(), b"answer");
                close().unwrap();
                let error = read_output(base.path(), "other.txt", 10).unwrap_err();
                assert!(matches!(error, OutputError::Misnamed { .. }), "{error}");
            }
        });
    }
}
