use std::fmt;
use std::str::FromStr;

use super::LARGEST;
use plyglot_core::{
    text,
    text::{Span, TextError},
};

/// An intersection of the board, `(column,row)` as text; (1,1) is at the upper left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Point {
    /// Counted from 0, unlike in the text.
    column: u8,
    row: u8,
}

impl Point {
    /// The point in that column and row, both counted from 0 and below [`LARGEST`].
    #[inline]
    pub fn new(column: usize, row: usize) -> Point {
        debug_assert!(column < LARGEST && row < LARGEST);
        Point { column: column as u8, row: row as u8 }
    }

    /// The column, from 0.
    #[inline]
    pub fn column(self) -> usize {
        usize::from(self.column)
    }

    /// The row, from 0.
    #[inline]
    pub fn row(self) -> usize {
        usize::from(self.row)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.column + 1, self.row + 1)
    }
}

impl FromStr for Point {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Point, TextError> {
        let whole = text::whole(text);
        let inside = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let inside = inside.ok_or_else(|| whole.expected("a point such as (5,3)"))?;
        let inside = Span { text: inside, line: 1, column: 2 };
        let numbers = inside.exactly(2, "numbers", inside.cells(','))?;
        let [column, row] = [("a column", numbers[0]), ("a row", numbers[1])]
            .map(|(what, number)| number.integer(what, 1..=LARGEST as i64));
        Ok(Point::new(column? as usize - 1, row? as usize - 1))
    }
}
