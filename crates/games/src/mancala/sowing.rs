use super::Board;
use super::board::{HALF, Places};
use super::position::pit_bit;
use plyglot_core::Side;

/// What happens when a pit with less than a lap of stones is sown. It depends on little enough to be
/// looked up, and then needs no branch on the number of stones, which is hard to predict.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Sowing {
    /// What each place gets.
    pub(super) gains: Places,
    /// The pits that get a stone, a bit each: see [`pit_bit`].
    pub(super) reached: u32,
    /// Where the last stone falls, counted in the order of sowing: the mover's pits from 0, his
    /// mancala, the opponent's pits.
    pub(super) last: u8,
}

const MOST_PITS: usize = *Board::PITS.end();
/// A lap is one place shorter than the board: the opponent's mancala is passed over.
const LONGEST_LAP: usize = 2 * MOST_PITS + 1;

/// By the number of stones, for one pit of one side on a board of one size.
type Pit = [Sowing; LONGEST_LAP];

type Table = [[[Pit; MOST_PITS]; 2]; MOST_PITS];

#[cfg(not(target_family = "wasm"))]
static SOWINGS: Table = table();
/// Made when it is first needed: a browser's module is to be small.
#[cfg(target_family = "wasm")]
static SOWINGS: std::sync::LazyLock<Table> = std::sync::LazyLock::new(table);

const fn table() -> Table {
    let nothing = Sowing { gains: [0; 2 * HALF], reached: 0, last: 0 };
    let mut sowings = [[[[nothing; LONGEST_LAP]; MOST_PITS]; 2]; MOST_PITS];
    let mut pits = 1;
    while pits <= MOST_PITS {
        let mut from = 0;
        while from < pits {
            sowings[pits - 1][0][from] = pit(pits, Side::First, from);
            sowings[pits - 1][1][from] = pit(pits, Side::Second, from);
            from += 1;
        }
        pits += 1;
    }
    sowings
}

/// Where the last of `stones` stones falls that the mover sows from a pit: in the order of sowing, see
/// [`Sowing::last`], and as a place of one side's half.
pub(super) const fn landing(
    pits: usize,
    mover: Side,
    from: usize,
    stones: usize,
) -> (usize, Side, usize) {
    let last = (from + stones) % (2 * pits + 1);
    if last <= pits { (last, mover, last) } else { (last, mover.other(), last - pits - 1) }
}

/// Sows from one pit stone by stone.
const fn pit(pits: usize, mover: Side, from: usize) -> Pit {
    let start = Sowing { gains: [0; 2 * HALF], reached: 0, last: from as u8 };
    let mut sowings = [start; LONGEST_LAP];
    let mut stones = 1;
    while stones <= 2 * pits {
        let mut sowing = sowings[stones - 1];
        let (last, side, place) = landing(pits, mover, from, stones);
        sowing.gains[HALF * side as usize + place] += 1;
        if place < pits {
            sowing.reached |= pit_bit(side, place);
        }
        sowing.last = last as u8;
        sowings[stones] = sowing;
        stones += 1;
    }
    sowings
}

impl Sowing {
    /// Sows `stones` stones, less than a lap, from the `from`-th pit of the mover.
    #[inline]
    pub(super) fn of(pits: usize, mover: Side, from: usize, stones: usize) -> &'static Sowing {
        &SOWINGS[pits - 1][mover as usize][from][stones]
    }
}
