//! `plyglot analyse`: what every move is worth.

use std::fs;

use serde_json::Value;

use crate::{plyglot, printed, root};

fn run(arguments: &[&str]) -> String {
    printed(&plyglot(&root(), &[&["analyse"], arguments].concat()))
}

/// All reports, the last of which alone says that it is the last; without the time they took.
fn reports(arguments: &[&str]) -> Vec<Value> {
    let text = run(&[arguments, &["--json"]].concat());
    let mut reports: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for report in &mut reports {
        assert!(report.as_object_mut().unwrap().remove("seconds").unwrap().is_number());
    }
    let (last, others) = reports.split_last().unwrap();
    assert!(last["done"] == true && others.iter().all(|report| report["done"] == false), "{text}");
    reports
}

fn last(arguments: &[&str]) -> Value {
    reports(arguments).pop().unwrap()
}

/// What one refused command says: one line.
fn refused(arguments: &[&str]) -> String {
    let output = plyglot(&root(), &[&["analyse"], arguments].concat());
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
    assert_eq!(output.stdout, b"", "{arguments:?}");
    errors
}

/// Solved boards of Kalah by Irving, Donkers and Uiterwijk, 2000: by one search and by all moves.
#[test]
fn kalah_is_proven() {
    for (pits, stones, value) in [("3", "2", 4.0), ("4", "2", 6.0), ("4", "3", 8.0)] {
        let board = ["mancala", "--pits", pits, "--stones", stones, "--to-the-end"];
        let one = last(&board);
        assert_eq!(one["moves"].as_array().unwrap().len(), 1);
        let all = last(&[&board[..], &["--lines", "99"]].concat());
        assert_eq!(all["moves"].as_array().unwrap().len(), pits.parse::<usize>().unwrap());
        for best in [&one["moves"][0], &all["moves"][0]] {
            assert_eq!((best["lead"].as_f64(), &best["is_proven"]), (Some(value), &true.into()));
        }
        assert!(all["moves"].as_array().unwrap().iter().all(|mv| mv["is_proven"] == true));
    }
    let text = run(&["mancala", "--pits", "3", "--stones", "2", "--to-the-end"]);
    assert!(
        text.contains(" B3       +4  Player 1 wins by 4 stones with best play  yes "),
        "{text}"
    );
}

/// By one thread as always the same; what several prove is the same.
#[test]
fn threads_prove_the_same() {
    let board = ["mancala", "--pits", "5", "--stones", "3", "--to-the-end", "--threads"];
    let [one, again, two] = ["1", "1", "2"].map(|threads| last(&[&board[..], &[threads]].concat()));
    assert_eq!(one, again);
    assert_eq!(one, last(&board[..6]));
    let best = &two["moves"][0];
    assert_eq!((best["lead"].as_f64(), &best["is_proven"]), (Some(8.0), &true.into()));
}

/// The table has the numbers of the last report, for either side to move.
#[test]
fn the_table_says_the_same_as_json() {
    for arguments in [
        &["mancala", "--nodes", "20000"][..],
        &["mancala", "--moves", "B2", "--depth", "5"],
        &["checkers", "--moves", "11-15", "--depth", "4", "--lines", "3"],
        &["stake-raid", "--size", "3", "--nodes", "3000"],
        &["capture-go", "--size", "3", "--to-the-end"],
        &["star-circle", "--nodes", "9000", "--lines", "1"],
    ] {
        let (text, report) = (run(arguments), last(arguments));
        let moves = report["moves"].as_array().unwrap();
        let rows: Vec<&str> = text.lines().skip(2).collect();
        assert_eq!(rows.len(), moves.len(), "{text}");
        let is_second = arguments.contains(&"--moves");
        for (row, told) in rows.iter().zip(moves) {
            let text = |name: &str| told[name].as_str().unwrap().to_owned();
            let lead = told["lead"].as_f64().unwrap() * if is_second { -1.0 } else { 1.0 };
            let (mv, rest) = row.trim_start().split_at(text("move").len());
            let (score, rest) = rest.trim_start().split_once(' ').unwrap();
            assert_eq!(mv, text("move"));
            assert!((score.parse::<f64>().unwrap() - lead).abs() < 0.006, "{row}: {lead}");
            let rest = rest.trim_start().strip_prefix(&*text("words")).unwrap();
            let cells: Vec<&str> = rest.split_whitespace().take(3).collect();
            assert_eq!(cells[0] == "yes", told["is_proven"] == true, "{row}");
            let depth = told["depth"].to_string();
            assert_eq!(cells[1], if depth == "250" { "end" } else { &depth });
            assert_eq!(cells[2].replace(',', ""), told["nodes"].to_string());
            assert_eq!(told["line"][0], told["move"]);
        }
    }
}

/// The same nodes, the same answer, and by depth the same with every depth told or not.
#[test]
fn the_same_question_has_the_same_answer() {
    for game in ["star-circle", "checkers", "stake-raid", "mancala", "capture-go"] {
        let nodes = [game, "--nodes", "4000"];
        assert_eq!(reports(&nodes), reports(&nodes));
        assert_eq!(last(&nodes)["game"], game);
    }
    let depths = reports(&["checkers", "--depth", "6"]);
    assert_eq!(
        depths.iter().map(|report| &report["depth"]).collect::<Vec<_>>(),
        [2, 3, 4, 5, 6, 6]
    );
}

#[test]
fn it_starts_where_it_is_told() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("moves.txt");
    fs::write(&path, "B4\nB2\n").unwrap();
    let from_file = ["mancala", "--position", path.to_str().unwrap(), "--depth", "3"];
    let from_moves = ["mancala", "--moves", "B4, B2", "--depth", "3"];
    assert_eq!(reports(&from_file), reports(&from_moves));
    assert_eq!(last(&from_file)["to_move"], "2");
    let both = [&from_file[..], &["--moves", "A3"]].concat();
    assert_eq!(reports(&both), reports(&["mancala", "--moves", "B4, B2, A3", "--depth", "3"]));
    let input = ["checkers", "--position", "examples/checkers/input.txt", "--depth", "3"];
    assert_eq!(last(&input)["moves"][0]["move"], "J b2 d4 ; J d4 b6 ; J b6 d8");
}

#[test]
fn bad_input_is_refused_in_one_line() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("position.txt");
    fs::write(&path, "BLACK\n........\n").unwrap();
    let file = path.to_str().unwrap();
    for (arguments, expected) in [
        (&["mancala", "--moves", "B4, B9"][..], "--moves: move 2 (B9): there is no pit B9 "),
        (&["mancala", "--moves", "xyzzy"], "--moves: move 1 (xyzzy): expected "),
        (&["checkers", "--position", file], "position.txt:"),
        (&["checkers", "--position", "nothing.txt"], "nothing.txt: No such file or directory"),
        (&["checkers", "--position", file, "--pits", "3"], "--pits does not go with --position"),
        (&["checkers", "--pits", "3"], "--pits is not for American checkers"),
        (&["mancala", "--pits", "99"], "--pits "),
    ] {
        let errors = refused(arguments);
        assert!(errors.contains(expected), "{arguments:?}: {errors}");
        assert_eq!(errors.matches('\n').count(), 1, "{errors}");
    }
    for arguments in [
        &["mancala", "--depth", "3", "--nodes", "3"][..],
        &["mancala", "--time", "1", "--to-the-end"],
        &["mancala", "--lines", "0"],
        &["mancala", "--depth", "0"],
        &["mancala", "--nodes", "0"],
        &["mancala", "--time", "-1"],
        &["chess"],
        &[],
    ] {
        assert!(refused(arguments).starts_with("error: "));
    }
}

#[test]
fn a_game_that_is_over_has_nothing_to_analyse() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("over.txt");
    let empty = "........\n";
    fs::write(&path, format!("BLACK\n{}..w.....\n{}", empty.repeat(3), empty.repeat(4))).unwrap();
    let over = refused(&["checkers", "--position", path.to_str().unwrap()]);
    assert!(over.ends_with("over.txt: the game is over: WHITE wins: BLACK has no piece left\n"));
    assert_eq!(over.lines().count(), 1, "{over}");
    let ends = ["mancala", "--pits", "1", "--stones", "1", "--moves", "B2"];
    let over = refused(&ends);
    assert!(over.starts_with("the game is over: ") && over.lines().count() == 1, "{over}");
}
