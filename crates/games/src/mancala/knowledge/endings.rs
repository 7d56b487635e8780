use crate::mancala::{Board, Move, Sown, sown::Ways};

use plyglot_search::engine::Memory;

/// How the last stones in the pits are divided: for every ending met so far, the share that each
/// side is known to be sure of. Few stones lie in few ways, so each way has a place of its own.
///
/// Several threads may add to them at once. One can undo what another has just written, but what
/// stands there is always true.
#[derive(Debug)]
pub(super) struct Endings {
    /// Endings have at most this many stones in the pits.
    most_stones: u32,
    /// For each pit, one more of them each time, and each number of stones: how many ways there are
    /// to lay fewer stones into them.
    ways: Vec<Ways>,
    /// By place, a byte each: see [`Sure`].
    sure: Memory,
}

impl Endings {
    /// More stones are never an ending.
    pub const MOST_STONES: usize = Sure::MOST_STONES;
    /// More endings than this are not kept: on wide boards endings have fewer stones.
    const MOST_PLACES: u32 = 90_000_000;

    /// Room for the endings with up to `most_stones` on a board with this many pits a side, as far as
    /// there is room; none of them is known. It costs nothing until they are asked for.
    pub fn new(most_stones: u32, pits: usize) -> Endings {
        let mut ways: Vec<Ways> = vec![[0; _]; 2 * pits];
        for pit in 0..2 * pits {
            for stones in 1..Endings::MOST_STONES + 2 {
                let without_this_pit = if pit == 0 { 1 } else { ways[pit - 1][stones] };
                let fewer = ways[pit][stones - 1];
                ways[pit][stones] = fewer.saturating_add(without_this_pit);
            }
        }
        let places = |stones: u32| ways.last().map_or(0, |ways| ways[stones as usize + 1]);
        let fits = |&stones: &u32| places(stones) <= Endings::MOST_PLACES;
        let most_stones = (0..=most_stones).rev().find(fits).unwrap_or_default();
        let sure = Memory::new(places(most_stones) as usize);
        Endings { most_stones, ways, sure }
    }

    /// How many stones an ending has at most.
    #[inline]
    pub fn most_stones(&self) -> u32 {
        self.most_stones
    }

    /// The least and the most that the mover gains from here on, less what the opponent does, as far
    /// as that is known.
    #[inline]
    pub fn known(&self, position: &impl Sown, stones: u32) -> (i32, i32) {
        self.sure(self.place(position)).gains(stones as i32)
    }

    /// The same, after finding out on which side of `alpha` and `beta` the gain lies, or the gain
    /// itself between them.
    pub fn find(&self, position: &impl Sown, stones: u32, alpha: i32, beta: i32) -> (i32, i32) {
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
    fn search<P: Sown>(&self, position: &P, place: usize, stones: i32, wanted: i32) -> i32 {
        let mut best = 0;
        let mut branches = [None; *Board::PITS.end()];
        let mut count = 0;
        for mv in position.each_move() {
            let child = Branch::new(position, stones, mv, wanted);
            if let Some(share) = child.certain_share() {
                best = best.max(child.gets(share));
                if best >= wanted {
                    break;
                }
            } else {
                let place = self.place(&child.position);
                self.sure.prefetch_byte(place);
                branches[count] = Some((child, place));
                count += 1;
            }
        }
        if best < wanted {
            best = best.max(self.search_branches(&branches[..count], wanted));
        }
        let sure = self.sure(place);
        let sure = if best >= wanted { sure.at_least(best) } else { sure.at_most(best, stones) };
        self.sure.set_byte(place, sure.0);
        best
    }

    /// The same for the best of some moves: first those that are known already, then the others in the
    /// order of their promise.
    #[inline]
    fn search_branches<P: Sown>(
        &self,
        branches: &[Option<(Branch<P>, usize)>],
        wanted: i32,
    ) -> i32 {
        let mut best = 0;
        let (mut order, mut open) = ([(0, 0); *Board::PITS.end()], 0);
        for (index, (child, place)) in branches.iter().flatten().enumerate() {
            if let Some(share) = self.sure(*place).answer(child.stones, child.wanted) {
                best = best.max(child.gets(share));
                if best >= wanted {
                    return best;
                }
            } else {
                let score = child.score();
                let mut rank = open;
                while rank > 0 && order[rank - 1].0 < score {
                    order[rank] = order[rank - 1];
                    rank -= 1;
                }
                order[rank] = (score, index);
                open += 1;
            }
        }
        for &(_, index) in &order[..open] {
            let Some((child, place)) = &branches[index] else { continue };
            // A branch before it may have led there.
            let share = match self.sure(*place).answer(child.stones, child.wanted) {
                Some(share) => share,
                None => self.search(&child.position, *place, child.stones, child.wanted),
            };
            best = best.max(child.gets(share));
            if best >= wanted {
                break;
            }
        }
        best
    }

    #[inline]
    fn sure(&self, place: usize) -> Sure {
        Sure(self.sure.byte(place))
    }

    /// A number for the stones in the pits as the mover sees them.
    #[inline]
    fn place(&self, position: &impl Sown) -> usize {
        position.place(&self.ways)
    }
}

/// How many stones each side is sure to get, as one number for both: 0 if neither is sure of any. Of
/// all stones in an ending each goes to one of them in the end, so what one is sure of is what the
/// other cannot get.
#[derive(Clone, Copy)]
struct Sure(u8);

/// For each number what the mover and the opponent are sure of.
static PAIRS: [[u8; 2]; 256] = {
    let mut pairs = [[0; 2]; 256];
    let mut sum = 0;
    while sum <= Sure::MOST_STONES {
        let mut own = 0;
        while own <= sum {
            pairs[sum * (sum + 1) / 2 + own] = [own as u8, (sum - own) as u8];
            own += 1;
        }
        sum += 1;
    }
    pairs
};

impl Sure {
    /// With as many the pairs still have a number each in a byte.
    const MOST_STONES: usize = 21;

    #[inline]
    fn new(own: i32, others: i32) -> Sure {
        let sum = own + others;
        Sure((sum * (sum + 1) / 2 + own) as u8)
    }

    /// The least that the mover gets.
    #[inline]
    fn least(self) -> i32 {
        i32::from(PAIRS[usize::from(self.0)][0])
    }

    /// The most that the mover gets of all stones.
    #[inline]
    fn most(self, stones: i32) -> i32 {
        stones - i32::from(PAIRS[usize::from(self.0)][1])
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
        Sure::new(share, i32::from(PAIRS[usize::from(self.0)][1]))
    }

    #[inline]
    fn at_most(self, share: i32, stones: i32) -> Sure {
        Sure::new(self.least(), stones - share)
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
    /// The pit that was sown, from the first.
    pit: i32,
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
        Branch { position, stones: left, gain, goes_on, wanted, pit: parent.pit(mv) as i32 }
    }

    /// A bound of its mover's share that decides whether it is as much as is wanted, where that is seen
    /// at once.
    #[inline]
    fn certain_share(&self) -> Option<i32> {
        if self.wanted > self.stones {
            return Some(self.stones);
        }
        let sure = self.position.sure_of(self.wanted.max(0) as u32) as i32;
        (self.wanted <= sure).then_some(sure)
    }

    /// How early to look at it: another move first, then what gains most, from far right.
    #[inline]
    fn score(&self) -> i32 {
        let kind = if self.goes_on { 100 } else { self.gain };
        16 * kind + self.pit
    }

    /// The share of the player above, from that of the mover.
    #[inline]
    fn gets(&self, share: i32) -> i32 {
        self.gain + if self.goes_on { share } else { self.stones - share }
    }
}
