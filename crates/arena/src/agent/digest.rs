//! A number for a program, by which a changed one is noticed.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use plyglot_sandbox::mode;
use sha2::{Digest, Sha256};

use super::AgentProgram;

/// Of its commands and of all its files, which lie in `copy`. Where they lie does not matter. Of a
/// command line it is the files that it names; there is no number if they cannot all be read.
pub(super) fn of(program: &AgentProgram, copy: &Path) -> Option<String> {
    let mut hash = Sha256::new();
    let is_named = |word: &str| program.readable.iter().any(|file| file == Path::new(word));
    for (name, words) in program.commands.all() {
        add(&mut hash, name.as_bytes());
        for word in words {
            if program.files.is_none() && is_named(word) {
                let file = Path::new(word);
                add(&mut hash, file.file_name().unwrap_or_default().as_encoded_bytes());
                add_tree(&mut hash, file).ok()?;
            } else {
                add(&mut hash, word.as_bytes());
            }
        }
    }
    if program.files.is_some() {
        add_tree(&mut hash, copy).ok()?;
    }
    Some(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// More is no program, but a directory that a command line happens to name.
const MOST_BYTES: u64 = 1 << 30;

fn add(hash: &mut Sha256, part: &[u8]) {
    hash.update((part.len() as u64).to_le_bytes());
    hash.update(part);
}

fn add_tree(hash: &mut Sha256, root: &Path) -> io::Result<()> {
    let mut waiting = vec![root.to_owned()];
    let mut room = MOST_BYTES;
    while let Some(path) = waiting.pop() {
        let found = fs::symlink_metadata(&path)?;
        let name = path.strip_prefix(root).unwrap_or(&path);
        add(hash, name.as_os_str().as_encoded_bytes());
        if found.is_dir() {
            let entries = fs::read_dir(&path)?.map(|entry| Ok(entry?.path()));
            let mut entries = entries.collect::<io::Result<Vec<_>>>()?;
            entries.sort();
            waiting.extend(entries);
        } else if found.is_symlink() {
            add(hash, fs::read_link(&path)?.as_os_str().as_encoded_bytes());
        } else if found.is_file() {
            let is_executable = mode::of(&found) & 0o100 != 0;
            add(hash, &[u8::from(is_executable)]);
            room = room.checked_sub(found.len()).ok_or(io::ErrorKind::FileTooLarge)?;
            hash.update(found.len().to_le_bytes());
            io::copy(&mut File::open(&path)?.take(found.len()), hash)?;
        }
    }
    Ok(())
}
