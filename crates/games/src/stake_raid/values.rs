use std::cmp::Reverse;

use super::board::{Cells, STRIDE, all_cells, listed};
use super::{Board, Cell};
use plyglot_core::mix::{Random, mix};

/// What the cells are worth, and so how large the board is. It never changes during a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    size: usize,
    /// Row by row.
    values: Vec<u8>,
    cells: Cells,
    /// All cells, the most valuable first.
    by_value: Vec<Cell>,
    /// A hash of the values, where the keys of positions start from.
    key: u64,
}

impl Values {
    /// The most that a cell is worth; the least is 1.
    pub const LARGEST: u8 = 99;

    /// `values` row by row: `size` times `size` of them, from 1 to [`Values::LARGEST`].
    pub(super) fn new(size: usize, values: Vec<u8>) -> Values {
        debug_assert!((1..=Board::LARGEST).contains(&size) && values.len() == size * size);
        let key = values.iter().fold(0, |key, &value| mix(key ^ u64::from(value)));
        let cells = all_cells(size);
        let mut by_value: Vec<Cell> = listed(cells).collect();
        by_value.sort_by_key(|cell| Reverse(values[cell.row() * size + cell.column()]));
        Values { size, values, cells, by_value, key }
    }

    /// A board of random values from 1 to `largest`. The same seed gives the same board.
    ///
    /// # Panics
    /// If `size` is not from 1 to 26, or `largest` not from 1 to 99.
    pub fn random(size: usize, largest: u8, seed: u64) -> Values {
        assert!((1..=Board::LARGEST).contains(&size), "no board has size {size}");
        assert!((1..=Values::LARGEST).contains(&largest), "no cell is worth {largest}");
        let mut random = Random::new(seed);
        let value = |_| 1 + random.below(usize::from(largest)) as u8;
        Values::new(size, (0..size * size).map(value).collect())
    }

    /// How many rows and columns there are.
    #[inline]
    pub fn size(&self) -> usize {
        self.size
    }

    /// What a cell is worth. The cell must lie on the board.
    #[inline]
    pub fn get(&self, cell: Cell) -> i64 {
        i64::from(self.values[cell.row() * self.size + cell.column()])
    }

    /// The same board with another value of one cell, from 1 to [`Values::LARGEST`].
    pub(super) fn with(&self, cell: Cell, value: u8) -> Values {
        let mut values = self.values.clone();
        values[cell.row() * self.size + cell.column()] = value;
        Values::new(self.size, values)
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        listed(self.cells)
    }

    /// All cells, the most valuable first.
    #[inline]
    pub(super) fn by_value(&self) -> &[Cell] {
        &self.by_value
    }

    #[inline]
    pub(super) fn cell_set(&self) -> Cells {
        self.cells
    }

    /// How many machine words of a set of cells are in use.
    #[inline]
    pub(super) fn cell_words(&self) -> usize {
        (self.size * STRIDE).div_ceil(64)
    }

    /// The values of each row.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.values.chunks(self.size)
    }

    pub(super) fn key(&self) -> u64 {
        self.key
    }
}
