//! A game's `RULES.md`, the head of the game's module and its tests speak of the same rules.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use plyglot_games::GAMES;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"))
}

/// The numbers at the start of lines such as `3. **Jump.** ...`, after `prefix`.
fn numbers(text: &str, prefix: &str) -> BTreeSet<u32> {
    let lines = text.lines().filter_map(|line| line.trim_start().strip_prefix(prefix));
    lines
        .filter_map(|line| {
            let digits: String = line.chars().take_while(char::is_ascii_digit).collect();
            let follows = line[digits.len()..].starts_with(['.', '_']);
            follows.then(|| digits.parse().ok()).flatten()
        })
        .collect()
}

#[test]
fn every_rule_choice_has_its_test() {
    for game in GAMES.iter() {
        let module = game.name().replace('-', "_");
        let docs = game.about().rules;
        let (_, choices) = docs.split_once("## Rule choices").expect("a list of rule choices");
        let choices = choices.split("\n## ").next().unwrap();
        let documented = numbers(choices, "");
        assert!(!documented.is_empty(), "{module}");
        let head = read(&format!("src/{module}/mod.rs"));
        assert_eq!(numbers(&head, "//! "), documented, "head of {module}/mod.rs");
        let tests = read(&format!("tests/rules/{module}.rs"));
        assert_eq!(numbers(&tests, "fn rule_"), documented, "tests of {module}");
    }
}
