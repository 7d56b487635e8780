//! American checkers.

use std::fs;
use std::path::Path;

use plyglot_kit::{Calibration, Files, InMemory, LONGEST_NOTE, Report};
use proptest::prelude::*;

use crate::cases;

fn solve(input: &str) -> (Report, String) {
    let task = cases::read(input).unwrap_or_else(|error| panic!("{error} in\n{input}"));
    let mut files = InMemory::default();
    let report = task.solve(&cases::quick(), &mut files).unwrap();
    let notes = if input.contains("GAME") { &["playdata.txt"][..] } else { &[] };
    assert_eq!(files.names().collect::<Vec<_>>(), [&["output.txt"], notes].concat());
    (report, files.text("output.txt").unwrap().to_owned())
}

/// There is no single right turn: it must be one of the legal ones, which are all listed.
#[test]
fn own_cases() {
    let folder = cases::list(&cases::own("checkers"));
    assert_eq!(folder.len(), 200);
    for case in folder {
        let (report, files) = cases::solve(&case, &cases::quick());
        let right = fs::read_to_string(case.join("legal.txt")).unwrap();
        assert_eq!(report.legal, right.lines().collect::<Vec<_>>(), "{case:?}");
        assert!(report.legal.contains(&report.moves[0]), "{case:?}");
        let lines = report.moves[0].replace(" ; ", "\n") + "\n";
        assert_eq!(files.text("output.txt"), Some(lines.as_str()), "{case:?}");
    }
}

#[test]
fn example_1_of_the_source() {
    let (report, output) = solve(
        "SINGLE
BLACK
100.0
.b...b..
..b...b.
.....w.b
....w...
.b......
w...w.w.
...B....
......w.
",
    );
    // The source shows the first; which way to jump is free.
    assert!(["J d2 f4\nJ f4 d6\n", "J d2 f4\nJ f4 h2\n"].contains(&output.as_str()));
    assert_eq!(report.legal, ["J d2 f4 ; J f4 d6", "J d2 f4 ; J f4 h2"]);
    assert_eq!((report.game, report.algorithm), ("checkers", "SINGLE"));
}

/// The only legal turn: there the answer is one.
#[test]
fn the_example_of_the_project() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/checkers");
    cases::check_case(&example, &cases::quick());
}

#[test]
fn example_2_of_the_source() {
    let (report, output) = solve(
        "SINGLE
WHITE
6.6
........
w...b.b.
........
..w.b...
.w...b..
....b...
.w.....b
..w...w.
",
    );
    // For example: other legal turns are as right.
    assert!(report.legal.contains(&"E a7 b8".to_owned()));
    assert!(report.legal.contains(&output.trim_end().to_owned()));
}

#[test]
fn example_3_of_the_source() {
    let (report, output) = solve(
        "GAME
WHITE
23.33
.b...b..
..b.b.b.
...b...b
..b.....
.....w..
w.b.w.w.
.w.....w
w...w...
",
    );
    assert_eq!(output, "J b2 d4\nJ d4 b6\nJ b6 d8\n");
    assert_eq!(report.moves, ["J b2 d4 ; J d4 b6 ; J b6 d8"]);
    assert_eq!(report.algorithm, "GAME");
    assert_eq!(report.nodes, None, "the only legal turn needs no search");
}

const START: &str = "GAME
BLACK
281.549999999996
.b.b.b.b
b.b.b.b.
.b.b.b.b
........
........
w.w.w.w.
.w.w.w.w
w.w.w.w.
";

#[test]
fn other_line_ends_and_blanks_are_read() {
    let plain = solve(START);
    for text in [
        START.replace('\n', "\r\n"),
        format!("\u{feff}{START}"),
        START.replace('\n', "  \n"),
        START.trim_end().to_owned(),
        format!("{START}\n\n"),
    ] {
        assert_eq!(solve(&text), plain, "{text:?}");
    }
}

#[test]
fn times_are_read_in_all_their_forms() {
    for time in ["300", "0.01", "3.92e-14", "100.0", "1E2", "5."] {
        let text = START.replace("281.549999999996", time);
        let task = cases::read(&text).unwrap();
        assert_eq!(task.goal().seconds(), time.parse::<f64>().ok());
    }
}

#[test]
fn bad_input_is_refused_where_it_is_bad() {
    let start = |from: &str, to: &str| START.replacen(from, to, 1);
    let time = |time: &str| start("281.549999999996", time);
    let bad = [
        (start("GAME", "MATCH"), "1:1: expected SINGLE or GAME, found \"MATCH\""),
        (start("GAME", "game"), "1:1: expected SINGLE or GAME, found \"game\""),
        (start("GAME\n", ""), "1:1: expected SINGLE or GAME, found \"BLACK\""),
        (String::new(), "1:1: expected SINGLE or GAME, found the end"),
        ("\n".to_owned(), "1:1: expected SINGLE or GAME, found an empty line"),
        ("GAME\n".to_owned(), "2:1: expected the colour to play, found the end"),
        (start("BLACK", "RED"), "2:1: expected BLACK or WHITE, found \"RED\""),
        ("GAME\nBLACK\n".to_owned(), "3:1: expected the time left, found the end"),
        (time("0"), "3:1: the time left must be above 0, found \"0\""),
        (time("-0.0"), "3:1: the time left must be above 0, found \"-0.0\""),
        (time("-3.5"), "3:1: the time left must be above 0, found \"-3.5\""),
        (time("soon"), "3:1: expected the time left (a number of seconds), found \"soon\""),
        (time("nan"), "3:1: expected the time left (a number of seconds), found \"nan\""),
        (time("inf"), "3:1: expected the time left (a number of seconds), found \"inf\""),
        (time("1e999"), "3:1: expected the time left (a number of seconds), found \"1e999\""),
        (time("1 2"), "3:1: expected the time left (a number of seconds), found \"1 2\""),
        (time(""), "3:1: expected the time left, found an empty line"),
        (time("300").replacen(".b.b.b.b\n", "", 1), "4:1: b on a8, which is a light square"),
        (start("w.w.w.w.\n.w", ".w"), "9:2: w on b3, which is a light square"),
        (start("........\n........\n", ""), "10:1: expected row 2 of the board, found the end"),
        (start("b.b.b.b.", "b.b.b.b"), "5:8: expected 8 symbols, found 7"),
        (start("b.b.b.b.", "b.b.b.b..b"), "5:9: expected 8 symbols, found 10"),
        (start("b.b.b.b.", ""), "5:1: expected row 7 of the board, found an empty line"),
        (format!("{START}........\n"), "12:1: expected nothing more, found \"........\""),
        (start(".b.b.b.b", ".b.x.b.b"), "4:4: expected ., b, B, w or W, found \"x\""),
        (start(".b.b.b.b", ".b.é.b.b"), "4:4: expected ., b, B, w or W, found \"é\""),
        (start(".b.b.b.b", ".b.b.bb."), "4:7: b on g8, which is a light square"),
        (start(".b.b.b.b", ".b.b.bW."), "4:7: W on g8, which is a light square"),
        (start(".b.b.b.b", ".b.b.b.w"), "4:8: w on h8, its far row: a man is crowned there"),
        (start("\n........", "\n..B....."), "7:3: BLACK has more than 12 pieces"),
        (start("\n........", "\n..w....."), "11:7: WHITE has more than 12 pieces"),
    ];
    for (text, message) in bad {
        let error = cases::read_as(&text, "checkers").unwrap_err().to_string();
        assert_eq!(error, message, "{text}");
    }
}

#[test]
fn a_man_of_black_on_row_1_is_refused() {
    let text = "SINGLE\nBLACK\n1\n........\n........\n........\n........\n........\n........\n........\n..b.....\n";
    let error = cases::read(text).unwrap_err().to_string();
    assert_eq!(error, "11:3: b on c1, its far row: a man is crowned there");
}

#[test]
fn a_colour_that_cannot_move_is_refused() {
    let stuck = "SINGLE
BLACK
1
........
........
........
........
........
........
.......b
......w.
";
    let message = |text: &str| cases::read(text).unwrap_err().to_string();
    assert_eq!(message(stuck), "2:1: BLACK has no legal move");
    assert_eq!(message(&stuck.replace('b', ".")), "2:1: BLACK has no piece");
    assert_eq!(message(&stuck.replace(['b', 'w'], ".")), "2:1: BLACK has no piece");
}

/// The file of an earlier turn, in the way of a new one.
fn solve_after(input: &str, notes: &[(&str, &[u8])]) -> (Report, InMemory) {
    let mut files = InMemory::default();
    for (name, bytes) in notes {
        files.create(name).unwrap().write_all(bytes).unwrap();
    }
    let report = cases::read(input).unwrap().solve(&cases::quick(), &mut files).unwrap();
    (report, files)
}

#[test]
fn a_single_turn_leaves_playdata_alone() {
    let (_, files) = solve_after(&START.replace("GAME", "SINGLE"), &[("playdata.txt", b"mine")]);
    assert_eq!(files.text("playdata.txt"), Some("mine"));
}

#[test]
fn no_damage_to_notes_changes_the_answer() {
    let (right, fresh) = solve_after(START, &[]);
    let playdata = fresh.text("playdata.txt").unwrap().to_owned();
    let huge = "x".repeat(LONGEST_NOTE as usize + 1);
    let damaged: [&[u8]; 6] = [
        b"",
        b"\xff\xfe",
        b"plyglot playdata 2\n",
        huge.as_bytes(),
        &playdata.as_bytes()[..playdata.len() / 2],
        playdata.as_bytes(), // whole, but the board does not follow from it
    ];
    for bytes in damaged {
        let (report, files) =
            solve_after(START, &[("playdata.txt", bytes), (Calibration::FILE, bytes)]);
        assert_eq!(report, right);
        assert_eq!(files.text("playdata.txt"), Some(&*playdata));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_notes_leave_a_legal_answer(
        notes in prop::collection::vec(any::<u8>(), 0..300),
        at in any::<prop::sample::Index>(),
    ) {
        let (_, fresh) = solve_after(START, &[]);
        let mut patched = fresh.text("playdata.txt").unwrap().as_bytes().to_vec();
        let start = at.index(patched.len());
        let end = (start + notes.len() / 8).min(patched.len());
        patched.splice(start..end, notes.iter().take(3).copied());
        for bytes in [&notes, &patched] {
            let (report, files) =
                solve_after(START, &[("playdata.txt", bytes), (Calibration::FILE, bytes)]);
            prop_assert!(report.legal.contains(&report.moves[0]));
            prop_assert_eq!(files.text("output.txt").unwrap().trim_end(), &report.moves[0]);
        }
    }
}
