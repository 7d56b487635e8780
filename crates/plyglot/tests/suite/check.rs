//! `plyglot check`.

use std::fs;

use serde_json::Value;

use crate::{plyglot, printed};

const PLYGLOT: &str = env!("CARGO_BIN_EXE_plyglot");

#[test]
fn our_own_agents_keep_to_the_protocol() {
    let directory = tempfile::tempdir().unwrap();
    let agent = format!("{PLYGLOT} solve --opponent random");
    for game in ["checkers", "star-circle", "stake-raid", "mancala", "capture-go"] {
        let shown = printed(&plyglot(directory.path(), &["check", &agent, "--game", game]));
        let last = shown.lines().last().unwrap();
        let steps: usize = last.split(' ').nth(1).unwrap().parse().unwrap();
        assert!(last.ends_with(" steps passed") && steps >= 30, "{shown}");
    }
}

/// Knows one move, which is right at the start only.
#[test]
fn a_failure_comes_with_its_evidence() {
    let directory = tempfile::tempdir().unwrap();
    let agent = "echo here >&2; printf 'E f6 e5\\n' > output.txt\n";
    fs::write(directory.path().join("agent.sh"), agent).unwrap();
    let output = plyglot(directory.path(), &["check", "agent.sh"]);
    assert_eq!(output.status.code(), Some(1));
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(shown.contains("ok      first move: makes a legal move at the start (E f6 e5 in "));
    let expected = "FAILED  second side: makes a legal move as the other side; but it made an \
                    illegal move E f6 e5: f6 is not WHITE's";
    assert!(shown.contains(expected), "{shown}");
    for part in [
        "its input.txt:\n        | GAME\n        | WHITE\n",
        "its answer:\n        | E f6 e5\n",
        "its standard error:\n        | here\n",
    ] {
        assert!(shown.contains(part), "{shown}");
    }
    assert_eq!(shown.matches("its input.txt:").count(), 1, "only the first in full");

    let output = plyglot(directory.path(), &["check", "agent.sh", "--json"]);
    let steps: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let (summary, steps) = steps.split_last().unwrap();
    let failed = steps.iter().filter(|step| step["failure"].is_object()).count();
    assert_eq!(summary["failed"], failed);
    assert_eq!(summary["steps"], steps.len());
}

#[test]
fn what_does_not_build_or_is_built_in() {
    let directory = tempfile::tempdir().unwrap();
    let agent = directory.path().join("agent");
    fs::create_dir(&agent).unwrap();
    fs::write(
        agent.join("agent.toml"),
        "run = 'true'\nbuild = 'sh -c \"echo no compiler; exit 3\"'\n",
    )
    .unwrap();
    let output = plyglot(directory.path(), &["check", "agent"]);
    let shown = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{shown}");
    assert!(shown.contains("build failed: it exited with code 3") && shown.contains("no compiler"));

    let output = plyglot(directory.path(), &["check", "strong"]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error, "strong is built in: there is no protocol to keep to\n");
}
