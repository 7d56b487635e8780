//! What a game adds so that a person can play it in a terminal: how it looks, how its moves may be
//! typed.

use plyglot_core::{Game, Side};
use plyglot_kit::wording::Spoken;

use super::look::Look;

/// A game that can be played in a terminal.
pub trait Playable: Spoken {
    /// How moves are typed, by example.
    const HOW_TO_MOVE: &'static str;

    /// From whose side two people look at the board: the one at its bottom as the rules draw it.
    const NATURAL_VIEWER: Side = Side::First;

    /// What a side has on the board, as a beginning and an end of what is said of it: its piece, or
    /// where its place is.
    fn legend(side: Side, look: &Look) -> Legend;

    /// The board, ended by a newline.
    fn draw(&self, view: &View<'_, Self>) -> String;

    /// Further ways to type a legal move.
    fn spellings(&self, _mv: Self::Move) -> Vec<String> {
        Vec::new()
    }

    /// Text that was typed, as near to the game's own spelling of a move as it can be brought.
    fn respelled(typed: &str) -> String;
}

/// What stands around a player's name below the board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Legend {
    pub before: &'static str,
    pub behind: &'static str,
}

impl Legend {
    /// `● Black`.
    pub const fn piece(piece: &'static str) -> Legend {
        Legend { before: piece, behind: "" }
    }
}

/// How a board is to be drawn.
pub struct View<'v, G: Game> {
    pub look: &'v Look,
    /// The move that led here.
    pub last: Option<G::Move>,
    /// From whose side the board is seen, where that makes a difference.
    pub viewer: Side,
}

/// The words of a text: what is not a letter or a digit separates them. Small letters only.
pub fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect()
}
