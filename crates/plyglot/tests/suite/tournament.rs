use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use plyglot_arena::tournament::Store;
use serde_json::Value;

use super::{names, plyglot, printed, root};

pub const CUP: &str = "\
name = 'Cup'
game = 'mancala'
pits = 4
stones = 3
games = 2
seed = 3
agents = ['random', 'greedy', 'minimax-1', 'minimax-2', 'beginner', 'casual', 'club',
    { name = 'chance', agent = 'random' }]
rules = { nodes = 200 }
openings = { count = 20 }
";

pub fn cup(text: &str) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("cup.toml"), text).unwrap();
    directory
}

fn refused(directory: &Path, arguments: &[&str]) -> String {
    let output = plyglot(directory, arguments);
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stdout));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(errors.lines().count(), 1, "{errors}");
    errors
}

pub fn report(directory: &Path) -> Value {
    let output = plyglot(directory, &["tournament", "cup.toml", "--standings", "--json"]);
    serde_json::from_str(&printed(&output)).unwrap()
}

/// Everything that does not depend on how long things took.
pub fn without_times(report: &Value) -> Value {
    let mut report = report.clone();
    for row in report["standings"].as_array_mut().unwrap() {
        for name in ["cpu_seconds", "slowest_seconds"] {
            row.as_object_mut().unwrap().remove(name);
        }
    }
    report.as_object_mut().unwrap().remove("slowest");
    report
}

/// All games with all moves, as the page shows them, without the times.
pub fn games(directory: &Path) -> Vec<(String, Vec<String>)> {
    let arguments = ["tournament", "cup.toml", "--standings", "--html", "cup.html"];
    printed(&plyglot(directory, &arguments));
    let page = fs::read_to_string(directory.join("cup.html")).unwrap();
    let data = page.split("id=\"data\">").nth(1).unwrap().split("</script>").next().unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let step = |step: &Value| text(&step[0]).split(" (").next().unwrap().to_owned();
    let games = data["games"].as_array().unwrap().iter();
    games
        .map(|game| {
            let title = format!("{} {}", text(&game["title"]), text(&game["end"]));
            (title, game["steps"].as_array().unwrap().iter().map(step).collect())
        })
        .collect()
}

#[test]
fn a_tournament_from_the_first_to_the_last_game() {
    let directory = cup(CUP);
    let path = directory.path();
    let estimate = printed(&plyglot(path, &["tournament", "cup.toml", "--dry-run"]));
    assert!(estimate.contains("8 agents, round robin, 2 games a pairing"), "{estimate}");
    assert!(estimate.contains("56 games."), "{estimate}");
    assert_eq!(names(path), ["cup.toml"], "a dry run leaves nothing");
    let missing = refused(path, &["tournament", "cup.toml", "--standings"]);
    assert_eq!(missing, "cup.sqlite: no tournament is stored here\n");
    let arguments = ["tournament", "cup.toml", "--csv", "cup.csv", "--html", "cup.html"];
    let output = plyglot(path, &arguments);
    let table = printed(&output);
    assert!(
        table.starts_with("Cup: Mancala, round robin, 2 games a pairing; all 56 games played.\n")
    );
    let lines = String::from_utf8(output.stderr).unwrap();
    assert_eq!(lines.lines().count(), 2 + 56, "a line a game where there is no terminal: {lines}");
    let csv = fs::read_to_string(path.join("cup.csv")).unwrap();
    assert_eq!(csv.lines().count(), 9);
    assert!(csv.lines().skip(1).all(|line| line.split(',').count() == 17 + 8), "{csv}");
    let page = fs::read_to_string(path.join("cup.html")).unwrap();
    assert!(page.contains("href=\"#pair-1-2\"") && page.contains("id=\"pair-1-2\""));
    let report = report(path);
    assert_eq!((&report["played"], &report["is_finished"]), (&56.into(), &true.into()));
    let again = refused(path, &["tournament", "cup.toml"]);
    assert_eq!(
        again,
        "cup.sqlite: a tournament is stored here already, with 56 games; --resume goes on with it\n"
    );
    fs::write(path.join("cup.toml"), CUP.replace("seed = 3", "seed = 4")).unwrap();
    let changed = refused(path, &["tournament", "cup.toml", "--resume"]);
    assert_eq!(
        changed,
        "cup.sqlite: its games were played with other settings: seed is 4, was 3\n"
    );
}

#[test]
fn killed_twenty_times_it_ends_as_if_undisturbed() {
    // Games that take a while, so that the end is not reached between two looks.
    let text = CUP.replace("pits = 4\nstones = 3\n", "").replace("nodes = 200", "nodes = 1000");
    let whole = cup(&text);
    printed(&plyglot(whole.path(), &["tournament", "cup.toml", "--concurrency", "2"]));
    let (expected, expected_games) = (without_times(&report(whole.path())), games(whole.path()));
    assert_eq!(expected_games.len(), 56);
    for (concurrency, seed) in [("1", 7), ("2", 8)] {
        let directory = cup(&text);
        let store = directory.path().join("cup.sqlite");
        let mut random = plyglot_core::mix::Random::new(seed);
        let mut halfway = 0;
        for _ in 0..20 {
            let mut child = Command::new(env!("CARGO_BIN_EXE_plyglot"))
                .args(["tournament", "cup.toml", "--resume", "--concurrency", concurrency])
                .current_dir(directory.path())
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            // After two lines about the tournament there is one for each game.
            let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
            let wanted = [0, 2, 3, 4, 5, 6][random.below(6)];
            let seen = lines.by_ref().take(wanted).count();
            // Wherever it is now: starting, playing, in the middle of writing.
            sleep(Duration::from_micros(random.below(20_000) as u64));
            assert!(seen == wanted || child.wait().unwrap().success());
            child.kill().unwrap();
            child.wait().unwrap();
            // Nobody plays any more, whatever was left of games under way.
            let live = Store::open(&store, plyglot_games::GAMES).and_then(|store| store.live());
            assert_eq!(live.unwrap_or_default(), []);
            let stored =
                Store::open(&store, plyglot_games::GAMES).and_then(|store| store.results());
            match stored.map_or(0, |results| results.len()) {
                0 => {}
                // So soon: from the beginning, for the other kills to disturb something.
                56 => ["", "-wal", "-shm"].iter().for_each(|end| {
                    _ = fs::remove_file(directory.path().join(format!("cup.sqlite{end}")));
                }),
                _ => halfway += 1,
            }
        }
        assert!(halfway >= 5, "{halfway} of the kills were in the middle");
        let arguments = ["tournament", "cup.toml", "--resume", "--concurrency", concurrency];
        printed(&plyglot(directory.path(), &arguments));
        assert_eq!(without_times(&report(directory.path())), expected);
        assert_eq!(games(directory.path()), expected_games);
        assert!(!directory.path().join("cup.sqlite-live").exists());
    }
}

#[test]
fn ctrl_c_stops_between_turns_and_everything_is_kept() {
    let directory =
        cup(&CUP.replace("nodes = 200", "nodes = 20000").replace("pits = 4", "pits = 6"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_plyglot"))
        .args(["tournament", "cup.toml", "--json"])
        .current_dir(directory.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The first two lines: the estimate, and a game.
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for _ in 0..2 {
        lines.next().unwrap().unwrap();
    }
    let id = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    let last: Value = serde_json::from_str(&lines.last().unwrap().unwrap()).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!((&last["event"], &last["is_finished"]), (&"result".into(), &false.into()));
    let left = report(directory.path());
    assert!(left["played"].as_u64().unwrap() >= 1);
    assert_eq!(left["played"], last["played"]);
}

#[test]
fn two_processes_do_not_play_one_tournament() {
    let directory = cup(CUP);
    let lock = fs::File::create(directory.path().join("cup.sqlite-lock")).unwrap();
    lock.try_lock().unwrap();
    let error = refused(directory.path(), &["tournament", "cup.toml"]);
    assert_eq!(error, "cup.sqlite: another process plays this tournament\n");
    assert_eq!(names(directory.path()), ["cup.sqlite-lock", "cup.toml"]);
}

#[test]
fn a_mistake_in_the_file_is_one_line_and_leaves_nothing() {
    for (text, expected) in [
        ("game = 'chess'", "cup.toml:1:8: unknown variant `chess`"),
        (&CUP.replace("'club'", "'clubb'"), "cup.toml:7:79: clubb: no such agent"),
        (&CUP.replace("nodes", "noodles"), "cup.toml:9:11: unknown field `noodles`"),
    ] {
        let directory = cup(text);
        let error = refused(directory.path(), &["tournament", "cup.toml"]);
        assert!(error.starts_with(expected), "{error}");
        assert_eq!(names(directory.path()), ["cup.toml"]);
    }
    let directory = cup(CUP);
    let error = refused(directory.path(), &["tournament", "cup.toml", "--html", "no/cup.html"]);
    assert!(error.starts_with("no/cup.html: "), "{error}");
    assert_eq!(names(directory.path()), ["cup.toml"]);
}

#[test]
fn the_example_can_be_played() {
    let estimate =
        printed(&plyglot(&root(), &["tournament", "examples/tournament.toml", "--dry-run"]));
    assert!(
        estimate.starts_with("Spring cup: Mancala, 5 agents, round robin, 2 games a pairing.\n")
    );
    // Every setting that there is stands in it, commented out or not.
    let text = fs::read_to_string(root().join("examples/tournament.toml")).unwrap();
    let error = refused_settings();
    for name in error.split('`').skip(3).step_by(2) {
        let is_shown = [format!("{name} = "), format!("[{name}]")].iter().any(|n| text.contains(n));
        assert!(is_shown, "{name}");
    }
}

/// The error about an unknown setting, which names all that are known.
fn refused_settings() -> String {
    let directory = cup("nothing = 1");
    refused(directory.path(), &["tournament", "cup.toml"])
}

/// A disk of a megabyte, where the test may make one.
#[test]
#[expect(clippy::print_stderr, reason = "a test that did not take place says so")]
fn a_full_disk_loses_nothing() {
    let directory = cup(&CUP.replace("games = 2", "games = 40"));
    let disk = directory.path().join("disk");
    fs::create_dir(&disk).unwrap();
    let mount = |options: &str| {
        let mut command = Command::new("mount");
        command.args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(&disk);
        command.stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    };
    if !mount("size=1m") {
        eprintln!("skipped: this user cannot mount a small disk");
        return;
    }
    let arguments = ["tournament", "cup.toml", "--store", "disk/cup.sqlite", "--resume"];
    let full = plyglot(directory.path(), &arguments);
    let error = String::from_utf8(full.stderr).unwrap();
    let last = error.lines().last().unwrap_or_default().to_owned();
    let report = [&arguments[..4], &["--standings", "--json"]].concat();
    let seen = plyglot(directory.path(), &report);
    let grown = mount("remount,size=50m");
    let done = plyglot(directory.path(), &arguments);
    _ = Command::new("umount").arg(&disk).status();
    assert_eq!(full.status.code(), Some(2));
    assert!(last.starts_with("disk/cup.sqlite: the disk is full; all games up to now"), "{last}");
    let seen: Value = serde_json::from_str(&printed(&seen)).unwrap();
    let played = seen["played"].as_u64().unwrap();
    assert_eq!(played as usize, error.lines().count() - 3, "a line for each that is stored");
    assert!(grown);
    assert!(printed(&done).contains("all 1,120 games played"));
}
