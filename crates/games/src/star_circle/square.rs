use std::fmt;

use plyglot_core::text::{Span, TextError};

/// A square, numbered row by row in reading order: H1 is 0, H8 is 7, A8 is 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// The colours of squares. A piece never leaves its own.
pub(super) const DARK: usize = 0;
pub(super) const LIGHT: usize = 1;

/// The squares of each colour, a bit a [`Square`].
pub(super) const OF_COLOUR: [u64; 2] = [0x55aa_55aa_55aa_55aa, 0xaa55_aa55_aa55_aa55];

impl Square {
    /// The square with that number, 0 to 63.
    #[inline]
    pub(super) fn new(index: u32) -> Square {
        debug_assert!(index < 64);
        Square(index as u8)
    }

    /// All squares, dark and light, in reading order.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (0..64).map(Square)
    }

    /// Rows count from the top: 0 is H.
    pub(super) fn at(row: usize, column: usize) -> Square {
        debug_assert!(row < 8 && column < 8);
        Square((row * 8 + column) as u8)
    }

    /// 0 (row H) to 7 (row A).
    #[inline]
    pub fn row(self) -> usize {
        usize::from(self.0 / 8)
    }

    /// 0 to 7, from the left.
    #[inline]
    pub fn column(self) -> usize {
        usize::from(self.0 % 8)
    }

    /// Dark squares are those of the game.
    pub fn is_dark(self) -> bool {
        self.colour() == DARK
    }

    /// [`DARK`] or [`LIGHT`].
    #[inline]
    pub(super) fn colour(self) -> usize {
        (self.row() + self.column() + 1) % 2
    }

    #[inline]
    pub(super) fn bit(self) -> u64 {
        1 << self.0
    }

    /// The square half-way to `other`: the one that a jump passes over.
    #[inline]
    pub(super) fn midway(self, other: Square) -> Square {
        Square((self.0 + other.0) / 2)
    }

    pub(super) fn parse(span: Span<'_>) -> Result<Square, TextError> {
        match *span.text.as_bytes() {
            [row @ b'A'..=b'H', column @ b'1'..=b'8'] => {
                Ok(Square::at(usize::from(b'H' - row), usize::from(column - b'1')))
            }
            _ => Err(span.expected("a square from A1 to H8")),
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'H' - self.0 / 8), self.column() + 1)
    }
}
