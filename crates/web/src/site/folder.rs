use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::html::MARK;
use super::{INDEX, SiteFile, paths};

/// Writes a site into a folder, which appears whole or not at all. What a former call has written there
/// is replaced.
///
/// # Errors
/// If there is something else, or it cannot be written.
pub fn write(files: &[SiteFile], folder: &Path) -> io::Result<()> {
    check(folder)?;
    let is_there = folder.try_exists()?;
    let folder = if is_there { folder.canonicalize()? } else { folder.to_owned() };
    let parent = match folder.parent() {
        Some(parent) if parent != Path::new("") => parent.to_owned(),
        _ => PathBuf::from("."),
    };
    fs::create_dir_all(&parent)?;
    let room = tempfile::Builder::new().prefix(".plyglot-page-").tempdir_in(&parent)?;
    // Not the room itself, which nobody else may look into.
    let draft = room.path().join("page");
    for file in files {
        let path = draft.join(file.path);
        fs::create_dir_all(path.parent().unwrap_or(&draft))?;
        fs::write(path, &file.content)?;
    }
    if !is_there {
        return fs::rename(&draft, &folder);
    }
    let former = room.path().join("former");
    fs::rename(&folder, &former)?;
    fs::rename(&draft, &folder).inspect_err(|_| _ = fs::rename(&former, &folder))
}

/// Whether a site may be written there: there is nothing, or an empty folder, or a page of ours and
/// nothing else.
///
/// # Errors
/// If it may not; says why.
pub fn check(folder: &Path) -> io::Result<()> {
    let refused = |why: String| io::Error::new(io::ErrorKind::AlreadyExists, why);
    if !folder.try_exists()? {
        return Ok(());
    }
    if !folder.is_dir() {
        return Err(refused("it exists already, and is not a folder".to_owned()));
    }
    let mut is_empty = true;
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        is_empty = false;
        if !paths().any(|path| first_part(path) == name) {
            let name = name.display();
            return Err(refused(format!("it has {name} in it, which is no part of a page")));
        }
    }
    let is_page = || fs::read_to_string(folder.join(INDEX)).is_ok_and(|text| text.contains(MARK));
    if !is_empty && !is_page() {
        return Err(refused("it is not empty, and was not written by this command".to_owned()));
    }
    if std::env::current_dir()?.canonicalize()?.starts_with(folder.canonicalize()?) {
        return Err(refused("the current folder cannot be replaced: name another".to_owned()));
    }
    Ok(())
}

fn first_part(path: &str) -> &OsStr {
    path.split('/').next().unwrap_or(path).as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(version: &str) -> Vec<SiteFile> {
        let file = |path, text: String| SiteFile { path, content: text.into_bytes() };
        vec![file(INDEX, format!("{MARK}{version}")), file("play/view.js", version.to_owned())]
    }

    /// All files below a folder, with what they say.
    fn found(folder: &Path) -> Vec<(String, String)> {
        let mut all = Vec::new();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                all.extend(found(&path));
            } else {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                all.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
        all.sort();
        all
    }

    #[test]
    fn a_page_is_written_and_replaced() {
        let room = tempfile::tempdir().unwrap();
        let folder = room.path().join("deep/page");
        for version in ["one", "two"] {
            write(&site(version), &folder).unwrap();
            let expected = [(INDEX, format!("{MARK}{version}")), ("view.js", version.to_owned())];
            assert_eq!(found(&folder), expected.map(|(name, text)| (name.to_owned(), text)));
        }
        // Nothing is left beside it.
        assert_eq!(fs::read_dir(folder.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn an_empty_folder_is_taken() {
        let room = tempfile::tempdir().unwrap();
        let folder = room.path().join("page");
        fs::create_dir(&folder).unwrap();
        write(&site("one"), &folder).unwrap();
        assert_eq!(found(&folder).len(), 2);
    }

    #[test]
    fn what_is_not_ours_stays() {
        let room = tempfile::tempdir().unwrap();
        for (name, text) in [("thesis.txt", "mine"), (INDEX, "mine")] {
            let folder = room.path().join(format!("a folder with {name}"));
            fs::create_dir(&folder).unwrap();
            fs::write(folder.join(name), text).unwrap();
            write(&site("one"), &folder).unwrap_err();
            assert_eq!(found(&folder), [(name.to_owned(), text.to_owned())]);
        }
        // Nor does a page go to which somebody has added something.
        let folder = room.path().join("page");
        write(&site("one"), &folder).unwrap();
        fs::write(folder.join("CNAME"), "plyglot.example").unwrap();
        let error = write(&site("two"), &folder).unwrap_err();
        assert_eq!(error.to_string(), "it has CNAME in it, which is no part of a page");
        assert_eq!(found(&folder).len(), 3);
        let file = room.path().join("file");
        fs::write(&file, "mine").unwrap();
        let error = write(&site("one"), &file).unwrap_err();
        assert_eq!(error.to_string(), "it exists already, and is not a folder");
    }
}
