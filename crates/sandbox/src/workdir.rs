use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The directory that a program runs in. Between its runs it is ours, but whatever is in it may
/// have been put there to mislead us: nothing is followed, and nothing is trusted to be a file.
#[derive(Debug)]
pub struct Workdir {
    path: PathBuf,
}

/// Copies larger than this are no programs.
const MOST_BYTES: u64 = 1 << 30;

impl Workdir {
    /// A directory that need not be there yet.
    pub fn at(path: PathBuf) -> Workdir {
        Workdir { path }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes it anew, and empty.
    ///
    /// # Errors
    /// If it cannot be removed or made.
    pub fn renew(&self) -> io::Result<()> {
        self.remove()?;
        fs::create_dir(&self.path)?;
        fs::set_permissions(&self.path, Permissions::from_mode(0o700))
    }

    /// Makes it anew as a copy of a directory or a single file, without the files of some names.
    ///
    /// # Errors
    /// If it cannot be removed or made, or there is too much to copy.
    pub fn renew_from(&self, from: &Path, without: &[&str]) -> io::Result<()> {
        self.renew()?;
        if from.is_dir() {
            return copy_all(from, &self.path, without, &mut { MOST_BYTES });
        }
        let name = from.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        fs::copy(from, self.path.join(name)).map(drop)
    }

    /// Puts a file of ours into it, in the place of whatever has that name.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn put(&self, name: &str, content: &str) -> io::Result<()> {
        if !self.path.is_dir() {
            // An agent may have taken its own directory away.
            self.renew()?;
        }
        self.take_away(name)?;
        let mut file = File::create_new(self.path.join(name))?;
        file.set_permissions(Permissions::from_mode(0o644))?;
        file.write_all(content.as_bytes())
    }

    /// Removes whatever has that name.
    ///
    /// # Errors
    /// If it resists.
    pub fn take_away(&self, name: &str) -> io::Result<()> {
        remove(&self.path.join(name))
    }

    /// Removes it with all that is in it.
    ///
    /// # Errors
    /// If it resists.
    pub fn remove(&self) -> io::Result<()> {
        remove(&self.path)
    }
}

impl Drop for Workdir {
    fn drop(&mut self) {
        _ = self.remove();
    }
}

fn remove(path: &Path) -> io::Result<()> {
    let removed = match fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => fs::remove_dir_all(path).or_else(|_| {
            // It may have been closed against us.
            open_up(path);
            fs::remove_dir_all(path)
        }),
        Ok(_) => fs::remove_file(path),
        Err(error) => Err(error),
    };
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

fn open_up(directory: &Path) {
    _ = fs::set_permissions(directory, Permissions::from_mode(0o700));
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            open_up(&entry.path());
        }
    }
}

fn copy_all(from: &Path, to: &Path, without: &[&str], room: &mut u64) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type()?;
        if kind.is_dir() {
            fs::create_dir(&target)?;
            copy_all(&source, &target, without, room)?;
        } else if kind.is_symlink() {
            std::os::unix::fs::symlink(fs::read_link(&source)?, &target)?;
        } else if kind.is_file() && !without.iter().any(|&name| entry.file_name() == name) {
            *room = room.checked_sub(entry.metadata()?.len()).ok_or_else(|| {
                io::Error::other(format!("more than {} MB to copy", MOST_BYTES >> 20))
            })?;
            fs::copy(&source, &target)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_the_way_keeps_a_file_from_being_put() {
        let base = tempfile::tempdir().unwrap();
        let folder = Workdir::at(base.path().join("agent"));
        folder.renew().unwrap();
        let (inside, outside) = (folder.path().join("input.txt"), base.path().join("secret"));
        fs::write(&outside, "secret").unwrap();
        let obstacles: [&dyn Fn(); 4] = [
            &|| std::os::unix::fs::symlink(&outside, &inside).unwrap(),
            &|| fs::create_dir_all(inside.join("a/b")).unwrap(),
            &|| fs::write(&inside, "old").unwrap(),
            &|| fs::remove_dir_all(folder.path()).unwrap(),
        ];
        for obstacle in obstacles {
            folder.take_away("input.txt").unwrap();
            obstacle();
            folder.put("input.txt", "new").unwrap();
            assert_eq!(fs::read_to_string(&inside).unwrap(), "new");
            assert_eq!(fs::read_to_string(&outside).unwrap(), "secret");
        }
    }

    #[test]
    fn a_copy_leaves_out_what_it_is_told_to() {
        let base = tempfile::tempdir().unwrap();
        let source = base.path().join("source");
        fs::create_dir_all(source.join("lib")).unwrap();
        for name in ["agent.py", "playdata.txt", "output.txt", "lib/data", "calibration.txt"] {
            fs::write(source.join(name), name).unwrap();
        }
        let folder = Workdir::at(base.path().join("copy"));
        folder.renew_from(&source, &["playdata.txt", "output.txt"]).unwrap();
        fs::write(folder.path().join("rubbish"), "").unwrap();
        folder.renew_from(&source, &["playdata.txt", "output.txt"]).unwrap();
        let mut names: Vec<_> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(names, ["agent.py", "calibration.txt", "lib"]);
        assert_eq!(fs::read_to_string(folder.path().join("lib/data")).unwrap(), "lib/data");
    }

    #[test]
    fn a_closed_directory_is_removed_all_the_same() {
        let base = tempfile::tempdir().unwrap();
        let folder = Workdir::at(base.path().join("agent"));
        folder.renew().unwrap();
        let closed = folder.path().join("a");
        fs::create_dir_all(closed.join("b")).unwrap();
        fs::set_permissions(&closed, Permissions::from_mode(0o000)).unwrap();
        folder.remove().unwrap();
        assert!(!folder.path().exists());
    }
}
