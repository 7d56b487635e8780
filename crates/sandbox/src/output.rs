use std::fs::File;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::fs::{CWD, Dir, FileType, Mode, OFlags, fstat, openat};
use rustix::io::Errno;
use thiserror::Error;

use crate::folder::{self, IfClosed};

/// Why an agent's output file cannot be used. Displayed as a sentence for its author.
#[derive(Debug, Error)]
pub enum OutputError {
    /// There is none.
    #[error("there is no {name}")]
    Missing {
        /// What was looked for.
        name: String,
    },
    /// There is none, but one that differs in capitals.
    #[error("there is no {name}, but a {found}: capital and small letters differ")]
    Misnamed {
        /// What was looked for.
        name: String,
        /// What is there.
        found: String,
    },
    /// It is something else than a file.
    #[error("{name} is {kind}, not a file")]
    NotAFile {
        /// What was looked for.
        name: String,
        /// What it is.
        kind: &'static str,
    },
    /// It is larger than any answer.
    #[error("{name} is larger than {limit} bytes")]
    TooLarge {
        /// What was looked for.
        name: String,
        /// How large it may be.
        limit: u64,
    },
    /// It cannot be read.
    #[error("{name} cannot be read: {error}")]
    Unreadable {
        /// What was looked for.
        name: String,
        /// What the system says.
        error: io::Error,
    },
}

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
    use crate::confined_test::confined;

    #[test]
    fn an_answer_in_a_closed_directory_is_read() {
        confined("output::tests::an_answer_in_a_closed_directory_is_read", || {
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
