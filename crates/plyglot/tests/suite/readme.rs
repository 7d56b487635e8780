//! The transcripts in README.md are true.

use std::fs;
use std::path::Path;

use crate::{plyglot, printed, root};

/// Runs the commands in ```` ```console ```` blocks one after the other in a directory that holds
/// the examples, and compares what they print. Running times are passed over.
#[test]
fn transcripts() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let directory = tempfile::tempdir().unwrap();
    copy(&root().join("examples"), &directory.path().join("examples"));
    let blocks = readme.split("```console\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let mut commands = 0;
    for block in blocks {
        for step in block.split("$ ").skip(1) {
            let (command, expected) = step.split_once('\n').unwrap();
            let words: Vec<&str> = command.split_whitespace().collect();
            let found = match words[..] {
                ["plyglot", ref arguments @ ..] => printed(&plyglot(directory.path(), arguments)),
                ["cat", file] => fs::read_to_string(directory.path().join(file)).unwrap(),
                _ => panic!("README runs {command:?}, which this test does not know"),
            };
            let lines = |text: &str| {
                let lines = text.trim_end().lines().filter(|line| !line.contains("running time"));
                lines.map(str::to_owned).collect::<Vec<_>>()
            };
            assert_eq!(lines(&found), lines(expected), "$ {command}");
            commands += 1;
        }
    }
    assert!(commands >= 3, "only {commands} commands found");
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}
