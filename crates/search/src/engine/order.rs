//! The order in which moves are tried. The sooner the best one comes, the less has to be searched.

use plyglot_core::Side;

/// What earlier nodes of the same search have taught about moves.
#[derive(Clone, Debug)]
pub(super) struct Experience<M> {
    /// For every ply, the last two moves that refuted a position there.
    killers: Vec<[Option<M>; 2]>,
    /// For each side and history index, how good such moves were, from -[`MOST`] to [`MOST`].
    history: [Vec<i16>; 2],
}

const MOST: i32 = 1 << 14;

impl<M: Copy + Eq> Experience<M> {
    pub fn new(plies: usize, history_size: usize) -> Experience<M> {
        Experience {
            killers: vec![[None; 2]; plies],
            history: [vec![0; history_size], vec![0; history_size]],
        }
    }

    pub fn forget(&mut self) {
        self.killers.fill([None; 2]);
        self.history.iter_mut().for_each(|history| history.fill(0));
    }

    #[inline]
    pub fn killers(&self, ply: usize) -> [Option<M>; 2] {
        self.killers[ply]
    }

    #[inline]
    pub fn history(&self, side: Side, index: usize) -> i16 {
        self.history[side as usize][index]
    }

    #[inline]
    pub fn add_killer(&mut self, ply: usize, mv: M) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }

    /// A move was good or bad at a node of some depth: the deeper, the more it says. Numbers near
    /// their bound move less, so recent experience counts most.
    #[inline]
    pub fn learn(&mut self, side: Side, index: usize, depth: i32, was_good: bool) {
        let step = (depth * depth).clamp(1, 400) * 8;
        let known = &mut self.history[side as usize][index];
        let old = i32::from(*known);
        let toward = if was_good { MOST } else { -MOST };
        *known = (old + (toward - old) * step / MOST) as i16;
    }
}

/// A move's place in the order: larger comes first. The lowest bits are the move's place in the
/// list, complemented, so that of equal moves the first by the rules comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank(u64);

/// Moves of a higher class come first, whatever else is known of them.
#[derive(Clone, Copy, Debug)]
pub(super) enum Class {
    Ordinary,
    SecondKiller,
    Killer,
    /// All bits of the others.
    FromTable,
}

impl Rank {
    #[inline]
    pub fn new(class: Class, score: i32, history: i16, index: usize) -> Rank {
        const HALF: i32 = 1 << 27;
        let score = (score.clamp(-HALF, HALF - 1) + HALF) as u64;
        let history = (i32::from(history) + MOST) as u64;
        Rank((class as u64) << 60 | score << 32 | history << 16 | u64::from(!(index as u16)))
    }

    /// For a move that need not be tried: it comes after all others.
    #[inline]
    pub fn out(index: usize) -> Rank {
        Rank(u64::from(!(index as u16)))
    }

    /// Whether the move need not be tried.
    #[inline]
    pub fn is_out(self) -> bool {
        self.0 >> 16 == 0
    }

    /// The same for the move that the table knows to be best: it comes before all others.
    #[inline]
    pub fn made_first(self) -> Rank {
        Rank(self.0 | (Class::FromTable as u64) << 60)
    }

    /// The move's place in the list.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(!(self.0 as u16))
    }
}

/// Brings the next move to try to the place `nth`. Often the first cuts, so only from the second on
/// is the rest put in order, all at once.
#[inline]
pub(super) fn bring_next(ranks: &mut [Rank], nth: usize) -> Rank {
    if nth == 0 {
        let mut best = 0;
        for index in 1..ranks.len() {
            if ranks[index] > ranks[best] {
                best = index;
            }
        }
        ranks.swap(0, best);
    } else if nth == 1 {
        ranks[1..].sort_unstable_by(|a, b| b.cmp(a));
    }
    ranks[nth]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_then_score_then_history_then_the_rules_order() {
        let ranks = [
            Rank::new(Class::Ordinary, -9, -5, 7).made_first(),
            Rank::new(Class::Killer, 0, 0, 6),
            Rank::new(Class::SecondKiller, 0, 0, 5),
            Rank::new(Class::Ordinary, i32::MAX, 0, 4),
            Rank::new(Class::Ordinary, 1, MOST as i16, 3),
            Rank::new(Class::Ordinary, 1, 0, 1),
            Rank::new(Class::Ordinary, 1, 0, 2),
            Rank::new(Class::Ordinary, 1, -MOST as i16, 0),
            Rank::new(Class::Ordinary, i32::MIN, 0, 8),
        ];
        assert!(ranks.is_sorted_by(|a, b| a > b), "{ranks:?}");
        let mut mixed = ranks;
        mixed.reverse();
        mixed.swap(2, 5);
        for (nth, rank) in ranks.into_iter().enumerate() {
            assert_eq!(bring_next(&mut mixed, nth).index(), rank.index());
        }
    }

    #[test]
    fn history_stays_within_its_bounds() {
        let mut experience: Experience<u8> = Experience::new(1, 1);
        for was_good in [true, false] {
            for _ in 0..1000 {
                experience.learn(Side::First, 0, 250, was_good);
            }
            let known = i32::from(experience.history(Side::First, 0));
            assert!(known.abs() <= MOST && (known > 0) == was_good);
        }
        assert_eq!(experience.history(Side::Second, 0), 0);
    }
}
