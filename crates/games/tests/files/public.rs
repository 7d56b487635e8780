//! Cases that other people published. They are not part of this repository: they are read from
//! `../shared/cases/public` beside it, where that folder exists.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use plyglot_core::{Cause, DrawRule, Game, Outcome, Over};
use plyglot_games::checkers::{History, Move, Position};
use plyglot_kit::Options;

use crate::cases;

/// The folder of a game, or `None`, said aloud, where it is not there.
fn public(game: &str) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases/public");
    if folder.is_dir() {
        return Some(folder.join(game));
    }
    let required = std::env::var_os("PLYGLOT_PUBLIC_CASES").is_some();
    assert!(!required, "the public cases must be there, but {} is not", folder.display());
    // Not `eprintln!`, which the test runner would keep to itself.
    let message = format!("skipped: the public cases of {game} are not on this machine\n");
    io::stderr().write_all(message.as_bytes()).unwrap();
    None
}

fn check_all(game: &str, at_least: usize) {
    let Some(folder) = public(game) else { return };
    let cases = cases::list(&folder);
    assert!(cases.len() >= at_least, "{} cases in {}", cases.len(), folder.display());
    for case in cases {
        let first = case.file_name().is_some_and(|name| name == "first-edition-sample");
        let edition = if first { Some("first") } else { None };
        cases::check_case(&case, &Options { edition, ..Options::default() });
    }
}

#[test]
fn star_circle() {
    check_all("star-circle", 5);
}

#[test]
fn stake_raid() {
    check_all("stake-raid", 100);
}

#[test]
fn mancala() {
    check_all("mancala", 25);
}

/// The data lines of a checkers file, split at tabs.
fn rows(name: &str) -> Option<Vec<Vec<String>>> {
    let text = fs::read_to_string(public("checkers")?.join(name)).unwrap();
    let data = text.lines().filter(|line| !line.starts_with('#'));
    Some(data.map(|line| line.split('\t').map(str::to_owned).collect()).collect())
}

fn position(color: &str, board: &str) -> Position {
    format!("{color}\n{}\n", board.replace('/', "\n")).parse().unwrap()
}

fn board_of(position: &Position) -> String {
    position.to_string().lines().skip(1).collect::<Vec<_>>().join("/")
}

#[test]
fn checkers_turns_that_the_course_accepted() {
    let Some(rows) = rows("accepted.tsv") else { return };
    assert!(rows.len() > 2000);
    for row in rows {
        let position = position(&row[0], &row[1]);
        let mv: Move = row[2].parse().unwrap_or_else(|error| panic!("{row:?}: {error}"));
        let after = position.try_play(mv).unwrap_or_else(|error| panic!("{row:?}: {error}"));
        assert_eq!(board_of(&after), row[3], "{row:?}");
    }
}

#[test]
fn checkers_turns_that_the_course_rejected() {
    let Some(rows) = rows("rejected.tsv") else { return };
    assert!(rows.len() >= 400);
    for row in rows {
        let position = position(&row[0], &row[1]);
        let verdict = row[2].parse::<Move>().map(|mv| position.try_play(mv));
        assert!(!matches!(verdict, Ok(Ok(_))), "{row:?}");
    }
}

#[test]
fn checkers_games_as_the_course_ended_them() {
    let Some(rows) = rows("games.txt") else { return };
    assert_eq!(rows.len(), 100);
    for row in rows {
        let mut position = Position::start();
        let mut history = History::new(&position, DrawRule::Late);
        let mut end = None;
        for turn in row[1].split(" , ") {
            assert_eq!(end, None, "the game goes on after its end: {}", row[0]);
            let mv: Move = turn.parse().unwrap();
            position = position.try_play(mv).unwrap_or_else(|error| panic!("{error}\n{position}"));
            end = history.push(mv, &position);
        }
        assert_eq!(end.map(describe), Some(row[0].clone()));
    }
}

/// How the file of games calls an end.
fn describe(over: Over) -> String {
    match (over.outcome, over.cause) {
        (Outcome::Win(side), _) => format!("{} cannot-move", Position::side_name(side)),
        (Outcome::Draw, Cause::Repetition) => "DRAW repetition".to_owned(),
        (Outcome::Draw, _) => "DRAW quiet".to_owned(),
    }
}
