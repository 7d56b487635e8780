use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, Mode, OFlags, openat};

use crate::CopyError;
use crate::linux::copy;
use crate::linux::folder::{self, IfClosed};
use crate::linux::removal;

/// The directory that a program runs in. Between its runs it is ours, but whatever is in it may
/// have been put there to mislead us: nothing is followed, nothing is trusted to be a file, and what
/// was closed is opened.
#[derive(Debug)]
pub struct Workdir {
    path: PathBuf,
}

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
    pub fn renew_from(&self, from: &Path, without: &[&str]) -> Result<(), CopyError> {
        self.renew().map_err(|error| CopyError::Io { path: self.path.clone(), error })?;
        if from.is_dir() {
            copy::copy_all(from, &self.path, without)
        } else {
            copy::copy_file(from, &self.path)
        }
    }

    /// Puts a file of ours into it, in the place of whatever has that name.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn put(&self, name: &str, content: &str) -> io::Result<()> {
        let folder = match self.open()? {
            Some(folder) => folder,
            None => {
                // An agent may have taken its own directory away.
                self.renew()?;
                self.open()?.ok_or(io::ErrorKind::NotFound)?
            }
        };
        removal::remove(&folder, name)?;
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        let mut file = File::from(openat(&folder, name, flags, Mode::RUSR | Mode::WUSR)?);
        file.set_permissions(Permissions::from_mode(0o644))?;
        file.write_all(content.as_bytes())
    }

    /// Removes whatever has that name.
    ///
    /// # Errors
    /// If it resists.
    pub fn take_away(&self, name: &str) -> io::Result<()> {
        self.open()?.map_or(Ok(()), |folder| removal::remove(&folder, name))
    }

    /// Removes it with all that is in it.
    ///
    /// # Errors
    /// If it resists.
    pub fn remove(&self) -> io::Result<()> {
        removal::remove(CWD, self.path.as_path())
    }

    /// The directory, if there is one.
    fn open(&self) -> io::Result<Option<OwnedFd>> {
        match folder::open(CWD, self.path.as_path(), IfClosed::OpenUp) {
            Ok(folder) => Ok(Some(folder)),
            Err(error) if folder::is_missing(error) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

impl Drop for Workdir {
    fn drop(&mut self) {
        _ = self.remove();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linux::confined_test::{confined, nest};

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
    fn whatever_an_agent_makes_of_its_directory_it_can_be_used_again() {
        let test =
            "linux::workdir::tests::whatever_an_agent_makes_of_its_directory_it_can_be_used_again";
        confined(test, || {
            let base = tempfile::tempdir().unwrap();
            let folder = Workdir::at(base.path().join("agent"));
            let (path, outside) = (folder.path(), base.path().join("outside"));
            fs::create_dir(&outside).unwrap();
            let chmod = |mode| {
                fs::write(path.join("input.txt"), "old").unwrap();
                fs::write(path.join("output.txt"), "old").unwrap();
                fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
            };
            let obstacles: [&dyn Fn(); 8] = [
                &|| chmod(0o500),
                &|| chmod(0o100),
                &|| chmod(0o400),
                &|| chmod(0o000),
                &|| nest(path, 2_400),
                &|| fs::remove_dir(path).unwrap(),
                &|| {
                    fs::remove_dir(path).unwrap();
                    fs::write(path, "a file").unwrap();
                },
                &|| {
                    fs::remove_dir(path).unwrap();
                    std::os::unix::fs::symlink(&outside, path).unwrap();
                },
            ];
            for obstacle in obstacles {
                folder.renew().unwrap();
                obstacle();
                folder.take_away("output.txt").unwrap();
                folder.put("input.txt", "new").unwrap();
                assert_eq!(fs::read_to_string(path.join("input.txt")).unwrap(), "new");
                assert!(!path.join("output.txt").exists());
            }
            folder.remove().unwrap();
            assert!(!path.exists());
            assert_eq!(fs::read_dir(&outside).unwrap().count(), 0);
        });
    }
}
