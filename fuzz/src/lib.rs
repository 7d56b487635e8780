//! What every fuzz target checks: reading never panics, an error's place lies in the text, and a
//! position that was read survives being written.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use plyglot_games::Task;
use plyglot_kit::read_text;
use plyglot_games::{GameId, capture_go, checkers, mancala, stake_raid, star_circle};

/// Reads an input as the command line does.
pub fn read(bytes: &[u8], game: Option<GameId>) {
    let Ok(text) = read_text(bytes) else { return };
    if let Err(error) = Task::read(&text, game) {
        assert!((1..=text.lines().count() + 1).contains(&error.line), "{error}");
        let width = text.lines().nth(error.line - 1).map_or(0, |line| line.chars().count());
        assert!((1..=width + 1).contains(&error.column), "{error}");
    }
    match game {
        Some(GameId::StarCircle) => survives::<star_circle::Position>(&text),
        Some(GameId::Checkers) => survives::<checkers::Position>(&text),
        Some(GameId::StakeRaid) => survives::<stake_raid::Position>(&text),
        Some(GameId::Mancala) => survives::<mancala::Position>(&text),
        Some(GameId::CaptureGo) => survives::<capture_go::Large>(&text),
        None => {}
    }
}

fn survives<T: FromStr + Display + PartialEq + Debug>(text: &str) {
    if let Ok(value) = text.parse::<T>() {
        assert_eq!(value.to_string().parse::<T>().ok(), Some(value));
    }
}
