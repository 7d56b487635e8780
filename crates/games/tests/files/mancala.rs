//! Mancala: CSCI-561 Fall 2015, homework 2.

use std::path::Path;

use plyglot_core::Game;
use plyglot_games::GAMES;
use plyglot_games::mancala::Position;
use plyglot_kit::{InMemory, Options, Report};

use crate::cases;

#[test]
fn own_cases() {
    cases::check_folder(&cases::own("mancala"), 100);
}

#[test]
fn the_example() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    cases::check_case(&root.join("examples/mancala"), &Options::default());
}

/// The input of the assignment's sample, for any task.
fn sample(task: u32) -> String {
    format!("{task}\n1\n2\n3 3 3\n3 3 3\n0\n0\n")
}

fn solve(input: &str, edition: Option<&'static str>) -> (Report, InMemory) {
    let task = cases::read(input).unwrap();
    assert_eq!(task.about().name, "mancala");
    let mut files = InMemory::default();
    let report = task.solve(&Options { edition, ..cases::quick() }, &mut files).unwrap();
    (report, files)
}

fn next_state(input: &str) -> String {
    let (_, files) = solve(input, None);
    files.text("next_state.txt").unwrap().to_owned()
}

/// The lines of the log, several in a row.
fn log(input: &str, edition: Option<&'static str>) -> String {
    let (_, files) = solve(input, edition);
    let text = files.text("traverse_log.txt").unwrap();
    assert!(text.ends_with('\n'));
    text.lines().collect::<Vec<_>>().join(" ")
}

/// Lines that were broken to fit a screen, in a row again.
fn in_a_row(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

const MINIMAX_LOG: &str = "
    Node,Depth,Value root,0,-Infinity
    B2,1,-Infinity
    B3,1,Infinity A2,2,1 B3,1,1 A3,2,1 B3,1,1 A4,2,1 B3,1,1 B2,1,1
    B4,1,Infinity A2,2,1 B4,1,1 A3,2,1 B4,1,1 A4,2,1 B4,1,1 B2,1,1 root,0,1
    B3,1,Infinity A2,2,0 B3,1,0 A3,2,0 B3,1,0 A4,2,0 B3,1,0 root,0,1
    B4,1,Infinity A2,2,0 B4,1,0 A3,2,0 B4,1,0 A4,2,0 B4,1,0 root,0,1";

#[test]
fn the_sample_by_minimax() {
    let (report, files) = solve(&sample(2), None);
    assert_eq!(files.text("next_state.txt"), Some("3 4 4\n0 0 5\n0\n2\n"));
    assert_eq!(log(&sample(2), None), in_a_row(MINIMAX_LOG));
    assert_eq!(report.algorithm, "MINIMAX");
    assert_eq!(report.moves, ["B2", "B3"]);
    assert_eq!((report.depth, report.value, report.nodes), (Some(2), Some(1), Some(18)));
}

#[test]
fn the_sample_by_alpha_beta() {
    let (report, files) = solve(&sample(3), None);
    assert_eq!(files.text("next_state.txt"), Some("3 4 4\n0 0 5\n0\n2\n"));
    let expected = "
        Node,Depth,Value,Alpha,Beta root,0,-Infinity,-Infinity,Infinity
        B2,1,-Infinity,-Infinity,Infinity
        B3,1,Infinity,-Infinity,Infinity A2,2,1,-Infinity,Infinity B3,1,1,-Infinity,1
        A3,2,1,-Infinity,1 B3,1,1,-Infinity,1 A4,2,1,-Infinity,1 B3,1,1,-Infinity,1
        B2,1,1,1,Infinity
        B4,1,Infinity,1,Infinity A2,2,1,1,Infinity B4,1,1,1,Infinity
        B2,1,1,1,Infinity root,0,1,1,Infinity
        B3,1,Infinity,1,Infinity A2,2,0,1,Infinity B3,1,0,1,Infinity root,0,1,1,Infinity
        B4,1,Infinity,1,Infinity A2,2,0,1,Infinity B4,1,0,1,Infinity root,0,1,1,Infinity";
    assert_eq!(log(&sample(3), None), in_a_row(expected));
    assert_eq!(report.algorithm, "ALPHABETA");
    assert_eq!(report.nodes, Some(12));
}

/// The text's own sample shows `Infinity` where our second move in a row is to come.
#[test]
fn the_sample_in_its_first_edition() {
    let first = log(&sample(2), Some("first"));
    assert_eq!(first, in_a_row(&MINIMAX_LOG.replace("B2,1,-Infinity", "B2,1,Infinity")));
}

/// In the first edition a chain at the cut-off depth starts from its evaluation.
#[test]
fn a_chain_at_the_cut_off_depth() {
    let input = "2\n1\n1\n3 3 3\n0 2 1\n0\n0\n";
    let last = "
        Node,Depth,Value root,0,-Infinity
        B3,1,-Infinity B4,1,-8 B3,1,-8 root,0,-8
        B4,1,-Infinity B3,1,-Infinity B4,1,-6 B3,1,-6 B4,1,-6 root,0,-6";
    assert_eq!(log(input, None), in_a_row(last));
    let first = "
        Node,Depth,Value root,0,-Infinity
        B3,1,1 B4,1,-8 B3,1,-8 root,0,-8
        B4,1,1 B3,1,2 B4,1,-6 B3,1,-6 B4,1,-6 root,0,-6";
    assert_eq!(log(input, Some("first")), in_a_row(first));
}

/// Greedy is minimax of one turn, to the end of the turn, and without a log.
#[test]
fn greedy_writes_no_log() {
    let (report, files) = solve(&sample(1), None);
    assert_eq!(files.names().collect::<Vec<_>>(), ["next_state.txt"]);
    assert_eq!(files.text("next_state.txt"), Some("3 4 4\n0 0 5\n0\n2\n"));
    assert_eq!(report.algorithm, "GREEDY");
    assert_eq!((report.depth, report.value), (Some(1), Some(2)));
}

/// Greedy looks one turn ahead, whatever the third line says.
#[test]
fn greedy_ignores_its_depth() {
    let usual = next_state(&sample(1));
    let solver = GAMES.find("mancala").unwrap().solver();
    for depth in ["0", "-7", "1001", "99999999999999999999", "2.5", "N/A", "not used", "", "\u{a0}"]
    {
        let input = sample(1).replacen("\n2\n", &format!("\n{depth}\n"), 1);
        assert_eq!(next_state(&input), usual, "{depth:?}");
        let plain = solver.answers(&input, None, 1_000).unwrap();
        assert_eq!(plain[0]["next_state.txt"], usual, "{depth:?}");
    }
}

/// Line 3 is a time then; any whole turn will do.
#[test]
fn competition_answers_with_a_whole_turn() {
    for seconds in ["300", "0.5", "1e-9"] {
        let input = sample(4).replacen("\n2\n", &format!("\n{seconds}\n"), 1);
        let (report, files) = solve(&input, None);
        assert_eq!(files.names().collect::<Vec<_>>(), ["next_state.txt"]);
        assert_eq!(report.algorithm, "COMPETITION");
        let start: Position = "1\n3 3 3\n3 3 3\n0\n0\n".parse().unwrap();
        let after = report.moves.iter().fold(start, |position, mv| {
            assert_eq!(position.to_move(), start.to_move());
            position.try_play(mv.parse().unwrap()).unwrap()
        });
        assert_ne!(after.to_move(), start.to_move());
        assert_eq!(files.text("next_state.txt"), Some(&*after.board().to_string()));
    }
}

/// The whole turn is played, and if that ends the game the board is swept.
#[test]
fn the_next_state_is_that_after_the_whole_turn() {
    assert_eq!(next_state("1\n1\n1\n2 0 3\n0 0 1\n4\n5\n"), "0 0 0\n0 0 0\n9\n6\n");
    assert_eq!(next_state("2\n1\n3\n0 5 0\n0 2 1\n0\n0\n"), "0 0 0\n0 0 0\n5\n3\n");
}

/// The start is not tested: here player 2 has no stone, and player 1 moves all the same.
#[test]
fn an_empty_row_of_the_opponent_is_a_start() {
    assert_eq!(next_state("2\n1\n2\n0 0 0\n2 0 2\n0\n0\n"), "0 0 0\n0 0 0\n0\n4\n");
    assert_eq!(next_state("1\n1\n1\n0 0 0\n4 0 3\n0\n0\n"), "0 0 1\n0 1 4\n0\n1\n");
}

/// What real files have: CR LF, blanks, no final newline, a byte order mark.
#[test]
fn reads_untidy_files() {
    let tidy = solve(&sample(2), None);
    let untidy = [
        sample(2).replace('\n', "\r\n"),
        sample(2).replace('\n', "  \n"),
        sample(2).replace(' ', "\t ").replace("3 3", "3   3"),
        sample(2).trim_end().to_owned(),
        format!("\u{feff}{}", sample(2)),
        sample(2) + "\n \r\n",
    ];
    for input in untidy {
        let (report, files) = solve(&input, None);
        assert_eq!(report, tidy.0, "{input:?}");
        for name in ["next_state.txt", "traverse_log.txt"] {
            assert_eq!(files.text(name), tidy.1.text(name), "{name} of {input:?}");
        }
    }
}

#[test]
fn says_what_is_wrong_with_an_input() {
    let long = "4".repeat(40);
    let ten = ["1"; 10].join(" ");
    let table = [
        // The first three lines.
        ("", "1:1: expected the task, found the end"),
        ("\n1\n2", "1:1: expected the task, found an empty line"),
        ("5\n1\n2", "1:1: expected a task from 1 to 4, found \"5\""),
        ("0\n1\n2", "1:1: expected a task from 1 to 4, found \"0\""),
        ("two\n1\n2", "1:1: expected a task (a whole number), found \"two\""),
        ("2", "2:1: expected our player, found the end"),
        ("2\n3\n2", "2:1: expected 1 or 2, found \"3\""),
        ("2\n1", "3:1: expected the cut-off depth or the time left, found the end"),
        ("2\n1\n0", "3:1: expected a cut-off depth from 1 to 1000, found \"0\""),
        ("3\n1\n-1", "3:1: expected a cut-off depth from 1 to 1000, found \"-1\""),
        ("2\n1\n1.5", "3:1: expected a cut-off depth (a whole number), found \"1.5\""),
        ("1\n1", "3:1: expected the cut-off depth or the time left, found the end"),
        (
            "2\n1\nprofondément",
            "3:1: expected a cut-off depth (a whole number), found \"profondément\"",
        ),
        ("4\n1\nsoon", "3:1: expected the time left (a number of seconds), found \"soon\""),
        ("4\n1\n0", "3:1: the time left must be above 0, found \"0\""),
        // The rows.
        ("2\n1\n2", "4:1: expected player 2's row, found the end"),
        ("2\n1\n2\n3 3", "4:4: expected 3 to 10 pits, found 2"),
        ("2\n1\n2\n3 3 3", "5:1: expected player 1's row, found the end"),
        ("2\n1\n2\n3 3 3\n3 3", "5:4: expected 3 pits, found 2"),
        ("2\n1\n2\n3 3 3\n3 3 3 3", "5:7: expected 3 pits, found 4"),
        ("2\n1\n2\n3 3 3\n\n0\n0", "5:1: expected player 1's row, found an empty line"),
        ("2\n1\n2\n3 -3 3\n3 3 3", "4:3: expected a number of stones from 0 to 1000, found \"-3\""),
        (
            "2\n1\n2\n3 3 3\n3 3 1001",
            "5:5: expected a number of stones from 0 to 1000, found \"1001\"",
        ),
        ("2\n1\n2\n3 x 3\n3 3 3", "4:3: expected a number of stones (a whole number), found \"x\""),
        ("2\n1\n2\n3 3 3\n3 é 3", "5:3: expected a number of stones (a whole number), found \"é\""),
        // The mancalas.
        ("2\n1\n2\n3 3 3\n3 3 3", "6:1: expected player 2's mancala, found the end"),
        ("2\n1\n2\n3 3 3\n3 3 3\n0", "7:1: expected player 1's mancala, found the end"),
        (
            "2\n1\n2\n3 3 3\n3 3 3\n-1\n0",
            "6:1: expected a number of stones from 0 to 60000, found \"-1\"",
        ),
        (
            "2\n1\n2\n3 3 3\n3 3 3\n0 0\n0",
            "6:1: expected a number of stones (a whole number), found \"0 0\"",
        ),
        ("2\n1\n2\n3 3 3\n3 3 3\n30000\n30000", "7:1: more than 60000 stones in all"),
        ("2\n1\n2\n3 3 3\n3 3 3\n0\n0\n0", "8:1: expected nothing more, found \"0\""),
        // Nothing to play.
        ("2\n1\n2\n3 3 3\n0 0 0\n0\n0", "5:1: no legal move: player 1 has no stone here"),
        ("1\n2\n2\n0 0 0\n3 3 3\n0\n0", "4:1: no legal move: player 2 has no stone here"),
        ("3\n2\n2\n0 0 0\n0 0 0\n9\n9", "4:1: no legal move: player 2 has no stone here"),
    ];
    let read = |input: &str| cases::read_as(input, "mancala");
    for (input, message) in table {
        let found = read(input).map(|_| ()).map_err(|error| error.to_string());
        assert_eq!(found, Err(message.to_owned()), "{input:?}");
    }
    let eleven = read(&format!("2\n1\n2\n{ten} 1\n{ten} 1\n0\n0")).unwrap_err();
    assert_eq!(eleven.to_string(), "4:21: expected 3 to 10 pits, found 11");
    let huge = read(&format!("2\n1\n{long}\n3 3 3\n3 3 3\n0\n0")).unwrap_err();
    let digits = &long[..24];
    let message = format!("3:1: expected a cut-off depth from 1 to 1000, found \"{digits}…\"");
    assert_eq!(huge.to_string(), message);
    let huge = read(&format!("2\n1\n2\n3 {long} 3\n3 3 3\n0\n0")).unwrap_err();
    assert_eq!((huge.line, huge.column), (4, 3));
    let endless = read(&format!("2\n1\n2\n{}", "1 ".repeat(100_000))).unwrap_err();
    assert_eq!(endless.to_string(), "4:21: expected 3 to 10 pits, found 100000");
}

/// The largest board that can be asked for.
#[test]
fn values_reach_twenty_thousand() {
    let ten = ["1000"; 10].join(" ");
    let report = solve(&format!("3\n2\n1\n{ten}\n{ten}\n20000\n20000\n"), None).0;
    assert!(report.value.is_some());
    let zeros = ["0"; 9].join(" ");
    let input = format!("2\n1\n1\n{ten}\n{zeros} 1\n10000\n0\n");
    assert_eq!(next_state(&input), format!("0 {zeros}\n0 {zeros}\n20000\n1\n"));
    let expected = "Node,Depth,Value root,0,-Infinity B11,1,-19999 root,0,-19999";
    assert_eq!(log(&input, None), expected);
}
