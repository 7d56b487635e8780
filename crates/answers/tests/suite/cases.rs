//! Sets of cases: every misreading fails some, and the same seed gives the same bytes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use plyglot_answers::cases::{self, CasesRequest, Difficulty, ENOUGH, Manifest};
use plyglot_games::GAMES;
use plyglot_kit::any::GameRef;

pub fn order(game: GameRef, count: usize) -> CasesRequest {
    CasesRequest { game, count, seed: 7, difficulty: Difficulty::Medium, size: None, visible: 10 }
}

#[track_caller]
fn check(game: GameRef) {
    let set = cases::generate(&order(game, 50)).unwrap();
    assert_eq!(set.len(), 50);
    for fails in set.fails() {
        assert!(fails.cases >= ENOUGH, "{game:?}: {} fails {} cases", fails.name, fails.cases);
    }
}

for_every_game!(check);

/// All files below a folder.
fn tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            files.extend(
                tree(&path).into_iter().map(|(file, text)| (format!("{name}/{file}"), text)),
            );
        } else {
            files.insert(name, fs::read(&path).unwrap());
        }
    }
    files
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let room = tempfile::tempdir().unwrap();
    for game in GAMES.iter() {
        let order = CasesRequest { difficulty: Difficulty::Easy, ..order(game, 6) };
        let write = |name: &str, order: &CasesRequest| {
            let folder = room.path().join(format!("{}-{name}", game.name()));
            cases::write(&cases::generate(order).unwrap(), &folder).unwrap();
            tree(&folder)
        };
        let first = write("first", &order);
        assert_eq!(first, write("again", &order));
        let alone = cases::generate_alone(&order).unwrap();
        assert!(alone.inputs().eq(cases::generate(&order).unwrap().inputs()));
        assert!(first.contains_key("01/input.txt"));
        assert_ne!(first, write("other", &CasesRequest { seed: 8, ..order }));
    }
}

#[test]
fn what_is_written_is_read() {
    let room = tempfile::tempdir().unwrap();
    let folder = room.path().join("cases");
    let set = cases::generate(&order(GAMES.find("mancala").unwrap(), 8)).unwrap();
    cases::write(&set, &folder).unwrap();
    let manifest = Manifest::read(&folder, GAMES).unwrap();
    assert_eq!(manifest, set.manifest());
    for case in &manifest.cases {
        let question = manifest.question(&folder, case, GAMES, None).unwrap();
        assert!(question.is_right(question.right().unwrap()));
        assert_eq!(question.files(), case.files);
    }
    // Nothing is written over.
    assert!(cases::write(&set, &folder).is_err());
    // Without a manifest the folders speak for themselves.
    fs::remove_file(folder.join(Manifest::FILE)).unwrap();
    let guessed = Manifest::read(&folder, GAMES).unwrap();
    assert_eq!((guessed.game.as_str(), guessed.cases.len()), ("mancala", 8));
}

#[test]
fn a_bad_manifest_is_an_error_with_its_place() {
    let room = tempfile::tempdir().unwrap();
    let message = |text: &str| {
        fs::write(room.path().join(Manifest::FILE), text).unwrap();
        let error = Manifest::read(room.path(), GAMES).unwrap_err().to_string();
        error.rsplit_once("manifest.toml:").unwrap().1.to_owned()
    };
    assert!(message("format = 1\ngame = chess\n").starts_with("2:8: "));
    let case = "\n[[case]]\nname = \"../01\"\n";
    assert!(
        message(&format!("format = 1\ngame = \"mancala\"{case}")).contains("no name for a case")
    );
    let case = "\n[[case]]\nname = \"01\"\npoints = -1.0\n";
    assert!(message(&format!("format = 1\ngame = \"mancala\"{case}")).contains("cannot be -1"));
    assert!(message("format = 2\ngame = \"mancala\"\ncase = []\n").contains("format 2 is not 1"));
}
