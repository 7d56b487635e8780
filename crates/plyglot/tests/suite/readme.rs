//! The transcripts in README.md are true, and links between the pages lead somewhere.

use std::fs;
use std::path::{Path, PathBuf};

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

/// What a crate's README.md shows is what its documentation shows, and that is tried by `cargo test`.
#[test]
fn examples_of_the_crates() {
    let mut count = 0;
    for folder in fs::read_dir(root().join("crates")).unwrap() {
        let folder = folder.unwrap().path();
        let read = |file: &str| fs::read_to_string(folder.join(file)).unwrap_or_default();
        let name = folder.display();
        let is_published = !read("Cargo.toml").contains("publish = false");
        assert!(
            !is_published || read("README.md").starts_with("# plyglot"),
            "{name}: no README.md"
        );
        let documentation: String = read("src/lib.rs")
            .lines()
            .filter_map(|line| line.strip_prefix("//!"))
            .fold(String::new(), |text, line| text + line.strip_prefix(' ').unwrap_or(line) + "\n");
        let readme = read("README.md");
        for rest in readme.split("```rust\n").skip(1) {
            let example = rest.split("```").next().unwrap();
            assert!(documentation.contains(example), "{name}: README.md shows another example");
            count += 1;
        }
    }
    assert!(count >= 9, "only {count} examples found");
}

/// Every link from one file of the repository to another, as seen from where the text really lies:
/// some pages are links to files of a crate.
#[test]
fn links() {
    let mut count = 0;
    for page in pages() {
        let page = page.canonicalize().unwrap();
        let text = fs::read_to_string(&page).unwrap();
        let places = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for place in places.filter(|place| !place.contains("://") && !place.starts_with('#')) {
            let file = place.split('#').next().unwrap();
            let target = page.parent().unwrap().join(file);
            assert!(target.exists(), "{}: {place} leads nowhere", page.display());
            count += 1;
        }
    }
    assert!(count >= 30, "only {count} links found");
}

/// README.md of the repository and of each crate, and all of docs/.
fn pages() -> Vec<PathBuf> {
    let inside = |folder: &str| {
        let entries = fs::read_dir(root().join(folder)).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect::<Vec<_>>()
    };
    let crates = inside("crates").into_iter().map(|folder| folder.join("README.md"));
    let docs = inside("docs").into_iter().chain(inside("docs/rules"));
    let pages = docs.chain(crates).filter(|path| path.extension().is_some_and(|end| end == "md"));
    pages.filter(|path| path.exists()).chain([root().join("README.md")]).collect()
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
