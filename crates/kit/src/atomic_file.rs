use std::io::{self, Write};
use std::path::Path;

use tempfile::NamedTempFile;

/// A file that has no name yet. It gets one when it is complete; if the program is killed before
/// that, it leaves nothing behind, provided the system supports that.
#[derive(Debug)]
pub enum Draft {
    /// A file that the system itself forgets when we end, however we end.
    #[cfg(target_os = "linux")]
    Nameless(nameless::File),
    /// A hidden file, for systems and disks without such files.
    Hidden(NamedTempFile),
}

impl Draft {
    /// An empty draft of a file in `folder`.
    pub fn new(folder: &Path) -> io::Result<Draft> {
        #[cfg(target_os = "linux")]
        if let Ok(file) = nameless::File::new(folder) {
            return Ok(Draft::Nameless(file));
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(".plyglot-");
        // A hidden file is private by default; an answer is as readable as any other file.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        builder.tempfile_in(folder).map(Draft::Hidden)
    }

    /// Gives the file its name in that same folder; an older file of that name is replaced at once.
    pub fn publish(self, path: &Path) -> io::Result<()> {
        match self {
            #[cfg(target_os = "linux")]
            Draft::Nameless(file) => file.publish(path),
            Draft::Hidden(file) => file.persist(path).map(drop).map_err(|error| error.error),
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

#[cfg(target_os = "linux")]
mod nameless {
    use std::io::{self, Write};
    use std::os::fd::AsRawFd;
    use std::path::Path;

    use rustix::fs::{AtFlags, CWD, Mode, OFlags};

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
            _ = std::fs::remove_file(&hidden); // of a program long gone that had our number
            rustix::fs::linkat(CWD, open_file, CWD, &hidden, AtFlags::SYMLINK_FOLLOW)?;
            std::fs::rename(&hidden, path).inspect_err(|_| _ = std::fs::remove_file(&hidden))
        }
    }
}
