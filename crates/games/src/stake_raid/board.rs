use super::Cell;
use plyglot_core::Side;
use plyglot_core::bits::Bits;

/// A set of cells. Rows lie [`STRIDE`] apart, so that a shift never leads from the end of one row
/// to the start of the next: the column in between holds no cell.
pub(super) type Cells = Bits<11>;

pub(super) const STRIDE: usize = Board::LARGEST + 1;

/// Which pieces stand where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The cells of X and those of O.
    pieces: [Cells; 2],
}

impl Board {
    /// No piece at all.
    pub const EMPTY: Board = Board { pieces: [Cells::EMPTY; 2] };
    /// The most rows and columns: there are no more letters.
    pub const LARGEST: usize = 26;

    /// Whose piece stands on a cell.
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<Side> {
        let point = point(cell);
        [Side::First, Side::Second]
            .into_iter()
            .find(|&side| self.pieces[side as usize].contains(point))
    }

    /// Puts a piece on a free cell.
    #[inline]
    pub(super) fn put(&mut self, cell: Cell, side: Side) {
        self.pieces[side as usize].insert(point(cell));
    }

    /// Gives the piece on a cell to the other side.
    #[inline]
    pub(super) fn conquer(&mut self, cell: Cell) {
        for pieces in &mut self.pieces {
            *pieces ^= Cells::single(point(cell));
        }
    }

    /// Gives a cell to a side, or to none.
    pub(super) fn give(&mut self, cell: Cell, owner: Option<Side>) {
        for side in Side::BOTH {
            let pieces = &mut self.pieces[side as usize];
            pieces.remove(point(cell));
            if owner == Some(side) {
                pieces.insert(point(cell));
            }
        }
    }

    /// Those of `cells` that are free.
    #[inline]
    pub(super) fn free(&self, cells: Cells) -> Cells {
        let [x, o] = self.pieces;
        cells & !(x | o)
    }

    /// The cells of a side.
    #[inline]
    pub(super) fn of(&self, side: Side) -> Cells {
        self.pieces[side as usize]
    }
}

/// The cells left, right, above and below those of a set, and some that are on no board.
#[inline]
pub(super) fn next_to(cells: Cells) -> Cells {
    cells.neighbours(STRIDE as u32)
}

/// All cells of a board of that size.
pub(super) fn all_cells(size: usize) -> Cells {
    let mut cells = Cells::EMPTY;
    for row in 0..size {
        for column in 0..size {
            cells.insert(point(Cell::at(row, column)));
        }
    }
    cells
}

/// The cells of a set, row by row.
#[inline]
pub(super) fn listed(cells: Cells) -> impl Iterator<Item = Cell> {
    cells.into_iter().map(|point| Cell::at(point / STRIDE, point % STRIDE))
}

#[inline]
pub(super) fn point(cell: Cell) -> usize {
    cell.row() * STRIDE + cell.column()
}
