//! Files that were cut off, changed or left behind.

use std::fs;
use std::path::Path;

use super::super::super::Position;
use super::super::build::{Builder, Plan};
use super::super::store::{Kind, Source, Table};
use super::super::{Class, Endings, Rule, Verdict, probe};
use super::{packed, solved};

fn build(folder: &Path, pieces: u32, rule: Rule) -> Result<(), String> {
    let mut builder = Builder::new(Plan { pieces, rule, folder: folder.to_owned(), threads: 1 });
    let mut classes = Class::pairs(pieces).into_iter();
    classes.try_for_each(|class| builder.build(class, &|_| ())).map_err(|error| error.to_string())
}

/// All files with their bytes, by name.
fn content(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

fn error_of(path: &Path) -> String {
    let error = Source::open(path).and_then(Table::all_in).unwrap_err().to_string();
    error.strip_prefix(&format!("{}: ", path.display())).unwrap().to_owned()
}

#[test]
fn a_file_that_is_cut_off_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkers-0m1k-0m1k.wld");
    let whole = packed(&solved(Rule::Fifty)[..1], Kind::Verdicts, Rule::Fifty);
    for length in (0..whole.len()).step_by(7) {
        fs::write(&path, &whole[..length]).unwrap();
        let error = error_of(&path);
        assert!(error.starts_with("cut off: it has "), "{length}: {error}");
    }
    fs::write(&path, &whole).unwrap();
    assert_eq!(Table::all_in(Source::open(&path).unwrap()).unwrap().len(), 1);
}

#[test]
fn a_changed_byte_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkers-0m1k-0m1k.wld");
    let whole = packed(&solved(Rule::Fifty)[..1], Kind::Verdicts, Rule::Fifty);
    for place in 0..whole.len() {
        let mut changed = whole.clone();
        changed[place] ^= 1 << (place % 8);
        fs::write(&path, &changed).unwrap();
        match Source::open(&path).and_then(Table::all_in) {
            Ok(tables) => assert!(tables[0].verify().is_err(), "byte {place}"),
            Err(error) => {
                let error = error.to_string();
                let expected = ["not a table", "another version", "header is damaged", "cut off"];
                assert!(expected.iter().any(|words| error.contains(words)), "{place}: {error}");
            }
        }
    }
    fs::write(&path, "my notes on endings").unwrap();
    assert_eq!(error_of(&path), "not a table of endings");
}

/// Whatever is missing after a build was stopped is built again, to the same bytes, and nothing else is
/// touched.
#[test]
fn a_build_goes_on_with_what_is_missing() {
    let [whole, stopped] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    build(whole.path(), 3, Rule::Fifty).unwrap();
    let expected = content(whole.path());
    assert_eq!(expected.len(), 2 * 16);
    for (index, (name, bytes)) in expected.iter().enumerate() {
        match index % 5 {
            0 => {}
            1 => fs::write(stopped.path().join(name), &bytes[..bytes.len() / 2]).unwrap(),
            _ => fs::write(stopped.path().join(name), bytes).unwrap(),
        }
    }
    build(stopped.path(), 3, Rule::Fifty).unwrap();
    assert!(content(stopped.path()) == expected);
    let written = |path: &Path| fs::metadata(path).unwrap().modified().unwrap();
    let first = stopped.path().join(&expected[0].0);
    let before = written(&first);
    build(stopped.path(), 3, Rule::Fifty).unwrap();
    assert_eq!(written(&first), before, "what is there is not written again");

    let refused = build(stopped.path(), 2, Rule::Endless).unwrap_err();
    assert!(refused.contains("built with another rule about quiet turns"), "{refused}");
}

/// Every class by a builder of its own, as on many machines: each reads what it needs from the folder, and
/// a class that comes too early says what is missing.
#[test]
fn classes_are_built_one_by_one() {
    let [whole, parts] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    build(whole.path(), 4, Rule::Fifty).unwrap();
    let folder = parts.path().to_owned();
    let plan = Plan { pieces: 4, rule: Rule::Fifty, folder, threads: 1 };
    let classes = Class::pairs(4);
    let early = Builder::new(plan.clone()).build(classes[2], &|_| ()).unwrap_err().to_string();
    assert!(early.ends_with("checkers-0m1k-0m1k.wld: 1m0k-1m0k needs it"), "{early}");
    for (number, &class) in classes.iter().enumerate() {
        assert!(classes[number..].iter().all(|&later| !class.leads_to(later)), "{class}");
        let mut builder = Builder::new(plan.clone());
        assert!(!builder.has(class).unwrap());
        builder.build(class, &|_| ()).unwrap();
    }
    assert!(content(parts.path()) == content(whole.path()));
}

/// A folder adds distances to what the program knows, and passes over other files.
#[test]
fn a_folder_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), 2, Rule::Fifty).unwrap();
    fs::write(folder.path().join("notes.wld"), "of another game").unwrap();
    assert_eq!(probe::tables_in(folder.path()).unwrap().len(), 8);
    let endings = Endings::open(folder.path()).unwrap();
    assert_eq!(endings.most_pieces(), 5);
    let mut decided = None;
    solved(Rule::Fifty)[0].for_each(|view, code| {
        let position = Position::of_view(view);
        if code.verdict() == Verdict::Win && !position.can_jump() {
            decided = Some(position);
        }
    });
    let position = decided.unwrap();
    assert!(endings.probe(&position).unwrap().plies.is_some());
    assert_eq!(Endings::in_program().probe(&position).unwrap().plies, None);
    let missing = Endings::open(&folder.path().join("none")).unwrap_err().to_string();
    assert!(missing.contains("none: "), "{missing}");
}
