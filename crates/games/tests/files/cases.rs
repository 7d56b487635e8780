//! Cases: a folder with `input.txt` and the files that it must give, to the byte.

use std::fs;
use std::path::{Path, PathBuf};

use plyglot_core::text::TextError;
use plyglot_games::GAMES;
use plyglot_kit::any::AnyTask;
use plyglot_kit::{InMemory, Options, Report, read_text};
use plyglot_search::engine::Limit;

/// Agents that think for a moment, and say the same every time.
pub fn quick() -> Options<'static> {
    Options { limit: Some(Limit::Nodes(2_000)), ..Options::default() }
}

/// Reads an input of any game.
pub fn read(text: &str) -> Result<Box<dyn AnyTask>, TextError> {
    GAMES.read_task(text, None).map(|(_, task)| task)
}

/// Reads an input of this game.
pub fn read_as(text: &str, game: &str) -> Result<Box<dyn AnyTask>, TextError> {
    GAMES.find(game).unwrap().read_task(text)
}

/// The folder of this project's own cases of a game.
pub fn own(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(game)
}

/// The cases in a folder, sorted by name.
pub fn list(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut cases: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    cases.sort();
    cases
}

/// Solves a case's `input.txt`.
pub fn solve(case: &Path, options: &Options) -> (Report, InMemory) {
    let file = fs::File::open(case.join("input.txt")).unwrap();
    let text = read_text(file).unwrap_or_else(|error| panic!("{case:?}: {error}"));
    let task = read(&text).unwrap_or_else(|error| panic!("{case:?}: {error}"));
    let mut files = InMemory::default();
    let report = task.solve(options, &mut files).unwrap();
    (report, files)
}

/// Checks that a case's answer consists of exactly the files beside its input.
pub fn check_case(case: &Path, options: &Options) {
    let (_, files) = solve(case, options);
    let mut expected: Vec<String> = list(case)
        .iter()
        .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
        .filter(|name| name != "input.txt")
        .collect();
    expected.sort();
    assert_eq!(files.names().collect::<Vec<_>>(), expected, "files of {case:?}");
    for name in expected {
        let right = fs::read_to_string(case.join(&name)).unwrap();
        assert_same(files.text(&name).unwrap(), &right, &case.join(&name));
    }
}

/// Compares line by line first, for a message that a person can read.
fn assert_same(found: &str, right: &str, path: &Path) {
    for (number, (found, right)) in found.lines().zip(right.lines()).enumerate() {
        assert_eq!(found, right, "{path:?}:{}", number + 1);
    }
    assert!(found == right, "{path:?}: length or final newline differs");
}

/// Checks every case in a folder, and that there are as many as there should be.
pub fn check_folder(folder: &Path, count: usize) {
    let cases = list(folder);
    assert_eq!(cases.len(), count, "cases in {folder:?}");
    for case in cases {
        check_case(&case, &Options::default());
    }
}
