//! Giving a directory to the user that an agent runs as.

use std::io;
use std::os::fd::AsFd;
use std::path::Path;

use rustix::fs::{
    AtFlags, CWD, Dir, FileType, Gid, Mode, OFlags, Uid, chownat, fchmod, fchown, fstat, openat,
    statat,
};
use rustix::path::Arg;

/// How deep directories may be nested; what lies deeper keeps its owner.
const DEEPEST: u32 = 64;

/// Makes the directory and all in it the user's alone. Does nothing if it is already.
///
/// No link is followed, and a file with several names is left alone: one of the names may be out
/// of this directory.
pub fn give(directory: &Path, user: u32) -> io::Result<()> {
    let here = openat(CWD, directory, FOLDER, Mode::empty())?;
    if fstat(&here)?.st_uid == user {
        return Ok(());
    }
    fchmod(&here, Mode::RWXU)?;
    give_contents(&here, c".", user, DEEPEST)?;
    // Last, since it is what tells that all is done.
    Ok(fchown(&here, Some(Uid::from_raw(user)), Some(Gid::from_raw(user)))?)
}

const FOLDER: OFlags =
    OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

fn give_contents(parent: impl AsFd, name: impl Arg, user: u32, depth: u32) -> io::Result<()> {
    if depth == 0 {
        return Ok(());
    }
    let here = openat(parent, name, FOLDER, Mode::empty())?;
    let (owner, group) = (Some(Uid::from_raw(user)), Some(Gid::from_raw(user)));
    let mut entries = Dir::read_from(&here)?;
    while let Some(entry) = entries.read() {
        let entry = entry?;
        let name = entry.file_name();
        if matches!(name.to_bytes(), b"." | b"..") {
            continue;
        }
        let stat = statat(&here, name, AtFlags::SYMLINK_NOFOLLOW)?;
        if FileType::from_raw_mode(stat.st_mode).is_dir() {
            give_contents(&here, name, user, depth - 1)?;
        } else if stat.st_nlink > 1 {
            continue;
        }
        chownat(&here, name, owner, group, AtFlags::SYMLINK_NOFOLLOW)?;
    }
    Ok(())
}
