//! Where a program is.

use std::env::split_paths;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};

use crate::Run;

/// Where a program without a slash is found, as a run with this [`Run::path`] finds it.
pub fn find_program(program: impl AsRef<OsStr>, path: &[PathBuf]) -> Option<PathBuf> {
    let here = |folder: PathBuf| folder.join(program.as_ref());
    path.iter().cloned().chain(split_paths(Run::PATH)).map(here).find(is_program)
}

/// The same in the words of an order.
pub(crate) fn find_in(program: &OsStr, path: &OsStr) -> Option<PathBuf> {
    split_paths(path).map(|folder| folder.join(program)).find(is_program)
}

fn is_program(path: &PathBuf) -> bool {
    access(path, Access::EXEC_OK).is_ok() && path.is_file()
}

/// Files that tell that the directory above a `bin` is a Python, conda or Java of its own.
const OF_ITS_OWN: [&str; 3] = ["pyvenv.cfg", "conda-meta/history", "lib/modules"];

/// The installation that the programs of a directory need all of, if it is the `bin` of one.
pub(crate) fn installation(bin: &Path) -> Option<PathBuf> {
    let above = bin.parent().filter(|_| bin.ends_with("bin"))?;
    let libraries = fs::read_dir(above.join("lib")).into_iter().flatten().flatten();
    let is_python = |library: fs::DirEntry| {
        library.file_name().to_string_lossy().starts_with("python3")
            && library.path().join("os.py").is_file()
    };
    let is_whole = OF_ITS_OWN.iter().any(|name| above.join(name).is_file())
        || libraries.into_iter().any(is_python);
    is_whole.then(|| above.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_installation_is_one() {
        let base = tempfile::tempdir().unwrap();
        let bin = |name: &str| {
            let bin = base.path().join(name).join("bin");
            fs::create_dir_all(&bin).unwrap();
            bin
        };
        let home = bin("home");
        fs::create_dir(base.path().join("home/lib")).unwrap();
        assert_eq!(installation(&home), None);
        let venv = bin("venv");
        fs::write(base.path().join("venv/pyvenv.cfg"), "").unwrap();
        assert_eq!(installation(&venv), Some(base.path().join("venv")));
        let python = bin("python");
        fs::create_dir_all(base.path().join("python/lib/python3.12")).unwrap();
        assert_eq!(installation(&python), None);
        fs::write(base.path().join("python/lib/python3.12/os.py"), "").unwrap();
        assert_eq!(installation(&python), Some(base.path().join("python")));
        assert_eq!(installation(&base.path().join("venv")), None);
    }
}
