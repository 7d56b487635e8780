use super::Square;
use plyglot_core::Side;

/// Which pieces stand where, a bit a [`Square`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// Black's and White's pieces.
    pub(super) pieces: [u32; 2],
    /// Those of them that are kings.
    pub(super) kings: u32,
}

/// A man or a king of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// Whether it has been crowned.
    pub is_king: bool,
}

/// Rows 8 and 1: where each side's men are crowned is the other's base row.
const ROW_8: u32 = row(7);
const ROW_1: u32 = row(0);

const fn row(row: u8) -> u32 {
    let mut squares = 0;
    let mut column = row % 2;
    while column < 8 {
        if let Some(square) = Square::at(column, row) {
            squares |= square.bit();
        }
        column += 2;
    }
    squares
}

/// Where a side's men are crowned.
#[inline]
pub(super) const fn far_row(side: Side) -> u32 {
    match side {
        Side::First => ROW_1,
        Side::Second => ROW_8,
    }
}

impl Board {
    /// No piece at all.
    pub const EMPTY: Board = Board { pieces: [0; 2], kings: 0 };
    /// How a full game begins.
    pub const START: Board =
        Board { pieces: [row(7) | row(6) | row(5), row(0) | row(1) | row(2)], kings: 0 };
    /// No side has more pieces than this, as no game ever has.
    pub const MOST_PIECES: u32 = 12;

    /// What stands on a square.
    pub fn get(&self, square: Square) -> Option<Piece> {
        let side = [Side::First, Side::Second]
            .into_iter()
            .find(|&side| self.pieces[side as usize] & square.bit() != 0)?;
        Some(Piece { side, is_king: self.kings & square.bit() != 0 })
    }

    /// How many pieces a side has.
    pub fn count(&self, side: Side) -> u32 {
        self.pieces[side as usize].count_ones()
    }

    /// How many kings there are on both sides.
    pub(super) fn king_count(&self) -> u32 {
        self.kings.count_ones()
    }

    /// Puts a piece on an empty square.
    pub(super) fn put(&mut self, square: Square, piece: Piece) {
        self.pieces[piece.side as usize] |= square.bit();
        if piece.is_king {
            self.kings |= square.bit();
        }
    }

    /// Takes away what stands on a square.
    pub(super) fn take(&mut self, square: Square) {
        for pieces in &mut self.pieces {
            *pieces &= !square.bit();
        }
        self.kings &= !square.bit();
    }
}

impl Piece {
    /// `b`, `B`, `w` or `W`.
    pub const fn symbol(self) -> char {
        match (self.side, self.is_king) {
            (Side::First, false) => 'b',
            (Side::First, true) => 'B',
            (Side::Second, false) => 'w',
            (Side::Second, true) => 'W',
        }
    }

    /// Whether it may not stand on a square, since it would have been crowned there.
    pub(super) const fn must_be_king_on(self, square: Square) -> bool {
        !self.is_king && far_row(self.side) & square.bit() != 0
    }
}
