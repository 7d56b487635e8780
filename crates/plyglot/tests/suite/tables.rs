//! Tables of endings: built, listed, checked, and built on after a kill.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use plyglot_core::mix::Random;
use serde_json::Value;

use super::{names, plyglot, printed};

pub fn build(directory: &Path, pieces: &str) -> String {
    let arguments =
        ["tables", "build", "checkers", "--pieces", pieces, "--out", "tables", "--threads", "1"];
    printed(&plyglot(directory, &arguments))
}

/// All files with their bytes.
pub fn content(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let read = |name: String| {
        let bytes = fs::read(folder.join(&name)).unwrap();
        (name, bytes)
    };
    names(folder).into_iter().map(read).collect()
}

#[test]
fn tables_are_built_listed_and_checked() {
    let directory = tempfile::tempdir().unwrap();
    let said = build(directory.path(), "3");
    assert!(said.starts_with("199,520 positions: "), "{said}");
    assert!(said.contains("tables -> tables, "), "{said}");
    assert_eq!(names(&directory.path().join("tables")).len(), 2 * 16);

    let text = printed(&plyglot(directory.path(), &["tables", "info", "tables", "--json"]));
    let info: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(info["games"][0]["game"], "checkers");
    let tables = info["games"][0]["tables"].as_array().unwrap();
    let class = |table: &&Value| table["class"] == "2m0k-0m1k" && table["tells"] == "distances";
    let table = tables.iter().find(class).unwrap();
    // Published numbers.
    let counts = ["wins", "losses", "draws"].map(|count| table[count].as_u64().unwrap());
    assert_eq!(counts, [11_215, 4, 121]);

    let checked = printed(&plyglot(directory.path(), &["tables", "check", "tables", "--all"]));
    assert!(checked.contains(" 1 against 2  distances "), "{checked}");
    assert!(checked.contains("Every byte is right, and "), "{checked}");
}

#[test]
fn the_program_has_tables() {
    let info = printed(&plyglot(Path::new("."), &["tables", "info"]));
    assert!(info.contains(" 3 against 2  verdicts "), "{info}");
}

#[test]
fn what_is_damaged_is_found() {
    let directory = tempfile::tempdir().unwrap();
    build(directory.path(), "2");
    let path = directory.path().join("tables/checkers-0m1k-0m1k.dtc");
    let whole = fs::read(&path).unwrap();
    let check = || {
        let output = plyglot(directory.path(), &["tables", "check", "tables"]);
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let mut changed = whole.clone();
    *changed.last_mut().unwrap() ^= 1;
    fs::write(&path, changed).unwrap();
    let name = "tables/checkers-0m1k-0m1k.dtc";
    assert_eq!(check(), (Some(1), format!("{name}: the checksum of 0m1k-0m1k is wrong\n")));
    fs::write(&path, &whole[..whole.len() - 1]).unwrap();
    let (length, needed) = (whole.len() - 1, whole.len());
    let cut_off = format!("{name}: cut off: it has {length} bytes of at least {needed}\n");
    assert_eq!(check(), (Some(2), cut_off));
    // It is built again, and everything is right.
    build(directory.path(), "2");
    assert_eq!(fs::read(&path).unwrap(), whole);
    assert_eq!(check().0, Some(0));
}

/// However often a build is killed, it ends with the same bytes.
#[test]
fn a_build_that_was_killed_goes_on() {
    let [whole, killed] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    build(whole.path(), "3");
    let mut random = Random::new(9);
    for _ in 0..12 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_plyglot"))
            .args(["tables", "build", "checkers", "--pieces", "3", "--out", "tables"])
            .current_dir(killed.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        sleep(Duration::from_millis(20 + random.below(120) as u64));
        // It may have ended before.
        _ = child.kill();
        child.wait().unwrap();
    }
    build(killed.path(), "3");
    let of = |directory: &tempfile::TempDir| content(&directory.path().join("tables"));
    assert!(of(&killed) == of(&whole), "{:?}", names(&killed.path().join("tables")));
}

#[test]
fn what_cannot_be_built_is_refused_in_a_line() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("file"), "").unwrap();
    let cases: [(&[&str], &str); 7] = [
        (&["build", "mancala", "--pieces", "3"], "Mancala has no tables\n"),
        (&["build", "checkers", "--pieces", "8"], "--pieces is from 2 to 7, not 8\n"),
        (&["build", "checkers", "--pieces", "2", "--out", "file"], "file: File exists\n"),
        (
            &["build", "checkers", "--pieces", "6", "--bundle", "new.wld"],
            "--bundle takes up to 5 pieces, not 6\n",
        ),
        (&["build", "checkers"], "error: "),
        (&["info", "none"], "none: entity not found\n"),
        (&["check", "."], ".: there are no tables\n"),
    ];
    for (arguments, expected) in cases {
        let before = names(directory.path());
        let output = plyglot(directory.path(), &[&["tables"], arguments].concat());
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        assert!(errors.starts_with(expected), "{arguments:?}: {errors}");
        assert_eq!(output.stdout, b"", "{arguments:?}");
        assert_eq!(names(directory.path()), before, "{arguments:?}");
    }
}

/// The file that is part of the program is made by `--bundle`, here with fewer pieces.
#[test]
fn a_bundle_is_one_file() {
    let directory = tempfile::tempdir().unwrap();
    let arguments = ["tables", "build", "checkers", "--pieces", "2", "--bundle", "small.wld"];
    printed(&plyglot(directory.path(), &arguments));
    assert_eq!(names(directory.path()), ["small.wld"]);
    let bytes = fs::read(directory.path().join("small.wld")).unwrap();
    assert!(bytes.starts_with(b"PLYENDS\n"));
}

/// Two kings drive one out of a double corner, which no short search sees. Who wins is known to every
/// program, how soon only where there are tables with distances.
#[test]
fn thinking_says_what_tables_know() {
    let directory = tempfile::tempdir().unwrap();
    build(directory.path(), "3");
    let board = ".B......\n........\n........\n........\n........\n........\n........\nW.W.....\n";
    fs::write(directory.path().join("ending.txt"), format!("WHITE\n{board}")).unwrap();
    let think = |tables: &str| {
        let arguments = ["play", "checkers", "--position", "ending.txt", "--as", "second"];
        let mut child = Command::new(env!("CARGO_BIN_EXE_plyglot"))
            .current_dir(directory.path())
            .args(arguments)
            .env("PLYGLOT_TABLES", tables)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(b"think 0.0001\n").unwrap();
        String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
    };
    let said = think("tables");
    let soon = "You win by tables of endings, 33 plies to the next conversion.";
    assert!(said.contains(soon), "{said}");
    let said = think("nowhere");
    assert!(said.contains("You win by tables of endings.\n"), "{said}");
}
