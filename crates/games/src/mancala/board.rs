use std::ops::RangeInclusive;

use crate::Side;

/// One side's pits in the order of sowing, its mancala behind them, and unused places that make
/// the length a good one for the machine.
pub(super) type Half = [u16; 16];

/// How many stones lie where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pub(super) halves: [Half; 2],
    /// How many pits a side has.
    pub(super) pits: u8,
}

impl Board {
    /// How many pits a side may have.
    pub const PITS: RangeInclusive<usize> = 1..=10;
    /// How many stones there may be in all: 1000 in each of 20 pits, and twice as many beside.
    pub const MOST_STONES: i64 = 60_000;

    /// No stone in `pits` pits a side.
    ///
    /// # Panics
    /// If a side cannot have so many pits.
    pub fn empty(pits: usize) -> Board {
        assert!(Board::PITS.contains(&pits), "{pits} pits a side");
        Board { halves: [[0; 16]; 2], pits: pits as u8 }
    }

    /// `stones` stones in each of `pits` pits a side, and none in the mancalas.
    ///
    /// # Panics
    /// If there cannot be so many.
    pub fn filled(pits: usize, stones: u16) -> Board {
        let mut board = Board::empty(pits);
        let all = 2 * pits as i64 * i64::from(stones);
        assert!(all <= Board::MOST_STONES, "{all} stones");
        for half in &mut board.halves {
            half[..pits].fill(stones);
        }
        board
    }

    /// How many pits a side has.
    #[inline]
    pub fn pits(&self) -> usize {
        usize::from(self.pits)
    }

    /// The stones in one pit; columns count from the left, from 0.
    pub fn pit(&self, side: Side, column: usize) -> u16 {
        self.halves[side as usize][self.place(side, column)]
    }

    /// The stones in a side's mancala.
    #[inline]
    pub fn mancala(&self, side: Side) -> u16 {
        self.halves[side as usize][self.pits()]
    }

    /// Whether a side has no stone in its row.
    pub fn row_is_empty(&self, side: Side) -> bool {
        self.halves[side as usize][..self.pits()].iter().all(|&stones| stones == 0)
    }

    /// All stones, those in the mancalas included.
    pub fn stones(&self) -> i64 {
        self.halves.as_flattened().iter().map(|&stones| i64::from(stones)).sum()
    }

    /// The same pits, and nothing in the mancalas: what the rest of a game depends on.
    pub fn with_empty_mancalas(mut self) -> Board {
        for half in &mut self.halves {
            half[usize::from(self.pits)] = 0;
        }
        self
    }

    pub(super) fn set_pit(&mut self, side: Side, column: usize, stones: u16) {
        self.halves[side as usize][self.place(side, column)] = stones;
    }

    pub(super) fn set_mancala(&mut self, side: Side, stones: u16) {
        self.halves[side as usize][self.pits()] = stones;
    }

    /// Where the pit of a column lies in its half: player 2 sows from right to left.
    #[inline]
    pub(super) fn place(&self, side: Side, column: usize) -> usize {
        match side {
            Side::First => column,
            Side::Second => self.pits() - 1 - column,
        }
    }
}
