//! What was handed in, in a folder of ours.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use plyglot_kit::grading::shown;
use plyglot_sandbox::mode;
use zip::result::ZipError;

use super::tree::{DEEPEST, Room, Tree, TreeError, copy_file};

/// Copies a directory, a zip archive or a single file into a directory.
///
/// # Errors
/// If something cannot be read or written, or is too large.
pub fn unpack(from: &Path, file_name: &str, to: &Path) -> Result<(), TreeError> {
    let found = fs::metadata(from).map_err(TreeError::at(from))?;
    if found.is_dir() {
        // The folder itself may be a link of the teacher's.
        let whole = from.canonicalize().map_err(TreeError::at(from))?;
        return Tree::Theirs(&whole).copy_to(to);
    }
    if !found.is_file() {
        return Err(TreeError::unfit("it is neither a file nor a folder"));
    }
    if from.extension().is_some_and(|end| end.eq_ignore_ascii_case("zip")) {
        return unzip(from, to);
    }
    Room::new().take(found.len())?;
    let name = Path::new(file_name).file_name();
    let name = name.ok_or_else(|| TreeError::unfit("it has no name"))?;
    copy_file(from, &to.join(name), &found)
}

fn unzip(from: &Path, to: &Path) -> Result<(), TreeError> {
    let file = File::open(from).map_err(TreeError::at(from))?;
    let mut archive = zip::ZipArchive::new(file).map_err(in_archive(from))?;
    let mut room = Room::new();
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).map_err(in_archive(from))?;
        // A name that leads out of the archive, or a link.
        let Some(name) = entry.enclosed_name().filter(|_| !entry.is_symlink()) else { continue };
        if name.components().count() >= DEEPEST {
            return Err(TreeError::too_deep());
        }
        let target = to.join(&name);
        if entry.is_dir() {
            room.take(0)?;
            fs::create_dir_all(&target).map_err(in_place(&name))?;
            continue;
        }
        if let Some(parent) = target.parent() {
            fs::create_dir_all(parent).map_err(in_place(&name))?;
        }
        let is_program = entry.unix_mode().is_some_and(|mode| mode & 0o100 != 0);
        let mut file = File::create(&target).map_err(in_place(&name))?;
        extract(&mut entry, &mut file, &mut room, from)?;
        mode::set(&target, if is_program { 0o755 } else { 0o644 })
            .map_err(TreeError::at(&target))?;
    }
    step_into_single_folder(to).map_err(TreeError::at(to))
}

/// Writes an entry of an archive. What the archive says of its size need not be true.
fn extract(
    entry: &mut impl Read,
    file: &mut File,
    room: &mut Room,
    archive: &Path,
) -> Result<(), TreeError> {
    let most = room.bytes + 1;
    let (mut entry, mut size) = (entry.take(most), 0);
    let mut buffer = vec![0; 64 << 10];
    loop {
        let length = entry.read(&mut buffer).map_err(|error| in_archive(archive)(error.into()))?;
        if length == 0 {
            return room.take(size);
        }
        file.write_all(&buffer[..length]).map_err(TreeError::at(archive))?;
        size += length as u64;
    }
}

/// For an archive that cannot be read: it is damaged, unless the disk is.
fn in_archive(path: &Path) -> impl Fn(ZipError) -> TreeError {
    move |error| match error {
        ZipError::Io(error) if error.raw_os_error().is_some() => TreeError::at(path)(error),
        error => TreeError::unfit(format!("the archive cannot be read: {error}")),
    }
}

/// For a file of an archive that cannot be made: if another is in its place, that is the archive's
/// fault.
fn in_place(name: &Path) -> impl Fn(io::Error) -> TreeError {
    use io::ErrorKind::{AlreadyExists, InvalidInput, IsADirectory, NotADirectory};
    move |error| match error.kind() {
        AlreadyExists | InvalidInput | IsADirectory | NotADirectory => {
            let name = shown(&name.to_string_lossy());
            TreeError::unfit(format!("{name} in the archive cannot be made: {error}"))
        }
        _ => TreeError::at(name)(error),
    }
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

    fn zipped(path: &Path, names: &[&str]) {
        let mut zip = zip::ZipWriter::new(File::create(path).unwrap());
        for name in names {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(b"x").unwrap();
        }
        zip.finish().unwrap();
    }

    /// What is wrong with an archive is its author's affair, never a failure of ours.
    #[test]
    fn archives_that_cannot_be_unpacked_are_unfit() {
        let room = tempfile::tempdir().unwrap();
        let path = room.path().join("hw1.zip");
        let unpacked = || {
            let to = tempfile::tempdir().unwrap();
            unpack(&path, "hw1.zip", to.path())
        };
        let nested = "d/".repeat(2_000) + "f";
        let long = "f".repeat(300);
        for names in [&["a", "a/b"][..], &[&nested], &[&long]] {
            zipped(&path, names);
            let error = unpacked().unwrap_err();
            assert!(matches!(error, TreeError::Unfit(_)), "{names:?}: {error}");
        }
        zipped(&path, &["a"]);
        let bytes = fs::read(&path).unwrap();
        for damaged in [&b"no archive"[..], &bytes[..bytes.len() / 2]] {
            fs::write(&path, damaged).unwrap();
            assert!(matches!(unpacked(), Err(TreeError::Unfit(_))));
        }
        fs::remove_file(&path).unwrap();
        assert!(matches!(unpacked(), Err(TreeError::Io { .. })));
    }
}
