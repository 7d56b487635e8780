use crate::mancala::{Board, Move, Sown};
use prefetch_index::prefetch_index;

use plyglot_search::engine::{LINE_BYTES, Memory};

/// How the last stones in the pits are divided: for every ending met so far, the share that each
/// side is known to be sure of. Few stones lie in few ways, so each way has a place of its own.
#[derive(Clone, Debug)]
pub(super) struct Endings {
    /// Endings have at most this many stones in the pits.
    most_stones: u32,
    /// How many pits a side the board has that the rest is about.
    pits: usize,
    /// For each pit, one more of them each time, and each number of stones: how many ways there are
    /// to lay fewer stones into them.
    ways: Vec<[u32; Endings::MOST_STONES + 2]>,
    /// By place, a byte each: see [`Sure`].
    sure: Memory,
}

impl Endings {
    /// More stones are never an ending.
    pub const MOST_STONES: usize = Sure::MOST_STONES;
    /// More endings than this are not kept: on wide boards endings have fewer stones.
    const MOST_PLACES: u32 = 10_000_000;

    pub fn new(most_stones: u32) -> Endings {
        let most_stones = most_stones.min(Endings::MOST_STONES as u32);
        Endings { most_stones, pits: 0, ways: Vec::new(), sure: Memory::new(0) }
    }

    /// How many stones an ending may have.
    #[inline]
    pub fn most_stones(&self) -> u32 {
        self.most_stones
    }

    /// Whether a position with this many stones in the pits is an ending.
    #[inline]
    pub fn has(&mut self, position: &impl Sown, stones: u32) -> bool {
        if stones > self.most_stones {
            return false;
        }
        if self.pits != position.pits() {
            self.begin(position.pits());
        }
        self.ways.last().is_some_and(|ways| ways[stones as usize + 1] <= Endings::MOST_PLACES)
    }

    /// Makes room for the endings on a board. It costs nothing until they are asked for.
    #[cold]
    fn begin(&mut self, pits: usize) {
        self.pits = pits;
        self.ways = vec![[0; Endings::MOST_STONES + 2]; 2 * pits];
        for pit in 0..2 * pits {
            for stones in 1..Endings::MOST_STONES + 2 {
                let without_this_pit = if pit == 0 { 1 } else { self.ways[pit - 1][stones] };
                let fewer = self.ways[pit][stones - 1];
                self.ways[pit][stones] = fewer.saturating_add(without_this_pit);
            }
        }
        let places = self.ways[2 * pits - 1][self.most_stones as usize + 1];
        let places = places.min(Endings::MOST_PLACES) as usize;
        self.sure = Memory::new(places.div_ceil(LINE_BYTES));
    }

    /// The least and the most that the mover gains from here on, less what the opponent does, as far
    /// as that is known.
    #[inline]
    pub fn known(&self, position: &impl Sown, stones: u32) -> (i32, i32) {
        self.sure(self.place(position)).gains(stones as i32)
    }

    /// The same, after finding out on which side of `alpha` and `beta` the gain lies, or the gain
    /// itself between them.
    pub fn find(&mut self, position: &impl Sown, stones: u32, alpha: i32, beta: i32) -> (i32, i32) {
        let (place, stones) = (self.place(position), stones as i32);
        loop {
            let sure = self.sure(place);
            let (least, most) = sure.gains(stones);
            if least >= beta || most <= alpha || least == most {
                return (least, most);
            }
            // The fewest stones that gain more than alpha.
            let wanted = alpha.saturating_add(stones).div_euclid(2).saturating_add(1);
            let wanted = wanted.clamp(sure.least() + 1, sure.most(stones));
            self.search(position, place, stones, wanted);
        }
    }

    /// How many of the stones the mover gets: at least the answer if that is as many as `wanted`, at
    /// most the answer otherwise.
    fn search<P: Sown>(&mut self, position: &P, place: usize, stones: i32, wanted: i32) -> i32 {
        let mut best = 0;
        let mut branches = [None; *Board::PITS.end()];
        for (mv, branch) in position.each_move().zip(&mut branches) {
            let child = Branch::new(position, stones, mv, wanted);
            if child.wanted <= 0 || child.wanted > child.stones {
                best = best.max(child.gets(child.wanted.clamp(0, child.stones)));
            } else {
                let place = self.place(&child.position);
                prefetch_index(self.sure.bytes(), place);
                *branch = Some((child, place));
            }
        }
        // First those that are known already, then the others.
        for branch in &mut branches {
            if best < wanted
                && let Some((child, place)) = branch
                && let Some(share) = self.sure(*place).answer(child.stones, child.wanted)
            {
                best = best.max(child.gets(share));
                *branch = None;
            }
        }
        for (child, place) in branches.iter().flatten() {
            if best >= wanted {
                break;
            }
            // A branch before it may have led there.
            let share = match self.sure(*place).answer(child.stones, child.wanted) {
                Some(share) => share,
                None => self.search(&child.position, *place, child.stones, child.wanted),
            };
            best = best.max(child.gets(share));
        }
        let sure = self.sure(place);
        let sure = if best >= wanted { sure.at_least(best) } else { sure.at_most(best, stones) };
        self.sure.bytes_mut()[place] = sure.0;
        best
    }

    #[inline]
    fn sure(&self, place: usize) -> Sure {
        Sure(self.sure.bytes()[place])
    }

    /// A number for the stones in the pits as the mover sees them.
    #[inline]
    fn place(&self, position: &impl Sown) -> usize {
        let totals = position.running_totals();
        self.ways.iter().zip(totals).map(|(ways, stones)| ways[stones] as usize).sum()
    }
}

/// How many stones each side is sure to get: the mover in the lower half of the byte, the opponent
/// in the upper one. Of all stones in an ending each goes to one of them in the end, so what one is
/// sure of is what the other cannot get.
#[derive(Clone, Copy)]
struct Sure(u8);

impl Sure {
    /// As many as fit into half a byte.
    const MOST_STONES: usize = 15;

    /// The least that the mover gets.
    #[inline]
    fn least(self) -> i32 {
        i32::from(self.0 & 0x0f)
    }

    /// The most that the mover gets of all stones.
    #[inline]
    fn most(self, stones: i32) -> i32 {
        stones - i32::from(self.0 >> 4)
    }

    /// The least and the most that the mover gets more than the opponent.
    #[inline]
    fn gains(self, stones: i32) -> (i32, i32) {
        (2 * self.least() - stones, 2 * self.most(stones) - stones)
    }

    /// A bound of the mover's share that decides whether it is as much as `wanted`, if one is known.
    #[inline]
    fn answer(self, stones: i32, wanted: i32) -> Option<i32> {
        let (least, most) = (self.least(), self.most(stones));
        if least >= wanted {
            Some(least)
        } else if most < wanted {
            Some(most)
        } else {
            None
        }
    }

    #[inline]
    fn at_least(self, share: i32) -> Sure {
        Sure(self.0 & 0xf0 | share as u8)
    }

    #[inline]
    fn at_most(self, share: i32, stones: i32) -> Sure {
        Sure(self.0 & 0x0f | ((stones - share) as u8) << 4)
    }
}

/// What a move in an ending leads to.
#[derive(Clone, Copy)]
struct Branch<P> {
    position: P,
    /// How many stones are left in the pits.
    stones: i32,
    /// How many stones the move brought.
    gain: i32,
    /// Whether the same player moves again.
    goes_on: bool,
    /// The share of its mover that decides whether the move is good enough.
    wanted: i32,
}

impl<P: Sown> Branch<P> {
    #[inline]
    fn new(parent: &P, stones: i32, mv: Move, wanted: i32) -> Branch<P> {
        let position = parent.after(mv);
        let goes_on = position.to_move() == parent.to_move();
        let left = position.left() as i32;
        let lead = if goes_on { position.lead() } else { -position.lead() };
        // The stones that left the pits went to either side; the lead says how they were divided.
        let gain = (lead - parent.lead() + stones - left) / 2;
        let still_wanted = wanted - gain;
        let wanted = if goes_on { still_wanted } else { left - still_wanted + 1 };
        Branch { position, stones: left, gain, goes_on, wanted }
    }

    /// The share of the player above, from that of the mover.
    #[inline]
    fn gets(&self, share: i32) -> i32 {
        self.gain + if self.goes_on { share } else { self.stones - share }
    }
}
