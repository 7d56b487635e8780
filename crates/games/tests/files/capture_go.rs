//! Capture Go.

use std::fs;

use plyglot_games::GAMES;
use plyglot_kit::{InMemory, Options, Report};

use crate::cases;

fn solve(input: &str) -> (Report, InMemory) {
    let task = cases::read(input).unwrap_or_else(|error| panic!("{error}\n{input}"));
    let mut files = InMemory::default();
    let report = task.solve(&Options::default(), &mut files).unwrap();
    (report, files)
}

/// What was printed, and that `output.txt` got the same.
fn printed(input: &str) -> String {
    let (report, files) = solve(input);
    let printed = report.printed.unwrap();
    assert_eq!(files.names().collect::<Vec<_>>(), ["output.txt"]);
    assert_eq!(files.text("output.txt"), Some(printed.as_str()));
    printed
}

/// Times differ from run to run; here they become `#.###s`, if they look like a time.
fn mask_times(printed: &str) -> String {
    let mask = |line: &str| {
        let Some((before, after)) = line.split_once("running time ") else {
            return format!("{line}\n");
        };
        let (time, end) = after.split_at(after.len() - 1);
        let (seconds, thousandths) = time.strip_suffix('s').unwrap().split_once('.').unwrap();
        assert!(seconds.parse::<u64>().is_ok() && thousandths.len() == 3, "{line}");
        assert!(thousandths.parse::<u64>().is_ok(), "{line}");
        format!("{before}running time #.###s{end}\n")
    };
    printed.split_terminator('\n').map(mask).collect()
}

/// The lines that are the same in every run and say something.
fn lasting_lines(printed: &str) -> String {
    let lasts =
        |line: &&str| !line.is_empty() && *line != "Comparison:" && !line.contains("running time");
    printed.lines().filter(lasts).flat_map(|line| [line, "\n"]).collect()
}

const FIGURE_4: &str = "\
B
4
W.BW.B
.WB.B.
W.WB.B
.BBBWB
WBW.WB
W.WBWW
";

const FIGURE_4_ANSWER: &str = "\
Best strategy:
Depth 0: Player B places stone at (5,3).
Depth 1: Player W places stone at (2,1).
Depth 2: Player B places stone at (4,5).
Depth 3: Player W places stone at (4,2).
Depth 4: utility value of current board configuration 2.

Comparison:
Minimax with pruning: running time #.###s;
Minimax with pruning: pruned 4855 nodes;
Minimax without pruning: running time #.###s.
";

#[test]
fn the_sources_example() {
    assert_eq!(mask_times(&printed(FIGURE_4)), FIGURE_4_ANSWER);
}

/// The example that the documentation points to.
#[test]
fn the_example_folder() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/capture-go");
    let read = |name: &str| fs::read_to_string(format!("{folder}/{name}")).unwrap();
    assert_eq!(mask_times(&printed(&read("input.txt"))), mask_times(&read("output.txt")));
}

#[test]
fn without_input_the_sources_example_is_solved() {
    let mut files = InMemory::default();
    let mut task = GAMES.find("capture-go").unwrap().example().unwrap();
    let report = task.solve(&Options::default(), &mut files).unwrap();
    assert_eq!(mask_times(&report.printed.unwrap()), FIGURE_4_ANSWER);
    assert_eq!(mask_times(files.text("output.txt").unwrap()), FIGURE_4_ANSWER);
    assert!(task.set_depth(6));
    let deeper = task.solve(&Options::default(), &mut files).unwrap();
    assert_eq!((deeper.depth, deeper.value), (Some(6), Some(4)));
    assert_eq!(deeper.pruned, Some(187_301 - 8_107));
}

#[test]
fn the_report_tells_what_was_found() {
    let (report, _) = solve(FIGURE_4);
    assert_eq!((report.game, report.algorithm), ("capture-go", "MINIMAX+ALPHABETA"));
    assert_eq!(report.depth, Some(4));
    assert_eq!(report.moves, ["(5,3)"]);
    assert_eq!(report.line, ["(5,3)", "(2,1)", "(4,5)", "(4,2)"]);
    assert_eq!(report.value, Some(2));
    assert_eq!((report.nodes, report.pruned), (Some(1_006), Some(4_855)));
}

/// With fewer empty points than the depth asks for, the line ends with the last of them.
#[test]
fn the_line_ends_with_the_last_empty_point() {
    let answer = "\
Best strategy:
Depth 0: Player W places stone at (2,1).
Depth 1: utility value of current board configuration 1.
Minimax with pruning: pruned 0 nodes;
";
    assert_eq!(lasting_lines(&printed("W\n9\nx.\n")), answer);
}

/// A board without an empty point is a leaf already.
#[test]
fn a_full_board_is_worth_its_stones() {
    let answer = "\
Best strategy:
Depth 0: utility value of current board configuration -1.
Minimax with pruning: pruned 0 nodes;
";
    assert_eq!(lasting_lines(&printed("W\n4\nBWB\nxxx\n")), answer);
    assert_eq!(solve("W\n4\nBWB\nxxx\n").0.moves, [""; 0]);
}

/// White's utility is White's stones less Black's.
#[test]
fn utility_is_that_of_the_player_to_move() {
    let (report, _) = solve("W\n1\nBBB.\n...W\n");
    assert_eq!(report.value, Some(-1));
}

#[test]
fn a_colour_without_stones_may_still_move() {
    assert_eq!(solve("B\n1\nWW.\n...\n").0.value, Some(-1));
    assert_eq!(solve("W\n1\n...\n...\n").0.value, Some(1));
}

#[test]
fn own_cases() {
    let folder = cases::own("capture-go");
    let cases = cases::list(&folder);
    assert_eq!(cases.len(), 100);
    for case in cases {
        let (report, _) = cases::solve(&case, &Options::default());
        let right = fs::read_to_string(case.join("expected.txt")).unwrap();
        assert_eq!(lasting_lines(&report.printed.unwrap()), right, "{case:?}");
    }
}

/// Blanks at the ends of lines, other line ends, a byte order mark and empty lines at the end
/// change nothing.
#[test]
fn forgives_what_editors_do() {
    for input in [
        FIGURE_4.replace('\n', "\r\n"),
        format!("\u{feff}{FIGURE_4}"),
        FIGURE_4.replace('\n', " \t\n"),
        FIGURE_4.replace('\n', "\n  ").trim_end().to_owned(),
        FIGURE_4.trim_end().to_owned(),
        format!("{FIGURE_4}\n \r\n\n"),
        FIGURE_4.replace("\n4\n", "\n+04\n"),
    ] {
        assert_eq!(mask_times(&printed(&input)), FIGURE_4_ANSWER, "{input:?}");
    }
}

#[test]
fn bad_input_says_where() {
    let rows = |count: usize, row: &str| format!("B\n4\n{}", format!("{row}\n").repeat(count));
    let row = |length: usize| rows(1, &".".repeat(length));
    let long_number = format!("B\n{}\n.\n", "9".repeat(40));
    for (input, error) in [
        ("", "1:1: expected the player, found the end"),
        ("\n", "1:1: expected the player, found an empty line"),
        ("\nB\n4\n.\n", "1:1: expected the player, found an empty line"),
        ("b\n4\n.\n", "1:1: expected B or W, found \"b\""),
        ("Black\n4\n.\n", "1:1: expected B or W, found \"Black\""),
        ("B W\n4\n.\n", "1:1: expected B or W, found \"B W\""),
        ("\u{1}\u{2}\n", "1:1: expected B or W, found \"\\u{1}\\u{2}\""),
        ("B", "2:1: expected the depth, found the end"),
        ("B\n\n.\n", "2:1: expected the depth, found an empty line"),
        ("B\nfour\n.\n", "2:1: expected a depth (a whole number), found \"four\""),
        ("B\n4 4\n.\n", "2:1: expected a depth (a whole number), found \"4 4\""),
        ("B\n4.0\n.\n", "2:1: expected a depth (a whole number), found \"4.0\""),
        ("B\n...\n...\n", "2:1: expected a depth (a whole number), found \"...\""),
        ("B\n0\n.\n", "2:1: expected a depth from 1 to 1000, found \"0\""),
        ("B\n -1\n.\n", "2:2: expected a depth from 1 to 1000, found \"-1\""),
        ("B\n1001\n.\n", "2:1: expected a depth from 1 to 1000, found \"1001\""),
        (&long_number, "2:1: expected a depth from 1 to 1000, found \"999999999999999999999999…\""),
        ("B\n4\n", "3:1: expected row 1 of the board, found the end"),
        ("B\n4\n\n\n", "3:1: expected row 1 of the board, found an empty line"),
        ("B\n4\n...\n\n...\n", "4:1: expected row 2 of the board, found an empty line"),
        ("B\n4\n...\n..\n", "4:3: expected 3 symbols, found 2"),
        ("B\n4\n...\n....\n", "4:4: expected 3 symbols, found 4"),
        ("B\n4\n...\n  .....\n", "4:6: expected 3 symbols, found 5"),
        ("B\n4\n..b\n", "3:3: expected B, W, . or x, found \"b\""),
        ("B\n4\n.X.\n", "3:2: expected B, W, . or x, found \"X\""),
        ("B\n4\n. .\n", "3:2: expected B, W, . or x, found \" \""),
        ("B\n4\nB.\n\u{e9}W\n", "4:1: expected B, W, . or x, found \"\u{e9}\""),
        ("B\n4\nW\u{e9}.\n..\n", "3:2: expected B, W, . or x, found \"\u{e9}\""),
        (&row(20), "3:20: expected at most 19 symbols, found 20"),
        (&row(100_000), "3:20: expected at most 19 symbols, found 100000"),
        (&rows(20, "."), "22:1: expected nothing after row 19, found \".\""),
        (&rows(100_000, ".."), "22:1: expected nothing after row 19, found \"..\""),
        (&(rows(19, ".") + "\n."), "22:1: expected row 20 of the board, found an empty line"),
    ] {
        let found = cases::read_as(input, "capture-go").map(drop).map_err(|e| e.to_string());
        assert_eq!(found, Err(error.to_owned()), "{input:?}");
    }
}

/// The largest boards are read and solved, and so is the smallest.
#[test]
fn boards_up_to_19x19() {
    let large = format!("B\n1\n{}", (".".repeat(19) + "\n").repeat(19));
    let (report, _) = solve(&large);
    assert_eq!((report.value, report.nodes), (Some(1), Some(362)));
    assert_eq!(solve("B\n1000\n.\n").0.line, ["(1,1)"]);
}
