//! Results on disk: one file a result, written whole, with what it depends on.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::hash::key;

/// A folder of results.
#[derive(Debug)]
pub struct ResultStore {
    folder: PathBuf,
    forgets: bool,
}

/// A result, and a number for everything that it depends on.
#[derive(Serialize, Deserialize)]
struct StoredResult<T> {
    key: String,
    result: T,
}

/// A result that can be written.
#[derive(Debug)]
pub struct StoredFile {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl StoredFile {
    /// Keeps it: it is on disk whole, or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self) -> io::Result<()> {
        write_whole(&self.path, &self.bytes)
    }
}

impl ResultStore {
    /// Opens the store below a folder of grades; one that forgets reads nothing.
    ///
    /// # Errors
    /// If the folder cannot be made.
    pub fn open(out: &Path, forgets: bool) -> io::Result<ResultStore> {
        let folder = out.join("results");
        fs::create_dir_all(&folder)?;
        Ok(ResultStore { folder, forgets })
    }

    /// The result of this name, if it depends on the same things.
    pub fn get<T: DeserializeOwned>(&self, student: &str, name: &str, key: &str) -> Option<T> {
        if self.forgets {
            return None;
        }
        let text = fs::read_to_string(self.path(student, name)).ok()?;
        let record: StoredResult<T> = serde_json::from_str(&text).ok()?;
        (record.key == key).then_some(record.result)
    }

    /// A result as it will be on disk.
    ///
    /// # Errors
    /// If there are no words for it.
    pub fn file<T: Serialize>(
        &self,
        student: &str,
        name: &str,
        key: &str,
        result: &T,
    ) -> io::Result<StoredFile> {
        let bytes = serde_json::to_vec(&StoredResult { key: key.to_owned(), result })?;
        Ok(StoredFile { path: self.path(student, name), bytes })
    }

    fn path(&self, student: &str, name: &str) -> PathBuf {
        self.folder.join(file_name(student)).join(format!("{name}.json"))
    }
}

/// Writes a file so that it is there whole or not at all, in a folder that is made if missing.
///
/// # Errors
/// If it cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut draft = tempfile::Builder::new().prefix(".plyglot-").tempfile_in(folder)?;
    draft.write_all(bytes)?;
    draft.persist(path)?;
    Ok(())
}

/// A student's name as the name of a file: letters, digits and a few signs stay as they are.
pub fn file_name(student: &str) -> String {
    let mut name = String::new();
    for byte in student.bytes() {
        let is_plain = byte.is_ascii_alphanumeric() || b"-_@. ".contains(&byte) && !name.is_empty();
        if is_plain {
            name.push(char::from(byte));
        } else {
            name += &format!("%{byte:02x}");
        }
    }
    if name.len() > 200 {
        name = format!("{}%{}", &name[..150], key(&[student.as_bytes()]));
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_back_if_nothing_has_changed() {
        let room = tempfile::tempdir().unwrap();
        let store = ResultStore::open(room.path(), false).unwrap();
        store.file("../ann", "01", "k", &7).unwrap().write().unwrap();
        assert_eq!(store.get::<u32>("../ann", "01", "k"), Some(7));
        assert_eq!(store.get::<u32>("../ann", "01", "other"), None);
        assert_eq!(
            ResultStore::open(room.path(), true).unwrap().get::<u32>("../ann", "01", "k"),
            None
        );
        // What is damaged is not there.
        fs::write(room.path().join("results/%2e.%2fann/01.json"), "{\"key\":\"k\"").unwrap();
        assert_eq!(store.get::<u32>("../ann", "01", "k"), None);
    }

    #[test]
    fn names_of_students_lead_nowhere_else() {
        for (student, name) in
            [("ann lee", "ann lee"), ("..", "%2e."), ("a/../b", "a%2f..%2fb"), ("", "")]
        {
            assert_eq!(file_name(student), name);
        }
        assert!(file_name(&"ü".repeat(300)).len() < 255);
    }
}
