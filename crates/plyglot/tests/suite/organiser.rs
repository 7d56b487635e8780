//! What whoever runs a contest is told, and what nobody's program can do to it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::{names, plyglot, printed};

/// An agent's directory with a player of Capture Go.
fn agent(directory: &Path, name: &str, description: &str, before: &str) {
    let folder = directory.join(name);
    fs::create_dir(&folder).unwrap();
    let player = fs::read_to_string(plyglot_testing::agent("first_point.sh")).unwrap();
    fs::write(folder.join("player.sh"), format!("{before}\n{player}")).unwrap();
    fs::write(folder.join("agent.toml"), description).unwrap();
}

const PLAYER: &str = "run = 'sh player.sh'\n";

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Nothing but lines of characters that can be seen.
fn assert_harmless(output: &Output) {
    for shown in [&output.stdout, &output.stderr] {
        let shown = text(shown);
        let harmful = |c: char| {
            c.is_control() && c != '\n' && c != '\t' || matches!(c, '\u{200b}' | '\u{202e}')
        };
        assert!(!shown.contains(harmful), "{shown:?}");
    }
}

/// The program as on a terminal: what it writes is not cleaned on its way.
fn on_terminal(directory: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyglot"));
    command.current_dir(directory).args(arguments).env("CLICOLOR_FORCE", "1").output().unwrap()
}

const GO: [&str; 4] = ["--game=capture-go", "--size=3", "--games=2", "--nodes=50"];

/// Wherever an agent can put a text: its name, what it prints, its answer, the names of its processes
/// and files, its build.
#[test]
fn no_agent_reaches_the_terminal() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let escapes = "\u{1b}[2J\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}\u{200b}\r";
    let toml = "\\u001b[2J\\u0007\\u009b31m\\u202e\\u200b\\ngame 2: won";
    let said = format!("printf '%s\\n' '{escapes}' >&2; printf '%s\\n' '{escapes}'");
    let folders = [
        ("faulty", format!("name = \"{toml}\"\n{PLAYER}"), format!("{said}; exit 3")),
        ("answer", PLAYER.to_owned(), format!("printf '%s' '{escapes}' > output.txt; exit")),
        ("named", PLAYER.to_owned(), format!("> \"$(printf 'OUTPUT.txt')\"; {said}; exit")),
        (
            "broken",
            format!("{PLAYER}build = \"sh -c \\\"printf '{toml}'; exit 1\\\"\"\n"),
            String::new(),
        ),
    ];
    for (name, description, before) in &folders {
        agent(path, name, description, before);
        let played = on_terminal(path, &[&["match", name, "random"], &GO[..]].concat());
        assert_eq!(played.status.code(), Some(0), "{}", text(&played.stderr));
        assert_harmless(&played);
        let checked = on_terminal(path, &["check", name, "--game=capture-go", "--size=3", "--all"]);
        assert_eq!(checked.status.code(), Some(1));
        assert_harmless(&checked);
        let as_json = [&["match", name, "random", "--json"], &GO[..]].concat();
        assert_harmless(&on_terminal(path, &as_json));
        let as_json = ["check", name, "--game=capture-go", "--size=3", "--json"];
        assert_harmless(&on_terminal(path, &as_json));
        let shown = text(&checked.stdout);
        assert!(shown.contains("FAILED") && shown.contains("\\u{1b}[2J"), "{shown}");
    }
    // A record of such games, and one that was made by hand.
    let record = "--record=games.txt";
    printed(&on_terminal(path, &[&["match", "faulty", "random", record], &GO[..]].concat()));
    let games = fs::read_to_string(path.join("games.txt")).unwrap();
    let games = games.replace("second random", &format!("second {escapes}"));
    fs::write(path.join("games.txt"), games.replace('\r', "")).unwrap();
    assert_harmless(&on_terminal(path, &["replay", "games.txt"]));
    // A tournament, its table, and its errors.
    let cup = |agents: &str| format!("game = 'capture-go'\nsize = 3\nagents = [{agents}]\n");
    fs::write(path.join("cup.toml"), cup("'answer', 'named', 'broken', 'random'")).unwrap();
    let played = on_terminal(path, &["tournament", "cup.toml"]);
    assert_eq!(played.status.code(), Some(0));
    assert_harmless(&played);
    assert_harmless(&on_terminal(path, &["tournament", "cup.toml", "--standings"]));
    fs::write(path.join("cup.toml"), cup("'faulty', 'random'")).unwrap();
    let refused = on_terminal(path, &["tournament", "cup.toml"]);
    assert_eq!(refused.status.code(), Some(2));
    assert_harmless(&refused);
}

#[test]
fn no_submission_reaches_the_terminal() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let made = ["cases", "stake-raid", "--count=2", "--difficulty=easy", "--out=cases"];
    printed(&on_terminal(path, &made));
    let escapes = "\u{1b}[2J\u{9b}31m\u{202e}";
    let submission = path.join("submissions").join(format!("eve{escapes}"));
    fs::create_dir_all(&submission).unwrap();
    let program = format!("printf '%s\\n' '{escapes}' | tee output.txt >&2\n");
    fs::write(submission.join("hw.sh"), program).unwrap();
    let graded = on_terminal(path, &["grade", "submissions", "--cases=cases", "--run=sh hw.sh"]);
    assert_harmless(&graded);
    assert!(text(&graded.stdout).contains("eve\\u{1b}[2J"), "{}", text(&graded.stdout));
    let case = names(&path.join("cases")).into_iter().find(|name| name != "manifest.toml").unwrap();
    fs::write(path.join("answer.txt"), format!("{escapes}\nA1 Stake\n{escapes}")).unwrap();
    let explained =
        on_terminal(path, &["explain", &format!("cases/{case}/input.txt"), "answer.txt"]);
    assert_eq!(explained.status.code(), Some(1));
    assert_harmless(&explained);
}

/// Found before anything is written or played, all of them in one line.
#[test]
fn a_command_that_does_not_exist_stops_nothing_halfway() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    agent(path, "typo", "run = 'pyhton3 player.sh'\n", "");
    agent(path, "other", "run = 'sh player.sh'\nbuild = 'no-such-make all'\n", "");
    let cup = "game = 'capture-go'\nsize = 3\nagents = ['typo', 'random', 'other']\n";
    fs::write(path.join("cup.toml"), cup).unwrap();
    let before = names(path);
    let played: [&[&str]; 3] = [
        &["match", "typo", "other", "--game=capture-go", "--store=m.sqlite", "--record=m.txt"],
        &["tournament", "cup.toml"],
        &["check", "typo", "--game=capture-go"],
    ];
    for arguments in played {
        let output = plyglot(path, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let error = text(&output.stderr);
        assert!(
            error.starts_with("typo: run = \"pyhton3 player.sh\": there is no program"),
            "{error}"
        );
        assert_eq!(error.lines().count(), 1);
        if arguments[0] != "check" {
            assert!(
                error.contains("; other: build = \"no-such-make all\": there is no"),
                "{error}"
            );
        }
        assert_eq!(names(path), before, "nothing is written");
    }
}

#[test]
fn a_program_that_was_changed_halfway_is_noticed() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    agent(path, "alice", PLAYER, "");
    let cup = "game = 'capture-go'\nsize = 3\nrules.nodes = 50\nagents = ['alice', 'random']\n";
    fs::write(path.join("cup.toml"), cup).unwrap();
    printed(&plyglot(path, &["tournament", "cup.toml"]));
    printed(&plyglot(path, &["tournament", "cup.toml", "--resume"]));
    fs::write(path.join("alice/helper.sh"), "").unwrap();
    let refused = plyglot(path, &["tournament", "cup.toml", "--resume"]);
    assert_eq!(refused.status.code(), Some(2));
    let error = text(&refused.stderr);
    let says = "cup.sqlite: the program of alice has changed since its games were played; \
                --accept-changes goes on";
    assert!(error.lines().last().unwrap().starts_with(says), "{error}");
    let accepted = plyglot(path, &["tournament", "cup.toml", "--resume", "--accept-changes"]);
    printed(&accepted);
    assert!(text(&accepted.stderr).contains("alice has changed since it played"));
    printed(&plyglot(path, &["tournament", "cup.toml", "--resume"]));
}

#[test]
fn what_does_not_build_loses_its_games() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    agent(path, "alice", PLAYER, "");
    agent(path, "bob", &format!("{PLAYER}build = 'sh -c \"echo no semicolon; exit 2\"'\n"), "");
    let cup =
        "game = 'capture-go'\nsize = 3\nrules.nodes = 50\nagents = ['bob', 'alice', 'random']\n";
    fs::write(path.join("cup.toml"), cup).unwrap();
    let played = plyglot(path, &["tournament", "cup.toml"]);
    let table = printed(&played);
    assert!(table.contains("all 6 games played") && table.contains("did not build"), "{table}");
    let told = text(&played.stderr);
    assert!(
        told.contains("bob loses its games: build failed: it exited with code 2\n  no semicolon\n"),
        "{told}"
    );
    let report = printed(&plyglot(path, &["tournament", "cup.toml", "--standings", "--json"]));
    let report: Value = serde_json::from_str(&report).unwrap();
    let row = report["standings"].as_array().unwrap().iter().find(|row| row["agent"] == "bob");
    assert_eq!((&row.unwrap()["points"], &row.unwrap()["faults"]), (&0.0.into(), &4.into()));
}

/// The copies that games begin with vanish in the middle of it: nobody loses by that, and `--resume`
/// plays what is missing.
#[test]
fn what_we_fail_at_is_nobodys_loss() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    agent(path, "alice", PLAYER, "sleep 0.1");
    let cup = "game = 'capture-go'\nsize = 3\ngames = 6\nagents = ['alice', 'random']\n";
    fs::write(path.join("cup.toml"), cup).unwrap();
    let place = path.join("tmp");
    fs::create_dir(&place).unwrap();
    // Agents with users of their own must get there.
    for open in [path, &place] {
        fs::set_permissions(open, fs::Permissions::from_mode(0o711)).unwrap();
    }
    let child = Command::new(env!("CARGO_BIN_EXE_plyglot"))
        .args(["tournament", "cup.toml", "--concurrency=1"])
        .current_dir(path)
        .env("TMPDIR", &place)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let below = |folder: &Path, start: &str| {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|it| it.path()).find(|it| it.display().to_string().contains(start))
    };
    let copies = loop {
        match below(&place, "/plyglot-scratch-") {
            Some(place) if below(&place, "/game-0-").is_some() => break place,
            _ => sleep(Duration::from_millis(2)),
        }
    };
    fs::remove_dir_all(below(&copies, "/ready-").unwrap()).unwrap();
    let stopped = child.wait_with_output().unwrap();
    let (table, told) = (text(&stopped.stdout), text(&stopped.stderr));
    assert_eq!(stopped.status.code(), Some(1), "{table}{told}");
    assert!(table.contains(" could not be played, and have no result.\n"), "{table}");
    assert!(table.contains("of 6 games played") && !table.contains("faults"), "{table}");
    assert!(told.contains(" is played again from its start, through no fault of an"), "{told}");
    assert!(told.lines().last().unwrap().ends_with("tournament cup.toml --resume"), "{told}");
    let resumed = printed(&plyglot(path, &["tournament", "cup.toml", "--resume"]));
    assert!(resumed.contains("all 6 games played") && !resumed.contains("faults"), "{resumed}");
}

#[test]
fn what_is_asked_for_and_not_granted_is_said_once() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    fs::create_dir(path.join("data")).unwrap();
    let data = fs::canonicalize(path.join("data")).unwrap().display().to_string();
    agent(path, "alice", &format!("{PLAYER}readable = ['{data}']\n"), "");
    let played = |more: &[&str]| {
        let arguments = [&["match", "alice", "random", "--json"][..], &GO, more].concat();
        let output = plyglot(path, &arguments);
        let shown = printed(&output);
        let game: Value = serde_json::from_str(shown.lines().nth(1).unwrap()).unwrap();
        let programs = game["programs"].as_array().unwrap().clone();
        (text(&output.stderr), programs.into_iter().find(Value::is_object).unwrap())
    };
    let (told, program) = played(&[]);
    let says =
        format!("alice asks to read {data}, which is not granted; --readable {data} grants it\n");
    assert_eq!((told, &program["refused"]), (says, &Value::from(vec![data.clone()])));
    assert_eq!(program["digest"].as_str().unwrap().len(), 64);
    let (told, program) = played(&["--readable", &data]);
    assert_eq!((told.as_str(), &program["refused"]), ("", &Value::Null));
    let missing =
        plyglot(path, &[&["match", "alice", "random", "--path=nowhere"], &GO[..]].concat());
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).starts_with("nowhere: "));
}

#[test]
fn it_is_told_what_runs_an_agent() {
    let directory = tempfile::tempdir().unwrap();
    agent(directory.path(), "alice", PLAYER, "");
    let checked = plyglot(directory.path(), &["check", "alice", "--game=capture-go", "--size=3"]);
    let first = text(&checked.stdout).lines().next().unwrap().to_owned();
    assert!(first.starts_with("ok      ready: ") && first.ends_with("/sh)"), "{first}");
    let doctor = plyglot(directory.path(), &["doctor"]);
    let says = "Their commands are looked for in /usr/local/bin:/usr/bin:/bin:\n";
    assert!(printed(&doctor).contains(says));
    if plyglot_testing::has(&["python3"]) {
        assert!(printed(&doctor).contains("/python3 (Python 3."));
        let json = printed(&plyglot(directory.path(), &["doctor", "--json"]));
        let json: Value = serde_json::from_str(&json).unwrap();
        let python = json["interpreters"]
            .as_array()
            .unwrap()
            .iter()
            .find(|it| it["path"].as_str().unwrap().ends_with("/python3"));
        assert!(python.unwrap()["version"].as_str().unwrap().starts_with("Python 3."));
    }
}
