//! What a game adds so that a person can play it: how it looks, how it is spoken of, how its moves
//! may be typed.

use plyglot_assignments::competition::Competition;
use plyglot_games::{Game, Outcome, Side};

use super::look::Look;

/// A game that can be played in a terminal.
pub trait Playable: Competition {
    /// What the players count, one and several.
    const UNIT: Unit;
    /// How moves are typed, by example.
    const HOW_TO_MOVE: &'static str;

    /// From whose side two people look at the board: the one at its bottom as the rules draw it.
    const NATURAL_VIEWER: Side = Side::First;

    /// A side in a sentence: `Black`, where a file has `B`.
    fn title(side: Side) -> &'static str {
        Self::side_name(side)
    }

    /// What a side has on the board, as a beginning and an end of what is said of it: its piece, or
    /// where its place is.
    fn legend(side: Side, look: &Look) -> Legend;

    /// The board, ended by a newline.
    fn draw(&self, view: &View<'_, Self>) -> String;

    /// What each side has, in [`UNIT`](Playable::UNIT)s.
    fn tally(&self) -> [i64; 2];

    /// What a legal move brings about beyond itself, such as `taking 2 pieces`.
    fn effects(&self, mv: Self::Move, after: &Self) -> Vec<String>;

    /// Further ways to type a legal move.
    fn spellings(&self, _mv: Self::Move) -> Vec<String> {
        Vec::new()
    }

    /// Text that was typed, as near to the game's own spelling of a move as it can be brought.
    fn respelled(typed: &str) -> String;

    /// What a player should know before moving.
    fn notice(&self) -> Option<&'static str> {
        None
    }

    /// Whether a move is made for a player who has no other.
    fn is_automatic(_mv: Self::Move) -> bool {
        false
    }

    /// How a game that went through these positions by these moves ended, if it did. There is one
    /// position more than there are moves.
    fn ending(positions: &[Self], _moves: &[Self::Move]) -> Option<Ending> {
        let last = positions.last()?;
        let outcome = last.outcome()?;
        let [first, second] = last.tally();
        let (more, less) = (first.max(second), first.min(second));
        let how = match outcome {
            Outcome::Win(side) => {
                format!("{} wins {more} to {less}", Self::title(side))
            }
            Outcome::Draw => format!("draw: {more} {} each", Self::UNIT.of(more)),
        };
        Some(Ending { outcome, how })
    }
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

/// A word for one and for several.
#[derive(Clone, Copy, Debug)]
pub struct Unit(pub &'static str, pub &'static str);

impl Unit {
    pub fn of(self, count: i64) -> &'static str {
        if count == 1 { self.0 } else { self.1 }
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

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    pub outcome: Outcome,
    /// In words.
    pub how: String,
}

/// `1 piece`, `2 pieces`.
pub fn counted(count: i64, unit: Unit) -> String {
    format!("{count} {}", unit.of(count))
}

/// The words of a text: what is not a letter or a digit separates them. Small letters only.
pub fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect()
}
