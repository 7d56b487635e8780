//! `plyglot explain` and `plyglot cases` as they are typed.

use std::fs;

use serde_json::Value;

use crate::{names, plyglot, printed, root};

/// The example of Mancala with alpha-beta, and a log with one mistake.
#[test]
fn the_first_wrong_line_of_a_log() {
    let room = tempfile::tempdir().unwrap();
    let input = "3\n1\n2\n3 3 3\n3 3 3\n0\n0\n";
    fs::write(room.path().join("input.txt"), input).unwrap();
    printed(&plyglot(room.path(), &["solve", "input.txt"]));
    let right =
        plyglot(room.path(), &["explain", "input.txt", "next_state.txt", "traverse_log.txt"]);
    assert_eq!(printed(&right), "The answer is right.\n");

    let log = fs::read_to_string(room.path().join("traverse_log.txt")).unwrap();
    let wrong = log.replacen("B4,1,1,1,Infinity", "B4,1,1,-Infinity,1", 1);
    fs::write(room.path().join("traverse_log.txt"), wrong).unwrap();
    let output = plyglot(room.path(), &["explain", "input.txt", "traverse_log.txt"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    for part in [
        "traverse_log.txt, line 14: a step of the search",
        "expected: B4,1,1,1,Infinity",
        "The node: B2 -> B4 (depth 1)",
        "The alpha should be 1, and yours is -Infinity.",
        "The child A2 has returned 1.",
        "Since 1 <= alpha 1, the node returns at once and does not look at A3, A4",
    ] {
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }
    // A hint gives no value away, and off not even the place.
    let hint =
        plyglot(room.path(), &["explain", "input.txt", "traverse_log.txt", "--level", "hint"]);
    let hint = String::from_utf8(hint.stdout).unwrap();
    assert!(hint.contains("line 14") && !hint.contains("Infinity"), "{hint}");
    let off = plyglot(room.path(), &["explain", "input.txt", "traverse_log.txt", "--level", "off"]);
    assert_eq!(off.stdout, b"The answer is not right.\n");
}

/// A sample whose log differs from edition to edition.
const INPUT: &str = "2\n1\n2\n3 3 3\n3 3 3\n0\n0\n";

#[test]
fn the_first_edition_can_be_explained_too() {
    let room = tempfile::tempdir().unwrap();
    fs::write(room.path().join("input.txt"), INPUT).unwrap();
    let explain = |more: &[&str]| {
        let output =
            plyglot(room.path(), &[&["explain", "input.txt", "traverse_log.txt"], more].concat());
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let has = |text: &str, part: &str| assert!(text.contains(part), "{part:?} is not in\n{text}");
    let first = ["--edition", "first"];

    printed(&plyglot(room.path(), &["solve", "input.txt", "--edition", "first"]));
    assert_eq!(explain(&first), (Some(0), "The answer is right.\n".to_owned()));
    let (code, text) = explain(&[]);
    assert_eq!(code, Some(1));
    has(&text, "(first-edition)");

    printed(&plyglot(room.path(), &["solve", "input.txt"]));
    assert_eq!(explain(&["--edition", "last"]), (Some(0), "The answer is right.\n".to_owned()));
    let (code, text) = explain(&first);
    assert_eq!(code, Some(1));
    has(&text, "expected: B2,1,Infinity");
    has(
        &text,
        "In the first edition it goes by the depth, and 1 is odd: its value starts at Infinity.",
    );
    has(&text, "(last-edition)");
    let (_, json) = explain(&["--edition", "first", "--json"]);
    let found: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(found["node"]["value"], "Infinity", "{json}");

    let output =
        plyglot(room.path(), &["explain", "input.txt", "traverse_log.txt", "--edition", "1"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(output.stderr, b"--edition is first or last, not 1\n");
}

/// Whatever number a program takes for infinity, if it is always the same.
#[test]
fn a_number_for_infinity_is_named() {
    let room = tempfile::tempdir().unwrap();
    for task in ["2", "3"] {
        fs::write(room.path().join("input.txt"), INPUT.replacen('2', task, 1)).unwrap();
        printed(&plyglot(room.path(), &["solve", "input.txt"]));
        let log = fs::read_to_string(room.path().join("traverse_log.txt")).unwrap();
        let named = |plus: &str, minus: &str| {
            let log = log.replace("-Infinity", minus).replace("Infinity", plus);
            fs::write(room.path().join("mine.txt"), log).unwrap();
            fs::rename(room.path().join("mine.txt"), room.path().join("traverse_log.txt")).unwrap();
            let output = plyglot(room.path(), &["explain", "input.txt", "traverse_log.txt"]);
            String::from_utf8(output.stdout).unwrap().contains("(numeric-infinity)")
        };
        for number in ["999999", "1000000000", "2147483647", "1e9", "1.0E9", "inf"] {
            assert!(named(number, &format!("-{number}")), "task {task}: {number}");
        }
        assert!(named("2147483647", "-2147483648"), "the numbers of Java");
        assert!(named("Infinity", "-999999"), "only one of them");
        assert!(!named("big", "small"));
    }
}

#[test]
fn misreadings_are_named() {
    let room = tempfile::tempdir().unwrap();
    let example = root().join("examples/star-circle/input.txt");
    let input = fs::read_to_string(example).unwrap().replace("MINIMAX", "ALPHABETA");
    fs::write(room.path().join("input.txt"), input).unwrap();
    fs::write(room.path().join("mine.txt"), "F4-H2\n160\n160\n5").unwrap();
    let output = plyglot(room.path(), &["explain", "input.txt", "mine.txt", "--json"]);
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&found["line"], &found["right"]), (&4.into(), &false.into()));
    assert_eq!(found["expected"], "4");
    let named: Vec<&str> = found["misreadings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["name"].as_str().unwrap())
        .collect();
    assert!(named.contains(&"no-pruning"), "{named:?}");
}

#[test]
fn an_illegal_turn_of_checkers() {
    let room = tempfile::tempdir().unwrap();
    let example = root().join("examples/checkers/input.txt");
    fs::copy(example, room.path().join("input.txt")).unwrap();
    printed(&plyglot(room.path(), &["solve", "input.txt"]));
    let right = fs::read_to_string(room.path().join("output.txt")).unwrap();
    fs::write(room.path().join("output.txt"), right.replace('J', "E")).unwrap();
    let output = plyglot(room.path(), &["explain", "input.txt", "output.txt"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("jump-as-step") || text.contains("legal:"), "{text}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn cases_report_what_they_find_out() {
    let room = tempfile::tempdir().unwrap();
    let arguments = ["cases", "checkers", "--count", "8", "--seed", "7", "--out", "new/cases"];
    let text = printed(&plyglot(room.path(), &arguments));
    assert!(
        text.starts_with("8 cases -> new/cases\n") && text.contains("crowned-jumps-on"),
        "{text}"
    );
    assert_eq!(names(&room.path().join("new/cases")).len(), 9);
    // Nothing is written over, and nothing at all if the size makes no sense.
    assert_eq!(plyglot(room.path(), &arguments).status.code(), Some(2));
    let wrong = plyglot(room.path(), &["cases", "checkers", "--size", "9", "--out", "other"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert_eq!(wrong.stderr, b"American checkers has one size only\n");
    assert_eq!(names(room.path()), ["new"]);
    let json = [
        "cases",
        "mancala",
        "--count",
        "3",
        "--difficulty",
        "easy",
        "--size",
        "3",
        "--out",
        "m",
        "--json",
    ];
    let found: Value = serde_json::from_str(&printed(&plyglot(room.path(), &json))).unwrap();
    assert_eq!((&found["game"], &found["cases"]), (&"mancala".into(), &3.into()));
    assert!(found["misreadings"].as_array().unwrap().len() >= 19);
}
