//! Whole games as texts, in whatever form they come: our own records, the notations of games, an
//! `input.txt`, a position, or moves alone.

mod moves;
pub mod text;

use plyglot_core::text::{Span, TextError};
use plyglot_search::textbook::Algorithm;

use crate::any::{AnyLine, GameKit, GameRef, Games, MoveError};
use crate::notation::ScoreSheet;

/// What a text turned out to hold.
#[derive(Debug)]
pub struct Found {
    /// Its games: never none.
    pub scores: Vec<ScoreSheet>,
    /// The search that it asks for, if it is the input of one.
    pub search: Option<(Algorithm, u32)>,
}

/// A move of a list that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number} ({text}): {reason}")]
pub struct WrongMove {
    /// Which one of the list, from 1.
    pub number: usize,
    /// As it is written there.
    pub text: String,
    /// Why not.
    pub reason: String,
    /// Where that is.
    pub place: TextError,
}

/// Plays a list of moves: one a line, or several with a comma and a blank between, with or without
/// numbers, as the game writes them or as its players do elsewhere.
///
/// # Errors
/// At the first that the rules do not allow; those before it are played.
pub fn play_moves(line: &mut dyn AnyLine, text: &str) -> Result<(), WrongMove> {
    moves::play_all(line, text)
}

/// Reads the games of a file: a [text record](text), or the notation of one of the games.
///
/// # Errors
/// At the first place that is not as it should be, or move that the rules do not allow.
pub fn read(text: &str, games: Games) -> Result<Vec<ScoreSheet>, TextError> {
    written(text, games).unwrap_or_else(|| text::read(text, games))
}

/// Reads anything that holds a game: a record, the notation of a game, an `input.txt`, a position, or
/// moves from the usual start. The content tells which game it is, unless one is named.
///
/// # Errors
/// At the first place that is not as it should be, or move that the rules do not allow.
pub fn read_any(text: &str, games: Games, game: Option<GameRef>) -> Result<Found, TextError> {
    if let Some(scores) = written(text, games) {
        return Ok(Found { scores: scores?, search: None });
    }
    let as_input = match games.read_task(text, game) {
        Ok((_, task)) => return Ok(Found::of(task.line(), task.goal().search())),
        Err(error) => error,
    };
    let line = match game {
        Some(game) => match (game.read_line(text), moves::read(text, game)) {
            (Err(_), Some(moves)) => moves,
            (line, _) => line,
        },
        // What does not name its game is of the one that can read it.
        None => {
            let position = games.iter().find_map(|game| game.read_position(text).ok());
            let moves = || games.iter().find_map(|game| moves::read(text, game)?.ok());
            position.or_else(moves).ok_or(as_input)
        }
    };
    Ok(Found::of(line?, None))
}

/// Reads the only game of a text in any form, and goes to its end.
///
/// # Errors
/// If it is another game's, or there are several; otherwise as [`read_any`].
pub fn read_one(text: &str, games: Games, game: GameRef) -> Result<Box<dyn AnyLine>, TextError> {
    let mut scores = read_any(text, games, Some(game))?.scores;
    let (count, last) = (scores.len(), scores.pop());
    let Some(ScoreSheet { line, .. }) = last.filter(|_| count == 1) else {
        return Err(TextError::new(1, 1, format!("expected one game, found {count}")));
    };
    let (found, wanted) = (line.about().name, game.name());
    if found != wanted {
        return Err(TextError::new(1, 1, format!("a game of {found}, not of {wanted}")));
    }
    Ok(line)
}

/// The games of a record or of a notation; `None` if the text begins as neither does.
fn written(text: &str, games: Games) -> Option<Result<Vec<ScoreSheet>, TextError>> {
    if text::recognises(text) {
        return Some(text::read(text, games));
    }
    let mut notations = games.iter().filter_map(GameKit::notation);
    Some(notations.find(|notation| notation.recognises(text))?.read(text))
}

impl Found {
    /// A game of which nobody wrote down who played it.
    fn of(line: Box<dyn AnyLine>, search: Option<(Algorithm, u32)>) -> Found {
        Found { scores: vec![ScoreSheet::new(line)], search }
    }
}

/// Plays a move that stands somewhere in a text.
fn play(line: &mut dyn AnyLine, mv: Span<'_>) -> Result<(), TextError> {
    line.play(mv.text).map_err(|error| match error {
        MoveError::Malformed(error) => mv.error_at(error.column - 1, error.message),
        MoveError::Illegal(error) => mv.error(error.to_string()),
    })
}
