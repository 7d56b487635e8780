use std::fmt;

use super::Direction;
use plyglot_core::text::{Span, TextError};

/// A dark square, numbered so that each of the four diagonal directions adds the same everywhere:
/// with columns and rows counted from 0, the number is `4 * row - 3 * column`, modulo 32.
///
/// One square up-right adds 4 - 3 = 1, one up-left 4 + 3 = 7, and their opposites subtract it. So
/// the neighbours of a whole set of squares are a rotation of a 32-bit word:
/// ```text
/// 8 |    25    19    13     7
/// 7 | 24    18    12     6
/// 6 |    17    11     5    31
/// 5 | 16    10     4    30
/// 4 |     9     3    29    23
/// 3 |  8     2    28    22
/// 2 |     1    27    21    15
/// 1 |  0    26    20    14
///   +------------------------
///      a  b  c  d  e  f  g  h
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// Column and row of each square, by its number.
const PLACES: [(u8, u8); 32] = {
    let mut places = [(0, 0); 32];
    let mut cell = 0;
    while cell < 64 {
        let (column, row) = (cell % 8, cell / 8);
        if (column + row) % 2 == 0 {
            places[number(column, row) as usize] = (column, row);
        }
        cell += 1;
    }
    places
};

const fn number(column: u8, row: u8) -> u8 {
    (32 + 4 * row - 3 * column) % 32
}

impl Square {
    /// The square with that number, modulo 32.
    #[inline]
    pub const fn new(number: u32) -> Square {
        Square((number % 32) as u8)
    }

    /// All 32 squares in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..32).map(Square)
    }

    /// The square in a column (0 is a) and a row (0 is row 1); none if it is light or outside.
    pub const fn at(column: u8, row: u8) -> Option<Square> {
        if column < 8 && row < 8 && (column + row).is_multiple_of(2) {
            Some(Square(number(column, row)))
        } else {
            None
        }
    }

    /// 0 (column a) to 7 (column h).
    pub const fn column(self) -> u8 {
        PLACES[self.0 as usize].0
    }

    /// 0 (row 1, at the bottom) to 7 (row 8).
    pub const fn row(self) -> u8 {
        PLACES[self.0 as usize].1
    }

    /// The number, 0 to 31.
    #[inline]
    pub const fn number(self) -> u32 {
        self.0 as u32
    }

    /// A set of this square alone: the bit with its number.
    #[inline]
    pub const fn bit(self) -> u32 {
        1 << self.0
    }

    /// The square `distance` squares away; none if that is outside.
    pub const fn toward(self, direction: Direction, distance: u8) -> Option<Square> {
        let (columns, rows) = direction.offset();
        let column = self.column().wrapping_add_signed(columns * distance as i8);
        let row = self.row().wrapping_add_signed(rows * distance as i8);
        Square::at(column, row)
    }

    /// The direction in which `other` lies exactly `distance` squares away, if any.
    pub fn direction_to(self, other: Square, distance: u8) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&way| self.toward(way, distance) == Some(other))
    }

    pub(super) fn parse(span: Span<'_>) -> Result<Square, TextError> {
        match *span.text.as_bytes() {
            [column @ b'a'..=b'h', row @ b'1'..=b'8'] => Square::at(column - b'a', row - b'1')
                .ok_or_else(|| {
                    span.error(format!("{} is a light square, where no piece stands", span.text))
                }),
            _ => Err(span.expected("a square from a1 to h8")),
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), self.row() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dark_square_has_a_number_of_its_own() {
        let squares: Vec<Square> = Square::all().collect();
        for &square in &squares {
            assert_eq!((square.column() + square.row()) % 2, 0, "{square} is dark");
            assert_eq!(Square::at(square.column(), square.row()), Some(square));
        }
        let dark = (0..64).filter_map(|cell| Square::at(cell % 8, cell / 8));
        let mut dark: Vec<Square> = dark.collect();
        dark.sort();
        assert_eq!(dark, squares);
    }

    /// The drawing in the documentation of [`Square`].
    #[test]
    fn numbers_run_along_the_rising_diagonals() {
        let names: Vec<String> = Square::all().map(|square| square.to_string()).collect();
        assert_eq!(
            names.join(" "),
            "a1 b2 c3 d4 e5 f6 g7 h8 a3 b4 c5 d6 e7 f8 g1 h2 \
             a5 b6 c7 d8 e1 f2 g3 h4 a7 b8 c1 d2 e3 f4 g5 h6"
        );
    }

    #[test]
    fn light_squares_and_places_outside_are_no_squares() {
        for (column, row) in [(1, 0), (0, 7), (8, 0), (0, 8), (255, 255)] {
            assert_eq!(Square::at(column, row), None);
        }
    }
}
