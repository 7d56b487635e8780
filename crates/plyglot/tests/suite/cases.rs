//! All cases of the repository through a program: this one, or the one that `PLYGLOT_PROGRAM` names,
//! which may be for another system: `PLYGLOT_PROGRAM="wine plyglot.exe"`.

use std::path::Path;
use std::process::{Command, Output};
use std::sync::Mutex;
use std::{env, fs, thread};

use crate::{names, printed, root};

/// The games, and how many cases each has.
const GAMES: [(&str, usize); 5] = [
    ("capture-go", 100),
    ("checkers", 200),
    ("mancala", 100),
    ("stake-raid", 150),
    ("star-circle", 150),
];

#[test]
fn a_program_gives_the_answers_to_all_cases() {
    let mut cases = Vec::new();
    for (game, count) in GAMES {
        let folder = root().join("crates/games/tests/cases").join(game);
        let before = cases.len();
        cases.extend(names(&folder).into_iter().map(|name| (game, folder.join(name))));
        assert_eq!(cases.len() - before, count, "{game}");
    }
    let waiting = Mutex::new(cases.into_iter());
    let next = || waiting.lock().unwrap().next();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((game, case)) = next() {
                    check(game, &case);
                }
            });
        }
    });
}

fn check(game: &str, case: &Path) {
    let room = tempfile::tempdir().unwrap();
    let mut input = fs::read_to_string(case.join("input.txt")).unwrap();
    if game == "checkers" {
        // Its agent thinks as long as the input allows.
        let mut lines: Vec<&str> = input.lines().collect();
        lines[2] = "0.05";
        input = lines.join("\n") + "\n";
    }
    fs::write(room.path().join("input.txt"), input).unwrap();
    printed(&solve(room.path()));
    let answer = room.path().join("answer");
    match game {
        "checkers" => is_legal(case, &answer),
        "capture-go" => lasts(case, &answer),
        _ => is_same(case, &answer),
    }
}

/// Runs the program where the input is.
fn solve(directory: &Path) -> Output {
    let named = env::var("PLYGLOT_PROGRAM").ok();
    let words = named.as_deref().unwrap_or(env!("CARGO_BIN_EXE_plyglot"));
    let mut words = words.split_whitespace();
    let mut command = Command::new(words.next().expect("PLYGLOT_PROGRAM names no program"));
    command.args(words).args(["solve", "input.txt", "--out", "answer"]);
    command.current_dir(directory).output().unwrap()
}

/// The answer consists of exactly the files beside the input, to the byte.
fn is_same(case: &Path, answer: &Path) {
    let expected: Vec<String> =
        names(case).into_iter().filter(|name| name != "input.txt").collect();
    assert_eq!(names(answer), expected, "{case:?}");
    for name in expected {
        let [found, right] = [answer, case].map(|folder| read(&folder.join(&name)));
        assert!(found == right, "{case:?}: {name} is\n{found}\nand not\n{right}");
    }
}

/// The answer is one of the turns that are legal, and lists its steps a line each.
fn is_legal(case: &Path, answer: &Path) {
    let found = read(&answer.join("output.txt"));
    let turn = |turn: &str| turn.replace(" ; ", "\n") + "\n";
    let legal = read(&case.join("legal.txt"));
    assert!(legal.lines().any(|it| turn(it) == found), "{case:?}: {found}");
}

/// The answer has the lines that are the same in every run, all others are as they always are but
/// for the times.
fn lasts(case: &Path, answer: &Path) {
    assert_eq!(names(answer), ["output.txt"], "{case:?}");
    let found = read(&answer.join("output.txt"));
    assert!(found.ends_with("s.\n") && !found.contains('\r'), "{case:?}: {found}");
    let lasting: String = found
        .lines()
        .filter(|line| !["", "Comparison:"].contains(line) && !line.contains("running time"))
        .flat_map(|line| [line, "\n"])
        .collect();
    assert_eq!(lasting, read(&case.join("expected.txt")), "{case:?}");
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
