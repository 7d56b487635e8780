use std::ops::Range;

use super::super::View;
use super::rank::{choose, ordered, rank_set, sets};
use super::{Class, Ranking};

/// Places for the positions of a class, as tables are solved and stored. Kings of the two sides are
/// numbered independently of each other, so some places stand for boards with two kings on one square
/// and stay empty; for that a king that moves changes nothing in the other side's number, and the
/// places of similar positions lie a constant distance apart.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    pub ranking: Ranking,
    /// In how many ways the enemy kings can stand.
    pub columns: u64,
    /// How many places there are for each way that the men can stand.
    pub size: u64,
}

impl Layout {
    pub fn new(class: Class) -> Layout {
        let free = 32 - class.men - class.enemy_men;
        let columns = choose(free, class.enemy_kings);
        let size = choose(free, class.kings) * columns;
        Layout { ranking: Ranking::new(class), columns, size }
    }

    /// How many places there are.
    pub fn places(&self) -> u64 {
        self.ranking.men() * self.size
    }

    /// The place of a position.
    #[inline]
    pub fn place(&self, view: View) -> u64 {
        let free = ordered(!(view.men | view.enemy_men));
        let kings = rank_set(ordered(view.kings), free);
        let enemy_kings = rank_set(ordered(view.enemy_kings), free);
        self.start(view.men, view.enemy_men) + kings * self.columns + enemy_kings
    }

    /// The first place for these men.
    #[inline]
    pub fn start(&self, men: u32, enemy_men: u32) -> u64 {
        self.ranking.rank_men(men, enemy_men) * self.size
    }

    /// Calls `visit` for a range of places, with the position if there is one.
    #[inline]
    pub fn for_each(&self, places: Range<u64>, mut visit: impl FnMut(Option<View>)) {
        let class = self.ranking.class();
        let Range { start: mut next, end } = places;
        let mut enemies = Vec::new();
        while next < end {
            let (men, enemy_men) = self.ranking.men_with_rank(next / self.size);
            let free = !(men | enemy_men);
            enemies.clear();
            enemies.extend(sets(class.enemy_kings, free));
            let row = next % self.size / self.columns;
            for kings in sets(class.kings, free).skip(row as usize) {
                let skipped = (next % self.columns) as usize;
                let wanted = (end - next).min(self.columns) as usize;
                for &enemy_kings in enemies[skipped..].iter().take(wanted) {
                    let view = View { men, kings, enemy_men, enemy_kings };
                    visit((kings & enemy_kings == 0).then_some(view));
                }
                next += wanted.min(enemies.len() - skipped) as u64;
                if next == end {
                    return;
                }
            }
        }
    }
}
