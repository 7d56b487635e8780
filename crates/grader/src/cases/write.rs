use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use plyglot_games::GameId;

use super::{CaseSet, Manifest};
use crate::plain::answers;

/// Writes a set into a new folder: a directory a case, and the manifest. The folder appears whole
/// or not at all.
///
/// # Errors
/// If it is there already with something in it, or cannot be written.
pub fn write(set: &CaseSet, folder: &Path) -> io::Result<()> {
    if folder.exists() {
        // Only an empty one may be replaced.
        fs::remove_dir(folder).map_err(|error| {
            io::Error::new(error.kind(), "it exists already, and is not an empty folder")
        })?;
    }
    let parent = match folder.parent() {
        Some(parent) if parent != Path::new("") => parent.to_owned(),
        _ => PathBuf::from("."),
    };
    fs::create_dir_all(&parent)?;
    let draft = tempfile::Builder::new().prefix(".plyglot-cases-").tempdir_in(&parent)?;
    let manifest = set.manifest();
    for (case, entry) in set.cases.iter().zip(&manifest.cases) {
        let folder = draft.path().join(&entry.name);
        fs::create_dir(&folder)?;
        fs::write(folder.join("input.txt"), case.question.input())?;
        for (name, text) in case.question.right().into_iter().flatten() {
            fs::write(folder.join(name), text)?;
        }
        if set.game == GameId::Checkers {
            fs::write(folder.join("legal.txt"), legal_turns(case.question.input()))?;
        }
    }
    let text = toml::to_string(&manifest).map_err(io::Error::other)?;
    fs::write(draft.path().join(Manifest::FILE), text)?;
    fs::rename(draft.path(), folder)?;
    // It has another name now: there is nothing left to clean up.
    _ = draft.keep();
    Ok(())
}

/// All legal turns of checkers, a turn a line.
fn legal_turns(input: &str) -> String {
    let turns = answers(input, GameId::Checkers, None, 0).unwrap_or_default();
    let turns = turns.iter().filter_map(|answer| answer.get("output.txt"));
    turns.map(|turn| turn.trim_end().replace('\n', " ; ") + "\n").collect()
}
