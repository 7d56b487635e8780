//! Stake and Raid: the examples of its specification, the cases, and bad input.

use plyglot_core::Game;
use plyglot_games::stake_raid::Position;
use plyglot_kit::{InMemory, Report};

use crate::cases;

fn solve(input: &str) -> (Report, String) {
    let mut files = InMemory::default();
    let task = cases::read(input).unwrap_or_else(|error| panic!("{error}\n{input}"));
    let report = task.solve(&cases::quick(), &mut files).unwrap();
    assert_eq!(files.names().collect::<Vec<_>>(), ["output.txt"]);
    (report, files.text("output.txt").unwrap().to_owned())
}

const EXAMPLE_1: &str = "\
3
MINIMAX
O
2
1 8 23
5 42 12
26 30 9
X..
...
...
";

const EXAMPLE_2: &str = "\
5
MINIMAX
X
1
20 16 1 32 30
20 12 2 11 8
28 48 9 1 1
20 12 10 6 2
25 30 23 21 10
..XX.
..XOX
...O.
..OO.
.....
";

#[test]
fn example_1() {
    let (_, output) = solve(EXAMPLE_1);
    assert_eq!(output, "B3 Stake\nX..\n...\n.O.\n");
}

#[test]
fn example_2() {
    let (_, output) = solve(EXAMPLE_2);
    assert_eq!(output, "B3 Stake\n..XX.\n..XOX\n.X.O.\n..OO.\n.....\n");
}

#[test]
fn example_3_is_the_same_deeper() {
    let (_, output) = solve(&EXAMPLE_2.replace("MINIMAX\nX\n1", "ALPHABETA\nX\n4"));
    assert_eq!(output, "C3 Raid\n..XX.\n..XOX\n..XX.\n..XO.\n.....\n");
}

#[test]
fn own_cases() {
    cases::check_folder(&cases::own("stake-raid"), 150);
}

#[test]
fn the_report_tells_the_search() {
    let (report, _) = solve(EXAMPLE_1);
    let expected = Report {
        game: "stake-raid",
        algorithm: "MINIMAX",
        depth: Some(2),
        moves: vec!["B3 Stake".to_owned()],
        // O has 30; X has A1 (1) and takes B2 (42).
        value: Some(30 - 1 - 42),
        ..Report::default()
    };
    assert_eq!(report, expected);
}

/// The depth may exceed the free cells: the search stops at the full board.
#[test]
fn a_depth_beyond_the_end() {
    let (report, output) = solve("2\nALPHABETA\nO\n1000\n4 3\n2 1\nX.\n..\n");
    assert_eq!(output, "B1 Stake\nXO\n..\n");
    assert_eq!(report.depth, Some(1000));
    assert_eq!(solve("1\nMINIMAX\nX\n1000\n7\n.\n").1, "A1 Stake\nX\n");
}

/// Line 4 is a time there, in any spelling of a number; the answer is a legal move.
#[test]
fn competition() {
    let position: Position = EXAMPLE_2.replace("MINIMAX\nX\n1", "X").parse().unwrap();
    for seconds in ["200", "199.98", "0.001", "3.9e-14"] {
        let limit = format!("COMPETITION\nX\n{seconds}");
        let (report, output) = solve(&EXAMPLE_2.replace("MINIMAX\nX\n1", &limit));
        assert_eq!(report.algorithm, "COMPETITION");
        let (mv, rows) = output.split_once('\n').unwrap();
        let after = position.try_play(mv.parse().unwrap()).unwrap();
        assert_eq!(rows, after.rows().to_string(), "with {seconds} s");
    }
}

#[test]
fn the_largest_board_is_read_and_written() {
    let row = vec!["1"; 26].join(" ");
    let values = vec![row; 26].join("\n");
    let values = format!("{}99", &values[..values.len() - 1]);
    let empty_row = ".".repeat(26) + "\n";
    let (_, output) = solve(&format!("26\nMINIMAX\nO\n2\n{values}\n{}", empty_row.repeat(26)));
    let last_row = ".".repeat(25) + "O\n";
    assert_eq!(output, format!("Z26 Stake\n{}{last_row}", empty_row.repeat(25)));
}

#[test]
fn spelling_does_not_matter() {
    let (_, expected) = solve(EXAMPLE_2);
    let spellings = [
        EXAMPLE_2.replace('\n', "\r\n"),
        format!("\u{feff}{EXAMPLE_2}"),
        EXAMPLE_2.replace('\n', " \t\n"),
        EXAMPLE_2.replace(' ', "\t  "),
        EXAMPLE_2.trim_end().to_owned(),
        format!("{EXAMPLE_2}\n \n\n"),
    ];
    for spelling in spellings {
        assert_eq!(solve(&spelling).1, expected, "{spelling:?}");
    }
}

/// What is replaced in example 1, by what, and what is said then.
const BAD: [(&str, &str, &str); 26] = [
    ("3\nM", "0\nM", "1:1: expected a size of the board from 1 to 26, found \"0\""),
    ("3\nM", "27\nM", "1:1: expected a size of the board from 1 to 26, found \"27\""),
    ("3\nM", "-3\nM", "1:1: expected a size of the board from 1 to 26, found \"-3\""),
    (
        "3\nM",
        "3333333333333333333333333333333333333333\nM",
        "1:1: expected a size of the board from 1 to 26, found \"333333333333333333333333…\"",
    ),
    ("MINIMAX", "MINMAX", "2:1: expected MINIMAX, ALPHABETA or COMPETITION, found \"MINMAX\""),
    ("MINIMAX", "minimax", "2:1: expected MINIMAX, ALPHABETA or COMPETITION, found \"minimax\""),
    ("O\n2", "0\n2", "3:1: expected X or O, found \"0\""),
    ("O\n2", "  Ö\n2", "3:3: expected X or O, found \"Ö\""),
    ("O\n2", "O\n0", "4:1: expected a depth from 1 to 1000, found \"0\""),
    ("O\n2", "O\n-1", "4:1: expected a depth from 1 to 1000, found \"-1\""),
    ("O\n2", "O\n1.5", "4:1: expected a depth (a whole number), found \"1.5\""),
    (
        "O\n2",
        "O\n99999999999999999999",
        "4:1: expected a depth from 1 to 1000, found \"99999999999999999999\"",
    ),
    ("MINIMAX\nO\n2", "COMPETITION\nO\n0", "4:1: the time left must be above 0, found \"0\""),
    ("MINIMAX\nO\n2", "COMPETITION\nO\n-2.5", "4:1: the time left must be above 0, found \"-2.5\""),
    (
        "MINIMAX\nO\n2",
        "COMPETITION\nO\nNaN",
        "4:1: expected the time left (a number of seconds), found \"NaN\"",
    ),
    ("1 8 23", "1 8", "5:4: expected 3 values, found 2"),
    ("1 8 23", "1 8 23 4", "5:8: expected 3 values, found 4"),
    ("5 42 12", "5 0 12", "6:3: expected a cell's value from 1 to 99, found \"0\""),
    ("5 42 12", "5 42 100", "6:6: expected a cell's value from 1 to 99, found \"100\""),
    ("5 42 12", "5 é 12", "6:3: expected a cell's value (a whole number), found \"é\""),
    ("26 30 9\n", "", "7:4: expected 3 values, found 1"),
    ("X..\n", "X.\n", "8:3: expected 3 symbols, found 2"),
    ("X..\n", "X...\n", "8:4: expected 3 symbols, found 4"),
    ("X..\n", "X.x\n", "8:3: expected X, O or ., found \"x\""),
    ("X..\n...\n...\n", "X..\n...\n", "10:1: expected row 3 of the board, found the end"),
    ("X..\n...\n...\n", "X..\n...\n...\n...\n", "11:1: expected nothing more, found \"...\""),
];

#[test]
fn bad_input_is_refused_where_it_is_bad() {
    for (good, bad, message) in BAD {
        let input = EXAMPLE_1.replacen(good, bad, 1);
        assert_ne!(input, EXAMPLE_1, "{good:?} does not stand in the example");
        let error = cases::read(&input).unwrap_err();
        assert_eq!(error.to_string(), message, "with {bad:?} for {good:?}");
    }
}

#[test]
fn a_full_board_is_refused() {
    let input = EXAMPLE_1.replace("X..\n...\n...\n", "XOX\nOXO\nXOX\n");
    let error = cases::read(&input).unwrap_err();
    assert_eq!(error.to_string(), "8:1: the board is full: there is no move to find");
}

/// Every cut-off input is refused at its end, and none panics.
#[test]
fn a_file_that_ends_early_is_refused() {
    for (index, _) in EXAMPLE_2.match_indices('\n') {
        let input = &EXAMPLE_2[..index];
        if index + 1 < EXAMPLE_2.len() {
            assert!(cases::read_as(input, "stake-raid").is_err(), "{input}");
        }
    }
    let empty = cases::read_as("", "stake-raid").unwrap_err();
    assert_eq!(empty.to_string(), "1:1: expected the size of the board, found the end");
}

/// Whatever stands in the place of one character, reading says yes or no and does not panic.
#[test]
fn no_single_character_makes_reading_panic() {
    for (index, old) in EXAMPLE_2.char_indices() {
        for new in ["", "\n", " ", "9", "-", ".", "X", "é", "\0", "\u{feff}", "\r"] {
            let after = &EXAMPLE_2[index + old.len_utf8()..];
            let input = format!("{}{new}{after}", &EXAMPLE_2[..index]);
            _ = cases::read_as(&input, "stake-raid");
        }
    }
}
