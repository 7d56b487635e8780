use std::fmt;

use super::Board;
use plyglot_core::text::{Span, TextError};

/// A cell of a board of any size, ordered row by row from the top left: A1, B1, ..., A2, B2, ...
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    row: u8,
    column: u8,
}

impl Cell {
    /// Rows and columns count from 0, at the top left.
    #[inline]
    pub(super) fn at(row: usize, column: usize) -> Cell {
        debug_assert!(row < Board::LARGEST && column < Board::LARGEST);
        Cell { row: row as u8, column: column as u8 }
    }

    /// 0 at the top.
    #[inline]
    pub fn row(self) -> usize {
        usize::from(self.row)
    }

    /// 0 at the left.
    #[inline]
    pub fn column(self) -> usize {
        usize::from(self.column)
    }

    /// The cells left, right, above and below, as far as the largest board has them.
    #[inline]
    pub(super) fn neighbours(self) -> impl Iterator<Item = Cell> {
        let Cell { row, column } = self;
        // One less than 0 wraps to a number that is far too large, too.
        [
            (row.wrapping_sub(1), column),
            (row, column.wrapping_sub(1)),
            (row, column + 1),
            (row + 1, column),
        ]
        .into_iter()
        .filter(|&(row, column)| usize::from(row.max(column)) < Board::LARGEST)
        .map(|(row, column)| Cell { row, column })
    }

    pub(super) fn parse(span: Span<'_>) -> Result<Cell, TextError> {
        Cell::from_text(span.text).ok_or_else(|| span.expected("a cell from A1 to Z26"))
    }

    fn from_text(text: &str) -> Option<Cell> {
        let (column, row) = text.split_at_checked(1)?;
        let column = column.bytes().next().filter(u8::is_ascii_uppercase)? - b'A';
        // A number is written in one way only: no sign and no zeros before it.
        if !row.starts_with(|first: char| matches!(first, '1'..='9')) {
            return None;
        }
        let row: usize = row.parse().ok()?;
        (row <= Board::LARGEST).then(|| Cell::at(row - 1, usize::from(column)))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.column), self.row + 1)
    }
}
