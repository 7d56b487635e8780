//! Logs that are large, or too large.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use plyglot_testing::has;
use serde_json::Value;

use crate::{names, plyglot, printed};

/// The start of Mancala (6,4), to be searched so many turns ahead by minimax. At depth 6 its log has
/// 23 MB, and about eight times as many with each turn more.
fn input(directory: &Path, depth: u32) {
    let text = format!("2\n1\n{depth}\n4 4 4 4 4 4\n4 4 4 4 4 4\n0\n0\n");
    fs::write(directory.join("input.txt"), text).unwrap();
}

/// That a log was refused in one line; returns it.
#[track_caller]
fn refused(output: &Output) -> String {
    let errors = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
    errors
}

#[test]
fn beyond_2_gb_it_has_to_be_asked_for() {
    let directory = tempfile::tempdir().unwrap();
    input(directory.path(), 12);
    let error = refused(&plyglot(directory.path(), &["solve", "--out", "new/folder"]));
    let start = "new/folder/traverse_log.txt: it would have about ";
    assert!(error.starts_with(start) && error.contains(" TB, and "), "{error}");
    assert!(error.contains("larger than 2.00 GB needs --large"), "{error}");
    assert_eq!(names(directory.path()), ["input.txt"]);
}

/// It is measured first and then written, to the same bytes as a smaller one.
#[test]
fn one_of_some_size_is_whole() {
    let directory = tempfile::tempdir().unwrap();
    input(directory.path(), 6);
    let text = fs::read_to_string(directory.path().join("input.txt")).unwrap();
    fs::write(directory.path().join("input.txt"), text.replace("4 4 4 4 4 4", "4 4 4 4 4 4 4"))
        .unwrap();
    let report = printed(&plyglot(directory.path(), &["solve", "--json"]));
    let report: Value = serde_json::from_str(&report).unwrap();
    let log = fs::read(directory.path().join("traverse_log.txt")).unwrap();
    assert!(log.len() > 32 << 20, "{}", log.len());
    let lines = log.iter().filter(|&&byte| byte == b'\n').count() as u64;
    // The header, a line when a node is entered, and one when it returns to its parent.
    assert_eq!(lines, 2 * report["nodes"].as_u64().unwrap());
    assert!(log.starts_with(b"Node,Depth,Value\nroot,0,-Infinity\nB2,1,Infinity\n"));
    assert_eq!(names(directory.path()), ["input.txt", "next_state.txt", "traverse_log.txt"]);
}

/// On a disk of 8 MB, which needs a mount namespace.
#[test]
fn what_does_not_fit_the_disk_is_not_begun() {
    let directory = tempfile::tempdir().unwrap();
    let in_namespace = |script: &str| {
        let mut command = Command::new("unshare");
        command.args(["--map-root-user", "--mount", "sh", "-ec", script]);
        command.current_dir(directory.path()).stdin(Stdio::null()).output()
    };
    let mount = "mkdir -p disk; mount -t tmpfs -o size=8m none disk";
    if !has(&["unshare", "mount", "sh"]) {
        return;
    }
    if !in_namespace(mount).is_ok_and(|output| output.status.success()) {
        _ = std::io::Write::write_all(
            &mut std::io::stderr(),
            b"skipped: what_does_not_fit_the_disk_is_not_begun: no file systems of our own here\n",
        );
        return;
    }
    let program = env!("CARGO_BIN_EXE_plyglot");
    for (depth, large, expected) in [
        (6, "", "and only 8.39 MB are free here"),
        (6, "--large", "and only 8.39 MB are free here"),
        (20, "--large", "it would have about"),
    ] {
        input(directory.path(), depth);
        let script = format!(
            "{mount}; {program} solve --out disk {large} && exit; code=$?; \
                              ls -A disk; exit $code"
        );
        let output = in_namespace(&script).unwrap();
        let error = refused(&output);
        assert!(error.starts_with("disk/traverse_log.txt: it would have "), "{error}");
        assert!(error.contains(expected), "{error}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "", "something was left");
    }
    // Half as much fits.
    input(directory.path(), 5);
    let output = in_namespace(&format!("{mount}; {program} solve --out disk; ls -A disk")).unwrap();
    assert!(printed(&output).ends_with("\nnext_state.txt\ntraverse_log.txt\n"), "{output:?}");
}

/// The search would take days; the shell's limit on the size of files is below what is tried first.
#[test]
fn the_first_failed_write_ends_the_search_and_names_the_file() {
    if !has(&["sh"]) {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    input(directory.path(), 20);
    let script = format!("ulimit -f 2048; exec {} solve", env!("CARGO_BIN_EXE_plyglot"));
    let mut command = Command::new("sh");
    command.args(["-c", &script]).current_dir(directory.path());
    let error = refused(&command.output().unwrap());
    assert_eq!(error, "traverse_log.txt: file too large\n");
    assert_eq!(names(directory.path()), ["input.txt"]);
}

/// `explain` keeps the right answer in memory.
#[test]
fn what_is_too_large_to_compare_is_not_explained() {
    let directory = tempfile::tempdir().unwrap();
    input(directory.path(), 20);
    fs::write(directory.path().join("traverse_log.txt"), "Node,Depth,Value\n").unwrap();
    let output = plyglot(directory.path(), &["explain", "input.txt", "traverse_log.txt"]);
    let expected =
        "input.txt:1:1: its traverse_log.txt would have more than 256 MB, too much to compare\n";
    assert_eq!(refused(&output), expected);
}
