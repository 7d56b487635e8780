use plyglot_core::bits::Bits;
use plyglot_core::mix::mix;
use plyglot_search::engine::Score;

use super::Position;
use super::liberties::{connected, neighbours};

/// All that the rest of a game depends on.
///
/// The side that moves last takes all opposing stones with that move: it is the winner, and only the
/// number of its stones is open. The loser's stones are nothing but points that are not empty, as
/// invalid ones are. And of the winner's stones only those remain that touch the last empty point, with
/// their groups: all others have lost their last liberty before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prospects<const W: usize> {
    /// The winner's stones, without those that the loser's next turn removes wherever it is.
    stones: Bits<W>,
    empty: Bits<W>,
}

impl<const W: usize> Prospects<W> {
    #[inline]
    pub fn of(position: &Position<W>) -> Prospects<W> {
        Prospects { stones: position.winning_stones(), empty: position.empty_points() }
    }

    /// The same for positions with the same rest of the game.
    #[inline]
    pub fn key(&self) -> u64 {
        let sets = [self.stones, self.empty];
        sets.iter().flat_map(Bits::words).fold(0, |key, word| mix(key ^ word))
    }

    /// With how many stones the winner can end at most: if it loses none.
    #[inline]
    pub fn most(&self) -> Score {
        (self.stones.count() + self.empty.count().div_ceil(2)) as Score
    }

    /// With how many stones the winner will probably end: with those that are certain, and one more each
    /// time that the empty points double, up to 32. On larger boards games of equals end with no more.
    #[inline]
    pub fn likely(&self) -> Score {
        let growth = self.empty.count().checked_ilog2().map_or(0, |log| log.clamp(2, 5) - 2);
        (self.certain() + growth as Score).min(self.most())
    }

    /// The least and the most stones that the winner can end with, as far as it matters to this window.
    #[inline]
    pub fn bounds_within(&self, alpha: Score, beta: Score) -> (Score, Score) {
        let reaches_beta = self.can_keep(beta);
        if reaches_beta == Some(true) {
            return (beta.max(1), self.most());
        }
        let is_narrow = beta == alpha + 1;
        let exceeds_alpha = if is_narrow { reaches_beta } else { self.can_keep(alpha + 1) };
        (1, if exceeds_alpha == Some(false) { alpha.min(self.most()) } else { self.most() })
    }

    /// Whether the winner can end with at least `wanted` stones, if that is seen without looking ahead.
    #[inline]
    fn can_keep(&self, wanted: Score) -> Option<bool> {
        if wanted <= 1 {
            Some(true)
        } else if wanted > self.most() {
            Some(false)
        } else if wanted <= self.certain() {
            Some(true)
        } else {
            self.can_be_filled(wanted as u32).then_some(false)
        }
    }

    /// With how many stones the winner can end for certain. It plays where a last stone would leave it
    /// with fewest, the loser at best where with most, so the point in the middle remains. What touches
    /// an empty point is not captured: a last stone there never becomes worth less.
    #[inline]
    fn certain(&self) -> Score {
        let mut left_by = [[1_u16; 64]; W];
        let left_by = left_by.as_flattened_mut();
        let mut stones = self.stones;
        while let Some(group) = self.next_group(&mut stones) {
            for point in self.liberties(group) {
                left_by[point] += group.count() as u16;
            }
        }
        // A library's search for the middle would be larger than all else here, in a browser's module.
        let leaves_more =
            |than: u16| self.empty.into_iter().filter(|&at| left_by[at] > than).count();
        let turns_of_loser = self.empty.count() as usize / 2;
        let mut certain = 0;
        while leaves_more(certain) > turns_of_loser {
            certain += 1;
        }
        Score::from(certain)
    }

    /// Whether the loser has the turns to fill those parts of the board that have room for `wanted`
    /// stones, which are not certain. Other stones and invalid points lie between the parts, so no group
    /// extends over two of them.
    ///
    /// One point may be left, if the loser takes the best first: either the winner has played there too,
    /// and none is left, or nothing there has become better.
    #[inline]
    fn can_be_filled(&self, wanted: u32) -> bool {
        let turns = self.empty.count();
        let (mut parts, mut points, mut shared) = (0, 0, 0);
        let mut rest = self.empty;
        while let Some(seed) = rest.first() {
            let part = connected(Bits::single(seed), self.stones | self.empty);
            rest &= !part;
            let [stones, empty] = [self.stones, self.empty].map(|set| (part & set).count());
            if stones + empty.min(turns.div_ceil(2)) >= wanted {
                parts += 1;
                points += empty;
                // If the loser plays there as long as it can.
                shared = stones + (empty + turns % 2) / 2;
            }
        }
        points <= turns / 2 + 1 || parts == 1 && shared < wanted
    }

    /// How much a stone of the winner at an empty point adds to the [`reach`](Prospects::reach) of its
    /// groups. Such a point is good for either side.
    #[inline]
    pub fn gain(&self, point: usize) -> i32 {
        let mut joined = Bits::single(point);
        let mut stones = neighbours(joined) & self.stones;
        let mut before = 0;
        while let Some(group) = self.next_group(&mut stones) {
            joined |= group;
            before += self.reach(group);
        }
        self.reach(joined) - before
    }

    /// The stones of a group, once for each liberty: with so many it would be left if the last point was
    /// any of them.
    #[inline]
    fn reach(&self, group: Bits<W>) -> i32 {
        (group.count() * self.liberties(group).count()) as i32
    }

    #[inline]
    fn liberties(&self, group: Bits<W>) -> Bits<W> {
        neighbours(group) & self.empty & !group
    }

    /// The group of the first of `stones`, which it is taken out of.
    #[inline]
    fn next_group(&self, stones: &mut Bits<W>) -> Option<Bits<W>> {
        let group = connected(Bits::single(stones.first()?), self.stones);
        *stones &= !group;
        Some(group)
    }
}
