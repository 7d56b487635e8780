use std::fmt;
use std::str::FromStr;

use super::Board;
use plyglot_core::Side;
use plyglot_core::{
    text,
    text::{Span, TextError},
};

/// A pit to sow from, such as `B3`; the rest follows from the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub(super) side: Side,
    pub(super) column: u8,
}

impl Move {
    /// One more than any [`index`](Move::index).
    pub const INDICES: usize = 32;

    /// Whose pit it is.
    #[inline]
    pub fn side(self) -> Side {
        self.side
    }

    /// The pit's column from the left, from 0.
    #[inline]
    pub fn column(self) -> usize {
        usize::from(self.column)
    }

    /// A small number of its own for each move, for tables.
    #[inline]
    pub fn index(self) -> usize {
        16 * self.side as usize + self.column()
    }

    /// All moves that a board of any size can have.
    pub fn all() -> impl Iterator<Item = Move> {
        let columns = 0..*Board::PITS.end() as u8;
        [Side::First, Side::Second]
            .into_iter()
            .flat_map(move |side| columns.clone().map(move |column| Move { side, column }))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = match self.side {
            Side::First => 'B',
            Side::Second => 'A',
        };
        // Column 1 is player 2's mancala.
        write!(f, "{row}{}", self.column + 2)
    }
}

impl FromStr for Move {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Move, TextError> {
        let span = text::whole(text);
        let side = match text.chars().next() {
            Some('A') => Side::Second,
            Some('B') => Side::First,
            _ => return Err(span.expected("a pit such as A2 or B3")),
        };
        let digits = Span { text: &text[1..], column: 2, ..span };
        let last = *Board::PITS.end() as i64 + 1;
        Ok(Move { side, column: digits.integer("a column", 2..=last)? as u8 - 2 })
    }
}
