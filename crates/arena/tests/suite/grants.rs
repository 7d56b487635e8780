//! What programs may read and which commands they find is said by whoever runs the contest.

use std::convert::Infallible;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use plyglot_arena::agent::Grants;
use plyglot_arena::contest::{Contest, Flow, run};
use plyglot_arena::schedule::{Format, Results};
use plyglot_sandbox::{Isolation, find_program};

use crate::contests::{best, contest, played};

/// Two directories that all users can enter.
fn folders() -> tempfile::TempDir {
    let base = tempfile::tempdir().unwrap();
    open(base.path());
    for name in ["agent", "tools"] {
        fs::create_dir(base.path().join(name)).unwrap();
        open(&base.path().join(name));
    }
    base
}

fn open(path: &Path) {
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// An agent that plays by a program in the other directory, if it can read that.
fn curious(base: &Path) -> Contest {
    let tools = base.join("tools");
    fs::copy(plyglot_testing::agent("first_point.sh"), tools.join("player")).unwrap();
    let text = format!("run = 'sh {0}/player'\nreadable = ['/', '{0}', 'own']\n", tools.display());
    fs::write(base.join("agent/agent.toml"), text).unwrap();
    contest(&[base.join("agent").to_str().unwrap(), "random"], Format::RoundRobin, 1)
}

#[test]
fn a_description_asks_and_does_not_grant() {
    if best().require(Isolation::L1).is_err() {
        return;
    }
    let base = folders();
    let tools = base.path().join("tools");
    fs::create_dir(base.path().join("agent/own")).unwrap();
    let contest = curious(base.path());
    let record = played(&contest).into_values().next().unwrap();
    assert_eq!(record.ending.kind(), "crash", "{}", record.ending.sentence);
    let program = record.programs.iter().flatten().next().unwrap();
    assert_eq!(program.refused, ["/", tools.to_str().unwrap()]);
}

#[test]
fn what_is_granted_can_be_read() {
    let base = folders();
    let tools = base.path().join("tools");
    let mut contest = curious(base.path());
    let mut grants = Grants::default();
    grants.let_read(base.path(), Path::new("tools")).unwrap();
    contest.agents[0].grant(&grants);
    let record = played(&contest).into_values().next().unwrap();
    assert_eq!(record.ending.kind(), "board full", "{}", record.ending.sentence);
    let program = record.programs.iter().flatten().next().unwrap();
    assert_eq!(program.refused, ["/", "own"], "what is not there cannot be granted");
    // Also where its user could not get by itself.
    fs::set_permissions(&tools, fs::Permissions::from_mode(0o700)).unwrap();
    let record = played(&contest).into_values().next().unwrap();
    assert_eq!(record.ending.kind(), "board full", "{}", record.ending.sentence);
}

#[test]
fn commands_are_found_in_directories_that_are_added() {
    let base = folders();
    let player = fs::read_to_string(plyglot_testing::agent("first_point.sh")).unwrap();
    let tool = base.path().join("tools/my-player");
    fs::write(&tool, format!("#!/bin/sh\n{player}")).unwrap();
    open(&tool);
    fs::write(base.path().join("agent/agent.toml"), "run = 'my-player'\n").unwrap();
    let agent = base.path().join("agent").display().to_string();
    let mut contest = contest(&[&agent, "random"], Format::RoundRobin, 1);
    assert!(contest.find_programs().is_err());
    let mut grants = Grants::default();
    grants.let_find(base.path(), Path::new("tools")).unwrap();
    contest.agents[0].grant(&grants);
    contest.find_programs().unwrap();
    let record = played(&contest).into_values().next().unwrap();
    assert_eq!(record.ending.kind(), "board full", "{}", record.ending.sentence);
    let interpreter = record.programs.iter().flatten().next().unwrap().interpreter.clone();
    assert_eq!(interpreter.unwrap().path, fs::canonicalize(&tool).unwrap().to_str().unwrap());
    // What cannot be reached is said: another program of that name might be found instead.
    let tools = base.path().join("tools");
    fs::set_permissions(&tools, fs::Permissions::from_mode(0o700)).unwrap();
    if !best().can_reach(&tools) {
        let end = run(&contest, Results::new(), |_| Ok::<_, Infallible>(Flow::GoOn));
        assert!(end.is_ok() || end.unwrap_err().to_string().contains("closed to others"));
    }
    let file = grants.let_find(base.path(), Path::new("tools/my-player")).unwrap_err();
    assert!(file.to_string().contains("not a directory"), "{file}");
}

#[test]
fn interpreters_tell_their_version() {
    if !plyglot_testing::has(&["python3"]) {
        return;
    }
    let base = folders();
    let file = base.path().join("agent/agent.py");
    // As in an environment: a link to another one.
    let python = find_program("python3", &[]).unwrap();
    std::os::unix::fs::symlink(python, base.path().join("tools/python3")).unwrap();
    let mut grants = Grants::default();
    grants.let_find(base.path(), Path::new("tools")).unwrap();
    for (text, mode) in [("print(1)", 0o644), ("#!/usr/bin/env python3\nprint(1)", 0o755)] {
        fs::write(&file, text).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        let mut contest = contest(&[file.to_str().unwrap(), "random"], Format::RoundRobin, 1);
        for place in ["/python3", "/tools/python3"] {
            let record = played(&contest).into_values().next().unwrap();
            let program = record.programs.iter().flatten().next().unwrap();
            let interpreter = program.interpreter.clone().unwrap();
            assert!(interpreter.path.ends_with(place), "{interpreter}");
            assert!(interpreter.version.unwrap().starts_with("Python 3."));
            contest.agents[0].grant(&grants);
        }
    }
}
