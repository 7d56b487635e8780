//! Whole games in a notation that players of one game have agreed on, beside the record that all
//! games share.

use std::fmt;

use plyglot_core::Outcome;
use plyglot_core::text::TextError;

use crate::any::AnyLine;

/// A game's own way to write down whole games.
pub trait Notation: fmt::Debug + Send + Sync {
    /// What it is called: `PDN`.
    fn name(&self) -> &'static str;

    /// How its files end, without the dot: `pdn`.
    fn extension(&self) -> &'static str;

    /// Whether a text begins as this notation does. No two notations may claim the same.
    fn recognises(&self, text: &str) -> bool;

    /// A game, written so that another can follow it; `None` if the line is another game's.
    fn write(&self, score: &ScoreSheet, event: &str, round: &str) -> Option<String>;

    /// The position at the end of a line alone, where the notation has a way for that.
    fn write_position(&self, _line: &dyn AnyLine) -> Option<PositionText> {
        None
    }

    /// Reads all games of a file and plays them through.
    ///
    /// # Errors
    /// At the first place that is not as it should be, or move that the rules do not allow.
    fn read(&self, text: &str) -> Result<Vec<ScoreSheet>, TextError>;
}

/// A whole game on paper: every move has been checked by the rules.
#[derive(Clone, Debug)]
pub struct ScoreSheet {
    /// Who played, the first side first.
    pub players: [String; 2],
    /// The start and the moves.
    pub line: Box<dyn AnyLine>,
    /// Who won, if the paper says it.
    pub outcome: Option<Outcome>,
    /// How it ended, in words, if the paper says it.
    pub ending: Option<String>,
}

/// A position alone, in a notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionText {
    /// What such texts are called: `FEN`.
    pub name: &'static str,
    /// How files of them end, without the dot.
    pub extension: &'static str,
    /// The text, without a newline.
    pub text: String,
}

/// Nobody has said who plays.
const NOBODY: &str = "?";

impl ScoreSheet {
    /// A game of which nothing else is known. How it ended is what the rules say of it.
    pub fn new(line: Box<dyn AnyLine>) -> ScoreSheet {
        let ending = line.ending();
        ScoreSheet {
            players: [NOBODY, NOBODY].map(str::to_owned),
            outcome: ending.as_ref().map(|ending| ending.outcome),
            ending: ending.map(|ending| ending.how),
            line,
        }
    }
}
