//! Files that appear whole, or not at all.

use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A file that has no name yet. It gets one when it is complete; if the program is killed before
/// that, it leaves nothing behind, provided the system supports that.
#[derive(Debug)]
pub enum Draft {
    /// A file that the system itself forgets when we end, however we end.
    #[cfg(target_os = "linux")]
    Nameless(nameless::File),
    /// A hidden file, for systems and disks without such files.
    Hidden(hidden::File),
}

/// The hidden files that are not complete. Who gives a file its name holds on to this, so that the
/// program does not end in between.
static HIDDEN: Mutex<Vec<std::path::PathBuf>> = Mutex::new(Vec::new());

fn hidden_files() -> MutexGuard<'static, Vec<std::path::PathBuf>> {
    HIDDEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes everything that is not complete, for a program that ends on the spot: nothing can be
/// begun or completed any more, whoever tries waits for the end.
pub fn abandon_drafts() {
    std::mem::forget(hidden::remove_all());
}

impl Draft {
    /// An empty draft of a file in `folder`.
    pub fn new(folder: &Path) -> io::Result<Draft> {
        #[cfg(target_os = "linux")]
        if let Ok(file) = nameless::File::new(folder) {
            return Ok(Draft::Nameless(file));
        }
        hidden::File::new(folder).map(Draft::Hidden)
    }

    /// Gives the file its name in that same folder; an older file of that name is replaced at once.
    pub fn publish(self, path: &Path) -> io::Result<()> {
        match self {
            #[cfg(target_os = "linux")]
            Draft::Nameless(file) => file.publish(path),
            Draft::Hidden(file) => file.publish(path),
        }
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            #[cfg(target_os = "linux")]
            Draft::Nameless(file) => file.write(bytes),
            Draft::Hidden(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(()) // neither keeps anything back
    }
}

mod hidden {
    use std::fs;
    use std::io::{self, Write};
    use std::path::{Path, PathBuf};
    use std::sync::MutexGuard;

    use tempfile::NamedTempFile;

    use super::hidden_files;

    /// There until it has its name or is dropped.
    #[derive(Debug)]
    pub struct File(Option<NamedTempFile>);

    impl File {
        pub(super) fn new(folder: &Path) -> io::Result<File> {
            let mut builder = tempfile::Builder::new();
            builder.prefix(".plyglot-");
            // A hidden file is private by default; an answer is as readable as any other file.
            #[cfg(unix)]
            builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
            let mut hidden = hidden_files();
            let file = builder.tempfile_in(folder)?;
            hidden.push(file.path().to_owned());
            Ok(File(Some(file)))
        }

        pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.as_mut().map_or(Ok(0), |file| file.write(bytes))
        }

        pub(super) fn publish(mut self, path: &Path) -> io::Result<()> {
            self.end(|file| file.persist(path).map(drop).map_err(|error| error.error))
        }

        /// Ends its time as a hidden file.
        fn end(&mut self, how: impl FnOnce(NamedTempFile) -> io::Result<()>) -> io::Result<()> {
            let Some(file) = self.0.take() else { return Ok(()) };
            let mut hidden = hidden_files();
            hidden.retain(|path| path != file.path());
            how(file)
        }
    }

    impl Drop for File {
        fn drop(&mut self) {
            // What cannot be removed stays; there is nobody to tell.
            _ = self.end(NamedTempFile::close);
        }
    }

    /// Removes all of them. None can be made as long as the result is kept.
    pub(super) fn remove_all() -> MutexGuard<'static, Vec<PathBuf>> {
        let mut hidden = hidden_files();
        for path in hidden.drain(..) {
            _ = fs::remove_file(path);
        }
        hidden
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn only_what_is_complete_stays() {
            let directory = tempfile::tempdir().unwrap();
            let names = || {
                let entries = fs::read_dir(directory.path()).unwrap();
                entries.map(|entry| entry.unwrap().file_name()).collect::<Vec<_>>()
            };
            let new = || File::new(directory.path()).unwrap();
            let (mut complete, dropped, abandoned) = (new(), new(), new());
            complete.write(b"all").unwrap();
            assert_eq!(names().len(), 3);
            drop(dropped);
            complete.publish(&directory.path().join("answer.txt")).unwrap();
            assert_eq!(names().len(), 2);
            drop(remove_all());
            assert_eq!(names(), ["answer.txt"]);
            drop(abandoned);
            assert_eq!(fs::read(directory.path().join("answer.txt")).unwrap(), b"all");
        }
    }
}

#[cfg(target_os = "linux")]
mod nameless {
    use std::io::{self, Write};
    use std::os::fd::AsRawFd;
    use std::path::Path;

    use rustix::fs::{AtFlags, CWD, Mode, OFlags};

    use super::hidden_files;

    #[derive(Debug)]
    pub struct File(std::fs::File);

    impl File {
        pub(super) fn new(folder: &Path) -> io::Result<File> {
            let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
            let mode = Mode::from_raw_mode(0o666);
            Ok(File(rustix::fs::openat(CWD, folder, flags, mode)?.into()))
        }

        pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.write(bytes)
        }

        /// A link cannot replace a file, and a nameless file cannot be renamed: so it gets a
        /// hidden name first, for a moment.
        pub(super) fn publish(self, path: &Path) -> io::Result<()> {
            let open_file = format!("/proc/self/fd/{}", self.0.as_raw_fd());
            let hidden = path.with_file_name(format!(".plyglot-{}", std::process::id()));
            let _not_in_between = hidden_files();
            _ = std::fs::remove_file(&hidden); // of a program long gone that had our number
            rustix::fs::linkat(CWD, open_file, CWD, &hidden, AtFlags::SYMLINK_FOLLOW)?;
            std::fs::rename(&hidden, path).inspect_err(|_| _ = std::fs::remove_file(&hidden))
        }
    }
}
