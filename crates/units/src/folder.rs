//! Folders as bytes, for workers that do not see the folder itself: an archive with names, contents,
//! links and which files can be run. The same folder gives the same bytes.

use std::fs::{self, File};
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};

use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

/// A file, or all that is in a folder, as bytes. Of a file, the folder would have nothing else.
///
/// # Errors
/// If something cannot be read.
pub fn pack(root: &Path) -> io::Result<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let base = if root.is_dir() { root } else { root.parent().unwrap_or(Path::new("")) };
    let mut waiting = if root.is_dir() { entries(root)? } else { vec![root.to_owned()] };
    while let Some(path) = waiting.pop() {
        let name = path.strip_prefix(base).unwrap_or(&path);
        let name = name.to_str().ok_or_else(|| {
            io::Error::new(io::ErrorKind::InvalidData, format!("{}: no UTF-8", path.display()))
        })?;
        let found = fs::symlink_metadata(&path)?;
        let options = SimpleFileOptions::default().unix_permissions(mode(&found));
        if found.is_symlink() {
            let to = fs::read_link(&path)?;
            zip.add_symlink(name, to.to_string_lossy(), options)?;
        } else if found.is_dir() {
            zip.add_directory(name, options)?;
            waiting.extend(entries(&path)?);
        } else if found.is_file() {
            zip.start_file(name, options)?;
            io::copy(&mut File::open(&path)?, &mut zip)?;
        }
    }
    Ok(zip.finish()?.into_inner())
}

/// Puts what was [packed](pack) into a folder that is there. Names that lead out of it are refused, and
/// links are made last, so that none leads there either.
///
/// # Errors
/// If it is no such archive, or something cannot be written.
pub fn unpack(bytes: &[u8], folder: &Path) -> io::Result<()> {
    let mut archive = ZipArchive::new(Cursor::new(bytes))?;
    let mut links = Vec::new();
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index)?;
        let name = entry.enclosed_name().ok_or(io::ErrorKind::InvalidData)?;
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        if entry.is_symlink() {
            let mut to = String::new();
            entry.read_to_string(&mut to)?;
            links.push((to, path));
        } else if entry.is_dir() {
            fs::create_dir_all(&path)?;
        } else {
            io::copy(&mut entry, &mut File::create_new(&path)?)?;
            set_mode(&path, entry.unix_mode().unwrap_or(0o644))?;
        }
    }
    links.into_iter().try_for_each(|(to, path)| link(&to, &path))
}

fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut entries: Vec<PathBuf> = entries.collect::<io::Result<_>>()?;
    entries.sort();
    Ok(entries)
}

#[cfg(unix)]
fn mode(found: &fs::Metadata) -> u32 {
    std::os::unix::fs::PermissionsExt::mode(&found.permissions()) & 0o777
}

#[cfg(not(unix))]
fn mode(found: &fs::Metadata) -> u32 {
    if found.is_dir() { 0o755 } else { 0o644 }
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(mode & 0o777))
}

#[cfg(not(unix))]
fn set_mode(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn link(to: &str, path: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(to, path)
}

#[cfg(not(unix))]
fn link(_: &str, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_folder_comes_back_as_it_was() {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (from, to) = (from.path(), to.path());
        fs::create_dir_all(from.join("src/empty")).unwrap();
        fs::write(from.join("src/main.py"), "print(1)\n").unwrap();
        fs::write(from.join("run"), [0, 255, 10]).unwrap();
        set_mode(&from.join("run"), 0o755).unwrap();
        link("src/main.py", &from.join("main.py")).unwrap();
        let bytes = pack(from).unwrap();
        unpack(&bytes, to).unwrap();
        assert_eq!(pack(to).unwrap(), bytes, "the same bytes, so the same name");
        assert_eq!(fs::read(to.join("run")).unwrap(), [0, 255, 10]);
        assert_eq!(mode(&fs::metadata(to.join("run")).unwrap()), 0o755);
        assert!(to.join("src/empty").is_dir());
        assert_eq!(fs::read_link(to.join("main.py")).unwrap(), Path::new("src/main.py"));
        assert!(unpack(&bytes, to).is_err(), "nothing is written over");
    }

    #[test]
    fn a_file_is_a_folder_of_one() {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let file = from.path().join("agent.py");
        fs::write(&file, "1").unwrap();
        fs::write(from.path().join("other"), "2").unwrap();
        unpack(&pack(&file).unwrap(), to.path()).unwrap();
        assert_eq!(entries(to.path()).unwrap(), [to.path().join("agent.py")]);
    }

    #[test]
    fn nothing_leads_out() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        fs::create_dir(&inner).unwrap();
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        zip.start_file("../outside", SimpleFileOptions::default()).unwrap();
        let bytes = zip.finish().unwrap().into_inner();
        assert!(unpack(&bytes, &inner).is_err());
        assert_eq!(entries(folder.path()).unwrap(), [inner]);
        assert!(unpack(b"no archive", folder.path()).is_err());
    }
}
