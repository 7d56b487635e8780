//! What all games have in common about input: what is read all the same, and what is refused.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use plyglot_games::GAMES;
use plyglot_kit::any::GameRef;
use plyglot_kit::{InMemory, read_text};
use proptest::prelude::*;

use crate::cases;

/// The message for an input that must be refused.
pub fn error(input: &str) -> String {
    cases::read(input).expect_err(input).to_string()
}

fn example(game: GameRef) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    fs::read_to_string(root.join(game.name()).join("input.txt")).unwrap()
}

/// The answer files, by name; Capture Go's times differ from run to run and are taken out.
fn answers(input: &str) -> Vec<(String, String)> {
    let task = cases::read(input).unwrap_or_else(|error| panic!("{error}:\n{input}"));
    let mut files = InMemory::default();
    task.solve(&cases::quick(), &mut files).unwrap();
    let without_times = |name: &str| {
        let lines = files.text(name).unwrap().lines().filter(|line| !line.contains("running time"));
        lines.collect::<Vec<_>>().join("\n")
    };
    files.names().map(|name| (name.to_owned(), without_times(name))).collect()
}

#[test]
fn line_ends_blanks_and_marks_do_not_matter() {
    for game in GAMES.iter() {
        let plain = example(game);
        let right = answers(&plain);
        let variants = [
            plain.replace('\n', "\r\n"),
            plain.replace('\n', "  \t\n"),
            plain.trim_end().to_owned(),
            format!("{plain}\n\n  \n"),
            format!("\u{feff}{plain}"),
        ];
        for variant in variants {
            assert_eq!(cases::read(&variant).unwrap().about().name, game.name());
            assert_eq!(answers(&variant), right, "{game:?}: {variant:?}");
        }
    }
}

#[test]
fn what_is_no_game_at_all() {
    assert_eq!(error(""), "1:1: expected the input of a game, found the end");
    assert_eq!(error("\n\n"), "1:1: expected the input of a game, found an empty line");
    let message = error("Chess\n");
    assert!(message.starts_with("1:1: expected the first line of a game: Star or Circle"));
    assert!(message.ends_with("found \"Chess\""));
    assert_eq!(
        error("7"),
        "2:1: expected the second line of Stake and Raid or Mancala, found the end"
    );
}

#[test]
fn a_named_game_is_not_guessed() {
    let message = cases::read_as("SINGLE\n", "star-circle").unwrap_err().to_string();
    assert_eq!(message, "1:1: expected Star or Circle, found \"SINGLE\"");
}

#[test]
fn what_is_no_text() {
    let message = |bytes: &[u8]| read_text(bytes).unwrap_err().to_string();
    assert_eq!(message(b"Star\nMIN\xff"), "2:4: not text: byte 0xff is not UTF-8");
    assert_eq!(message(&[0xfe, 0xf0, 0]), "1:1: not text: byte 0xfe is not UTF-8");
    let utf16 = "1:1: the text is UTF-16: save it as UTF-8";
    assert_eq!(message(b"\xff\xfeS\0t\0a\0r\0"), utf16);
    assert_eq!(message(b"\xfe\xff\0S\0t\0a\0r"), utf16);
}

/// Blanks that look like spaces and are none.
#[test]
fn only_spaces_and_tabs_are_blanks() {
    for game in GAMES.iter() {
        for (blank, name) in [
            ('\u{a0}', "a no-break space (U+00A0)"),
            ('\u{b}', "a vertical tab (U+000B)"),
            ('\u{c}', "a form feed (U+000C)"),
            ('\u{2003}', "another blank (U+2003)"),
        ] {
            let input = example(game);
            let at_the_end = input.replacen('\n', &format!("{blank}\n"), 2);
            let message = cases::read_as(&at_the_end, game.name()).unwrap_err().to_string();
            let column = input.lines().next().unwrap().len() + 1;
            assert_eq!(message, format!("1:{column}: expected a space or a tab, found {name}"));
            let behind = cases::read_as(&format!("{input}{blank}\n"), game.name()).unwrap_err();
            assert_eq!(behind.line, input.lines().count() + 1, "{game:?}: {behind}");
        }
    }
}

/// A source without end, as a file of many gigabytes is: it must not be read to its end.
#[test]
fn what_is_too_large_is_not_read_to_the_end() {
    let message = read_text(io::repeat(b'7')).unwrap_err().to_string();
    assert_eq!(message, "1:1048578: larger than 1048576 bytes, as no input of these games is");
    let many_lines = b"0\n".repeat(600_000);
    let message = read_text(many_lines.as_slice().chain(io::empty())).unwrap_err().to_string();
    assert!(message.starts_with("524289:2: larger than"), "{message}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Whatever is read, the answer is a task or a message, never a panic; and its place lies
    /// within the text or just behind it.
    #[test]
    fn no_text_panics(text in "\\PC{0,80}|([A-Z0-9.,;SCXOBWbw \r\n-]{0,200})", game in 0..6_usize) {
        check_place(&text, GAMES.iter().nth(game));
    }

    /// Good inputs with a piece replaced: closer to what people really get wrong.
    #[test]
    fn no_damaged_input_panics(
        game in 0..5_usize,
        at in any::<prop::sample::Index>(),
        length in 0..12_usize,
        patch in "[0-9A-Za-z.,\\n -]{0,6}|-?[0-9]{1,40}|\\PC{1,3}",
    ) {
        let mut bytes = example(GAMES.iter().nth(game).unwrap()).into_bytes();
        let start = at.index(bytes.len());
        let end = (start + length).min(bytes.len());
        bytes.splice(start..end, patch.bytes());
        check_place(&String::from_utf8(bytes).unwrap(), None);
    }
}

fn check_place(text: &str, game: Option<GameRef>) {
    if let Err(error) = GAMES.read_task(text, game) {
        let lines = text.lines().count();
        assert!((1..=lines + 1).contains(&error.line), "{error} in {text:?}");
        let width = text.lines().nth(error.line - 1).map_or(0, |line| line.chars().count());
        assert!((1..=width + 1).contains(&error.column), "{error} in {text:?}");
        assert!(!error.message.contains('\n'), "{error:?}");
    }
}
