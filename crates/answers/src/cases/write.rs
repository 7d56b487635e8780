use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{CaseSet, Manifest};
use crate::judge::Question;

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
        if case.question.right().is_none() {
            fs::write(folder.join("legal.txt"), legal_turns(&case.question))?;
        }
    }
    let text = toml::to_string(&manifest).map_err(io::Error::other)?;
    fs::write(draft.path().join(Manifest::FILE), text)?;
    fs::rename(draft.path(), folder)?;
    // It has another name now: there is nothing left to clean up.
    _ = draft.keep();
    Ok(())
}

/// All turns that are right, a turn a line.
fn legal_turns(question: &Question) -> String {
    let game = question.game();
    let turns = game.solver().answers(question.input(), None, 0).unwrap_or_default();
    let turns = turns.iter().filter_map(|answer| answer.get(game.about().answer_file));
    turns.map(|turn| turn.trim_end().replace('\n', " ; ") + "\n").collect()
}
