//! Copies of what other people handed in: files and directories, never links.

use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::hash::hex;

/// No submission is larger, in bytes, has more files, or is nested deeper.
const MOST_BYTES: u64 = 512 << 20;
const MOST_FILES: usize = 20_000;
const DEEPEST: usize = 32;

/// Copies a directory, a zip archive or a single file into a directory. A link could lead to
/// anything, the right answers among it, and the copying program may read them: so links, pipes and
/// devices are left out.
///
/// # Errors
/// If something cannot be read or written, or is too large.
pub fn unpack(from: &Path, file_name: &str, to: &Path) -> io::Result<()> {
    let metadata = fs::metadata(from)?;
    if metadata.is_dir() {
        return copy_tree(from, to);
    }
    if from.extension().is_some_and(|end| end.eq_ignore_ascii_case("zip")) {
        return unzip(from, to);
    }
    let name = Path::new(file_name).file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    fs::copy(from, to.join(name)).map(|_| ())
}

/// Copies all files of a directory.
///
/// # Errors
/// If something cannot be read or written, or is too large.
pub fn copy_tree(from: &Path, to: &Path) -> io::Result<()> {
    let mut left = Left { bytes: MOST_BYTES, files: MOST_FILES };
    copy_folder(from, to, DEEPEST, &mut left)
}

struct Left {
    bytes: u64,
    files: usize,
}

impl Left {
    fn take(&mut self, bytes: u64) -> io::Result<()> {
        let too_large = || io::Error::other("the submission is too large");
        self.bytes = self.bytes.checked_sub(bytes).ok_or_else(too_large)?;
        self.files = self.files.checked_sub(1).ok_or_else(too_large)?;
        Ok(())
    }
}

fn copy_folder(from: &Path, to: &Path, depth: usize, left: &mut Left) -> io::Result<()> {
    let depth = depth.checked_sub(1).ok_or_else(|| io::Error::other("nested too deep"))?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        // Of the entry itself, not of what it may link to.
        let metadata = entry.metadata()?;
        let target = to.join(entry.file_name());
        left.take(metadata.len())?;
        if metadata.is_dir() {
            fs::create_dir(&target)?;
            copy_folder(&entry.path(), &target, depth, left)?;
        } else if metadata.is_file() {
            fs::copy(entry.path(), &target)?;
            let mode = metadata.permissions().mode() & 0o7777;
            let safe = mode & 0o755 | 0o600;
            if safe != mode {
                fs::set_permissions(&target, fs::Permissions::from_mode(safe))?;
            }
        }
    }
    Ok(())
}

fn unzip(from: &Path, to: &Path) -> io::Result<()> {
    let mut archive = zip::ZipArchive::new(File::open(from)?)?;
    let mut left = Left { bytes: MOST_BYTES, files: MOST_FILES };
    for index in 0..archive.len() {
        let entry = archive.by_index(index)?;
        // A name that leads out of the archive, or a link.
        let Some(name) = entry.enclosed_name().filter(|_| !entry.is_symlink()) else { continue };
        let target = to.join(name);
        if entry.is_dir() {
            left.take(0)?;
            fs::create_dir_all(&target)?;
            continue;
        }
        if let Some(parent) = target.parent() {
            fs::create_dir_all(parent)?;
        }
        let is_program = entry.unix_mode().is_some_and(|mode| mode & 0o100 != 0);
        let mut file = File::create(&target)?;
        // What the archive says of its size need not be true.
        let size = io::copy(&mut entry.take(left.bytes + 1), &mut file)?;
        left.take(size)?;
        let mode = if is_program { 0o755 } else { 0o644 };
        fs::set_permissions(&target, fs::Permissions::from_mode(mode))?;
    }
    step_into_single_folder(to)
}

/// Archives often hold one folder and everything in that.
fn step_into_single_folder(folder: &Path) -> io::Result<()> {
    let entries: Vec<_> =
        fs::read_dir(folder)?.flatten().filter(|entry| entry.file_name() != "__MACOSX").collect();
    let [only] = &entries[..] else { return Ok(()) };
    if !only.metadata()?.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(only.path())? {
        let entry = entry?;
        let target = folder.join(entry.file_name());
        if !target.exists() {
            fs::rename(entry.path(), target)?;
        }
    }
    Ok(())
}

/// A number for all names and bytes below a directory.
///
/// # Errors
/// If something cannot be read.
pub fn digest(folder: &Path) -> io::Result<String> {
    let mut hash = Sha256::new();
    add(&mut hash, folder)?;
    Ok(hex(hash))
}

fn add(hash: &mut Sha256, folder: &Path) -> io::Result<()> {
    let mut entries: Vec<_> = fs::read_dir(folder)?.collect::<io::Result<_>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    hash.update((entries.len() as u64).to_le_bytes());
    for entry in entries {
        let metadata = entry.metadata()?;
        let name = entry.file_name();
        hash.update((name.len() as u64).to_le_bytes());
        hash.update(name.as_encoded_bytes());
        hash.update((metadata.permissions().mode() & 0o111).to_le_bytes());
        if metadata.is_dir() {
            add(hash, &entry.path())?;
        } else {
            hash.update(metadata.len().to_le_bytes());
            let mut file = File::open(entry.path())?;
            let mut buffer = vec![0; 64 << 10];
            loop {
                let length = file.read(&mut buffer)?;
                if length == 0 {
                    break;
                }
                hash.update(&buffer[..length]);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::os::unix::fs::symlink;

    use zip::write::SimpleFileOptions;

    use super::*;

    /// All files below a folder, sorted.
    fn names(folder: &Path) -> Vec<String> {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let name = entry.file_name().to_str().unwrap().to_owned();
            if entry.metadata().unwrap().is_dir() {
                found.extend(names(&entry.path()).iter().map(|below| format!("{name}/{below}")));
            } else {
                found.push(name);
            }
        }
        found.sort();
        found
    }

    #[test]
    fn links_are_left_out() {
        let room = tempfile::tempdir().unwrap();
        let [secret, from, to] = ["secret", "from", "to"].map(|name| room.path().join(name));
        for folder in [&secret, &from, &to, &from.join("sub")] {
            fs::create_dir(folder).unwrap();
        }
        fs::write(secret.join("answer"), "42").unwrap();
        fs::write(from.join("sub/hw1.py"), "").unwrap();
        symlink(secret.join("answer"), from.join("file")).unwrap();
        symlink(&secret, from.join("sub/folder")).unwrap();
        unpack(&from, "from", &to).unwrap();
        assert_eq!(names(&to), ["sub/hw1.py"]);
    }

    #[test]
    fn archives_stay_in_their_folder() {
        let room = tempfile::tempdir().unwrap();
        let to = room.path().join("to");
        fs::create_dir(&to).unwrap();
        let path = room.path().join("hw1.zip");
        let mut zip = zip::ZipWriter::new(File::create(&path).unwrap());
        let options = SimpleFileOptions::default().unix_permissions(0o755);
        for name in ["hw1/main.py", "../outside", "/tmp/outside", "hw1/../../outside"] {
            zip.start_file(name, options).unwrap();
            zip.write_all(b"x").unwrap();
        }
        zip.add_symlink("hw1/link", "/etc/passwd", options).unwrap();
        zip.finish().unwrap();
        unpack(&path, "hw1.zip", &to).unwrap();
        assert_eq!(names(room.path()).iter().filter(|name| name.starts_with("out")).count(), 0);
        assert!(to.join("main.py").is_file() || to.join("hw1/main.py").is_file());
        assert!(!names(&to).iter().any(|name| name.contains("link")), "{:?}", names(&to));
    }

    #[test]
    fn a_digest_sees_every_change() {
        let room = tempfile::tempdir().unwrap();
        let file = room.path().join("a");
        let mut seen = Vec::new();
        let mut see = || seen.push(digest(room.path()).unwrap());
        see();
        fs::write(&file, "x").unwrap();
        see();
        fs::write(&file, "y").unwrap();
        see();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        see();
        fs::rename(&file, room.path().join("b")).unwrap();
        see();
        let count = seen.len();
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), count);
    }
}
