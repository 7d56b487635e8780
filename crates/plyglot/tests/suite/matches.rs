//! `plyglot match` and `plyglot replay`.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use plyglot_arena::tournament::{Store, StoreError, TournamentReport};
use serde_json::Value;

use crate::{plyglot, printed};

const PLYGLOT: &str = env!("CARGO_BIN_EXE_plyglot");

/// The events of a match with `--json`.
fn events(directory: &Path, arguments: &[&str]) -> Vec<Value> {
    let output = plyglot(directory, &[arguments, &["--json"]].concat());
    printed(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The engine and the source's reference, both as programs, through the real files.
#[test]
fn the_engine_beats_the_reference_agent() {
    let directory = tempfile::tempdir().unwrap();
    let engine = format!("engine={PLYGLOT} solve");
    let reference = format!("reference={PLYGLOT} solve --opponent minimax-3");
    let told = events(directory.path(), &["match", &engine, &reference, "--games=2", "--time=4"]);
    let result = told.last().unwrap();
    assert_eq!((&result["won"], &result["lost"]), (&Value::from(2), &Value::from(0)), "{result}");
    for game in told.iter().filter(|event| event["event"] == "game") {
        assert_eq!(game["ending"]["by"], "rules", "{game}");
        assert!(game["layers"].as_array().unwrap().iter().all(Value::is_object));
    }
}

#[test]
fn games_are_recorded_and_replayed() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let options = ["--games=4", "--record=games.txt", "--pdn=games.pdn"];
    let shown = printed(&plyglot(path, &[&["match", "club", "random"][..], &options].concat()));
    assert!(shown.contains("club against random: +4 =0 -0, 100.0 %"), "{shown}");
    assert!(shown.contains("endings: "), "{shown}");
    let [text, pdn] = ["games.txt", "games.pdn"].map(|file| {
        let lines = printed(&plyglot(path, &["replay", file, "--json"]));
        let games = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        games
            .map(|game| (game["players"].clone(), game["winner"].clone(), game["moves"].clone()))
            .collect::<Vec<_>>()
    });
    assert_eq!(text.len(), 4);
    assert_eq!(text, pdn);
    let boards = printed(&plyglot(path, &["replay", "games.txt", "--number=2", "--boards"]));
    assert!(boards.starts_with("game 2: American checkers, random - club\n0. start\nBLACK\n.b.b"));

    // Games are never written over.
    let again = plyglot(path, &["match", "club", "random", "--record=games.txt"]);
    assert_eq!(again.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&again.stderr), "games.txt: the file is there already\n");

    let broken =
        fs::read_to_string(path.join("games.txt")).unwrap().replace("moves\n", "moves\nE a1 b2\n");
    fs::write(path.join("broken.txt"), broken).unwrap();
    let broken = plyglot(path, &["replay", "broken.txt"]);
    assert_eq!(broken.status.code(), Some(2));
    let error = String::from_utf8_lossy(&broken.stderr).into_owned();
    assert!(error.starts_with("broken.txt:22:1: illegal move E a1 b2: "), "{error}");
}

/// A match is kept as a tournament of two is, and nothing else is left beside it.
#[test]
fn a_match_is_stored() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let options = ["--game=mancala", "--games=4", "--nodes=50", "--store=match.sqlite"];
    let told = events(path, &[&["match", "club", "club", "--no-openings"][..], &options].concat());
    let store = Store::open(&path.join("match.sqlite"), plyglot_games::GAMES).unwrap();
    let report = TournamentReport::of(&store).unwrap();
    assert!(report.is_finished && report.played == 4, "{report:?}");
    let settings = store.tournament().unwrap().settings().clone();
    let names: Vec<&str> = settings.agents.iter().map(|agent| agent.name.as_str()).collect();
    assert_eq!(names, ["club (1)", "club (2)"]);
    assert_eq!((settings.name.as_str(), settings.openings.count), ("club (1) - club (2)", 0));
    let row = report.standings.iter().find(|row| row.agent == "club (1)").unwrap();
    let result = told.last().unwrap();
    assert_eq!([&result["won"], &result["drawn"], &result["lost"]], [row.won, row.drawn, row.lost]);
    let mut games = told.iter().filter(|event| event["event"] == "game").collect::<Vec<_>>();
    games.sort_by_key(|game| game["number"].as_u64());
    let mut number = 0;
    store
        .for_each(|_, record| {
            assert_eq!(games[number]["turns"], serde_json::to_value(&record.turns).unwrap());
            number += 1;
            Ok::<(), StoreError>(())
        })
        .unwrap();
    drop(store);
    assert!(!path.join("match.sqlite-live").exists());

    let again = plyglot(path, &["match", "club", "random", "--store=match.sqlite"]);
    assert_eq!(again.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&again.stderr), "match.sqlite: the file is there already\n");
    let nowhere = plyglot(path, &["match", "club", "random", "--store=no/match.sqlite"]);
    assert_eq!(nowhere.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&nowhere.stderr).starts_with("no/match.sqlite: "));
}

#[test]
fn a_sequential_test_stops_as_soon_as_it_knows() {
    let directory = tempfile::tempdir().unwrap();
    let options =
        ["--game=mancala", "--games=1000", "--sprt=0,100", "--nodes=200", "--store=match.sqlite"];
    let told = events(directory.path(), &[&["match", "full", "random"][..], &options].concat());
    let result = told.last().unwrap();
    assert_eq!(result["sprt"]["verdict"], "H1", "{result}");
    assert!(told.len() < 200, "{} events", told.len());
    assert_eq!(told[0]["event"], "begin");
    // Whoever looks at the store must not take it for one that waits for more.
    let store = Store::open(&directory.path().join("match.sqlite"), plyglot_games::GAMES).unwrap();
    let decided = store.decided().unwrap().unwrap();
    assert!(decided.starts_with("sequential test 0 to 100 Elo: full is stronger"), "{decided}");
}

#[test]
fn the_same_seed_gives_the_same_games_at_any_concurrency() {
    let directory = tempfile::tempdir().unwrap();
    let games = |concurrency: &[&str]| {
        let options = ["--game=stake-raid", "--size=4", "--nodes=100", "--games=6"];
        let options = [&options, concurrency].concat();
        let told = events(directory.path(), &[&["match", "full", "casual"][..], &options].concat());
        let mut games: Vec<String> = told
            .iter()
            .filter(|event| event["event"] == "game")
            .map(|game| {
                let moves = game["turns"].as_array().unwrap().iter().map(|turn| &turn["moves"]);
                format!("{} {} {:?}", game["number"], game["opening"], moves.collect::<Vec<_>>())
            })
            .collect();
        games.sort();
        games
    };
    assert_eq!(games(&["--concurrency=1"]), games(&[]));
}

#[test]
fn mistakes_are_told_in_one_line() {
    let directory = tempfile::tempdir().unwrap();
    for (arguments, expected) in [
        (&["nobody", "random"][..], "nobody: no such agent: expected a file, a directory"),
        (&["random", "greedy", "--pits=4"], "--pits is not for American checkers"),
        (
            &["random", "greedy", "--game=mancala", "--pits=2"],
            "games between programs have at least 3 pits",
        ),
        (&["random", "greedy", "--concurrency=0"], "--concurrency is from 1 to "),
        (&["random", "greedy", "--game=mancala", "--pdn=x"], "--pdn is not for Mancala"),
        (
            &["random", "greedy", "--game=mancala", "--as-in-source"],
            "--as-in-source: the source of",
        ),
    ] {
        let output = plyglot(directory.path(), &[&["match"], arguments].concat());
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.starts_with(expected) && error.lines().count() == 1, "{error}");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0, "nothing is written");
    }
}

/// Ctrl-C ends it: what was played is told, and nothing is left behind.
#[test]
fn an_interrupted_match_leaves_nothing_behind() {
    let directory = tempfile::tempdir().unwrap();
    let child = Command::new(PLYGLOT)
        .args(["match", "club", "casual", "--games=100000"])
        .env("TMPDIR", directory.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    while fs::read_dir(directory.path()).unwrap().count() == 0 {
        sleep(Duration::from_millis(10));
    }
    sleep(Duration::from_millis(300));
    let pid = rustix::process::Pid::from_raw(child.id() as i32).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(shown.contains("club against casual: "), "{shown}");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}
