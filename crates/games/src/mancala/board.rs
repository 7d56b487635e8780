use std::ops::RangeInclusive;

use plyglot_core::Side;

/// The stones in all places: each side's pits in the order of sowing, its mancala behind them, and
/// places not used.
pub(super) type Places = [u16; 2 * HALF];

/// Where player 2's half begins. It is a good number for the machine: the whole board is three of
/// its words of eight.
pub(super) const HALF: usize = 12;

/// How many stones lie where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct Board {
    pub(super) places: Places,
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
    /// If a side cannot have that many pits.
    pub fn empty(pits: usize) -> Board {
        assert!(Board::PITS.contains(&pits), "{pits} pits a side");
        Board { places: [0; 2 * HALF], pits: pits as u8 }
    }

    /// `stones` stones in each of `pits` pits a side, and none in the mancalas.
    ///
    /// # Panics
    /// If there cannot be that many.
    pub fn filled(pits: usize, stones: u16) -> Board {
        let mut board = Board::empty(pits);
        let all = 2 * pits as i64 * i64::from(stones);
        assert!(all <= Board::MOST_STONES, "{all} stones");
        for side in [Side::First, Side::Second] {
            board.row_mut(side).fill(stones);
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
        self.places[self.place(side, column)]
    }

    /// The stones in a side's mancala.
    #[inline]
    pub fn mancala(&self, side: Side) -> u16 {
        self.places[self.mancala_place(side)]
    }

    /// Whether a side has no stone in its row.
    pub fn row_is_empty(&self, side: Side) -> bool {
        self.row(side).iter().all(|&stones| stones == 0)
    }

    /// All stones, those in the mancalas included.
    pub fn stones(&self) -> i64 {
        self.places.iter().map(|&stones| i64::from(stones)).sum()
    }

    /// The same pits, and nothing in the mancalas: what the rest of a game depends on.
    pub fn with_empty_mancalas(mut self) -> Board {
        self.set_mancala(Side::First, 0);
        self.set_mancala(Side::Second, 0);
        self
    }

    pub(super) fn set_pit(&mut self, side: Side, column: usize, stones: u16) {
        self.places[self.place(side, column)] = stones;
    }

    pub(super) fn set_mancala(&mut self, side: Side, stones: u16) {
        self.places[self.mancala_place(side)] = stones;
    }

    /// A side's pits in the order of sowing.
    pub fn row(&self, side: Side) -> &[u16] {
        &self.places[start(side)..][..usize::from(self.pits)]
    }

    pub(super) fn row_mut(&mut self, side: Side) -> &mut [u16] {
        &mut self.places[start(side)..][..usize::from(self.pits)]
    }

    /// Where the pit of a column lies: player 2 sows from right to left.
    #[inline]
    pub(super) fn place(&self, side: Side, column: usize) -> usize {
        match side {
            Side::First => column,
            Side::Second => HALF + self.pits() - 1 - column,
        }
    }

    #[inline]
    pub(super) fn mancala_place(&self, side: Side) -> usize {
        start(side) + self.pits()
    }
}

/// Where a side's half begins.
#[inline]
fn start(side: Side) -> usize {
    HALF * side as usize
}
