//! How the games are spoken of, wherever a person plays: names, what a move brings about, how a game
//! ended, what the engine thinks in plain words.

mod verdict;

pub use verdict::{Subject, verdict};

use plyglot_core::picture::Shape;
use plyglot_core::{Outcome, Side};

use crate::Drawn;
use crate::competition::Competition;

/// A game that people play.
pub trait Spoken: Competition + Drawn {
    /// What the players count, one and several.
    const UNIT: Unit = Unit("point", "points");

    /// What the engine counts a lead in.
    const LEAD: Unit = Self::UNIT;

    /// A lead that is hard to make up for, in [`LEAD`](Spoken::LEAD)s: graphs show it near their
    /// edge.
    const CLEAR_LEAD: u32 = 10;

    /// How moves are typed, by example.
    const HOW_TO_MOVE: &'static str = "as the list writes it";

    /// A side in a sentence: `Black`, where a file has `B`.
    fn title(side: Side) -> &'static str {
        Self::side_name(side)
    }

    /// What a side has on the board, where its name does not say that.
    fn legend(_side: Side) -> Legend {
        Legend::default()
    }

    /// Further ways to type a legal move.
    fn spellings(&self, _mv: Self::Move) -> Vec<String> {
        Vec::new()
    }

    /// A move in the notation that its players use elsewhere, such as `11-15`.
    fn usual(_mv: Self::Move) -> Option<String> {
        None
    }

    /// Typed text, brought as close as possible to the game's own spelling of a move.
    fn respelled(typed: &str) -> String {
        typed.to_owned()
    }

    /// What each side has, in [`UNIT`](Spoken::UNIT)s.
    fn tally(&self) -> [i64; 2] {
        let lead = self.evaluate(Side::First).number().unwrap_or_default();
        [lead.max(0), (-lead).max(0)]
    }

    /// What a legal move brings about beyond itself, such as `taking 2 pieces`.
    fn effects(&self, _mv: Self::Move, _after: &Self) -> Vec<String> {
        Vec::new()
    }

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
    fn ending(positions: &[Self], _moves: &[Self::Move]) -> Option<EndingWords> {
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
        Some(EndingWords { outcome, how })
    }
}

/// What a side has on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Legend {
    /// Its pieces.
    pub shape: Option<Shape>,
    /// Its place: `row B and the mancala on the right`.
    pub place: &'static str,
}

impl Legend {
    /// Pieces of that shape.
    pub const fn piece(shape: Shape) -> Legend {
        Legend { shape: Some(shape), place: "" }
    }
}

/// A word for one and for several.
#[derive(Clone, Copy, Debug)]
pub struct Unit(pub &'static str, pub &'static str);

impl Unit {
    /// The word that goes with a number.
    pub fn of(self, count: i64) -> &'static str {
        if count == 1 { self.0 } else { self.1 }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndingWords {
    /// Who won, if either side did.
    pub outcome: Outcome,
    /// In words.
    pub how: String,
}

/// `1 piece`, `2 pieces`.
pub fn counted(count: i64, unit: Unit) -> String {
    format!("{count} {}", unit.of(count))
}

/// With a capital letter.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}
