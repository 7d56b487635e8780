use std::fmt;
use std::str::FromStr;

use super::Cell;
use plyglot_core::{text, text::TextError};

/// `C3 Raid`, `F22 Stake`. Moves compare as the rules order them: Stakes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Whether it conquers.
    pub kind: Kind,
    /// Where the new piece is put.
    pub cell: Cell,
}

/// The two ways to take a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Anywhere; conquers nothing.
    Stake,
    /// Next to an own piece; conquers the opposing pieces around.
    Raid,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.cell, self.kind)
    }
}

impl FromStr for Move {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Move, TextError> {
        let span = text::whole(text);
        let words: Vec<_> = span.cells(' ').collect();
        let [cell, kind] = words[..] else {
            return Err(span.expected("a move such as C3 Raid or F22 Stake"));
        };
        let cell = Cell::parse(cell)?;
        let kind = kind.one_of(&[("Stake", Kind::Stake), ("Raid", Kind::Raid)])?;
        Ok(Move { kind, cell })
    }
}
