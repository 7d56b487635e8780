//! What every fuzz target checks: reading never panics, an error's place lies in the text, and a
//! position that was read survives being written.

use plyglot_core::text::TextError;
use plyglot_games::GAMES;
use plyglot_kit::any::GameRef;
use plyglot_kit::notation::ScoreSheet;
use plyglot_kit::{read_text, records};

/// Reads an input as the command line does.
pub fn read(bytes: &[u8], game: Option<GameRef>) {
    let Ok(text) = read_text(bytes) else { return };
    if let Err(error) = GAMES.read_task(&text, game) {
        check_place(&error, &text);
    }
    match records::read_any(&text, GAMES, game) {
        Err(error) => check_place(&error, &text),
        // A long text may hold a long game; to write a few is enough.
        Ok(found) => found.scores.iter().take(3).for_each(check_written),
    }
}

/// Reads an input and a position of one game, which a number chooses.
pub fn read_named(bytes: &[u8], number: usize) {
    let count = GAMES.iter().count();
    let Some(game) = GAMES.iter().nth(number % count) else { return };
    read(bytes, Some(game));
    let Ok(text) = read_text(bytes) else { return };
    match game.read_position(&text) {
        Err(error) => check_place(&error, &text),
        Ok(line) => {
            let written = line.position();
            let again = game.read_position(&written).expect("what was written is read");
            assert_eq!(again.position(), written);
        }
    }
}

/// What is written of a game reads back as the same game.
fn check_written(score: &ScoreSheet) {
    let notation = score.line.about().name;
    let notation = GAMES.find(notation).ok().and_then(|game| game.notation());
    let written = notation.and_then(|notation| notation.write(score, "", ""));
    for text in written.into_iter().chain([records::text::write(score)]) {
        let again = records::read(&text, GAMES).expect("what was written is read");
        assert_eq!(again[0].line.moves(), score.line.moves());
        assert_eq!(again[0].line.position_at(0), score.line.position_at(0));
    }
}

fn check_place(error: &TextError, text: &str) {
    assert!((1..=text.lines().count() + 1).contains(&error.line), "{error}");
    let width = text.lines().nth(error.line - 1).map_or(0, |line| line.chars().count());
    assert!((1..=width + 1).contains(&error.column), "{error}");
}
