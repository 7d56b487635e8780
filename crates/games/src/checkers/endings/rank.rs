//! Every position of a class has a number of its own, from 0 on without a gap.
//!
//! Men come first, so that all positions that differ in their kings alone lie together. Sets of
//! squares are numbered by the combinatorial number system: with the squares that they may use
//! counted from 0, the set {a < b < c} has the number C(a, 1) + C(b, 2) + C(c, 3).

use super::super::{Square, View};
use super::Class;

/// Sets of squares in the order in which they are numbered: rows 1, 3, 5, 7, then 2, 4, 6, 8, each
/// from left to right. Who has the move decides many endings, and on rows of one kind it is the same,
/// so that neighbours are alike and compress well. Turning the board reverses the order.
#[inline]
pub(super) fn ordered(set: u32) -> u32 {
    let bytes = set.to_le_bytes();
    let place = |index: usize| ORDERED[index][usize::from(bytes[index])];
    place(0) | place(1) | place(2) | place(3)
}

/// The squares in order, as sets.
const SQUARES: [u32; 32] = {
    let mut squares = [0; 32];
    let mut number = 0;
    while number < 32 {
        let square = Square::new(number);
        squares[order(square)] = square.bit();
        number += 1;
    }
    squares
};

const fn order(square: Square) -> usize {
    let (row, column) = (square.row() as usize, square.column() as usize);
    row % 2 * 16 + row / 2 * 4 + column / 2
}

/// What each byte of a set adds to the ordered one.
const ORDERED: [[u32; 256]; 4] = {
    let mut ordered = [[0; 256]; 4];
    let mut number = 0;
    while number < 32 {
        let bit = 1 << order(Square::new(number));
        let mut byte = 0;
        while byte < 256 {
            if byte >> (number % 8) & 1 != 0 {
                ordered[number as usize / 8][byte] |= bit;
            }
            byte += 1;
        }
        number += 1;
    }
    ordered
};

/// The set behind an ordered one.
fn squares(ordered: u32) -> u32 {
    bits(ordered).fold(0, |set, bit| set | SQUARES[bit.trailing_zeros() as usize])
}

/// Where men are crowned, and where the other side's are; in order.
const FAR: u32 = 0xf000_0000;
const HOME: u32 = 0x0000_000f;
/// Where men of both sides may stand.
const MIDDLE: u32 = !(FAR | HOME);

/// As many men of the side to move can stand on its home row: each leaves the others one square more.
const HOME_SQUARES: usize = 4;

/// `CHOOSE[n][k]` sets of k squares can be made of n.
const CHOOSE: [[u64; 13]; 33] = {
    let mut choose = [[0; 13]; 33];
    let mut n = 0;
    while n < 33 {
        choose[n][0] = 1;
        let mut k = 1;
        while k < 13 && n > 0 {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    choose
};

#[inline]
pub(super) const fn choose(n: u32, k: u32) -> u64 {
    CHOOSE[n as usize][k as usize]
}

/// The number of a set among all as large as it that can be made of the squares in `among`; both are
/// ordered.
#[inline]
pub(super) fn rank_set(set: u32, among: u32) -> u64 {
    let (mut rest, mut rank, mut size) = (set, 0, 0);
    while rest != 0 {
        let below = (rest & rest.wrapping_neg()) - 1;
        rest &= rest - 1;
        size += 1;
        rank += CHOOSE[(among & below).count_ones() as usize][size];
    }
    rank
}

/// The set of that size with that number, ordered as `among` is.
fn set_with_rank(mut rank: u64, size: u32, among: u32) -> u32 {
    let (mut set, mut squares) = (0, among);
    for size in (1..=size).rev() {
        let mut below = squares.count_ones();
        // The highest square that leaves a number for the rest.
        loop {
            let square = 1 << squares.ilog2();
            squares ^= square;
            below -= 1;
            if choose(below, size) <= rank {
                rank -= choose(below, size);
                set |= square;
                break;
            }
        }
    }
    set
}

/// All sets of that size that can be made of the squares in `among`, in the order of their numbers.
/// Neither is ordered.
pub(super) fn sets(size: u32, among: u32) -> impl Iterator<Item = u32> {
    let mut squares = [0; 32];
    // In many classes a side has no king.
    if size > 0 {
        let free = SQUARES.into_iter().filter(|square| among & square != 0);
        squares.iter_mut().zip(free).for_each(|(place, square)| *place = square);
    }
    // The next larger number with as many bits is the next set.
    let mut places = (1u64 << size) - 1;
    (0..choose(among.count_ones(), size)).map(move |_| {
        let (mut set, mut rest) = (0, places);
        while rest != 0 {
            set |= squares[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        if places != 0 {
            let lowest = places & places.wrapping_neg();
            let carried = places + lowest;
            places = carried | (places ^ carried) >> (lowest.trailing_zeros() + 2);
        }
        set
    })
}

/// The members of a set, one at a time.
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}

/// The numbers of a class.
#[derive(Clone, Copy, Debug)]
pub struct Ranking {
    class: Class,
    /// The first number of men with so many of the own on the home row; then the end of all.
    starts: [u64; HOME_SQUARES + 2],
    own_kings: u64,
    enemy_kings: u64,
}

impl Ranking {
    /// How the positions of a class are numbered.
    pub fn new(class: Class) -> Ranking {
        let Class { men, kings, enemy_men, enemy_kings } = class;
        let mut starts = [0; HOME_SQUARES + 2];
        for home in 0..=HOME_SQUARES {
            let ways = match men.checked_sub(home as u32) {
                Some(others) => {
                    choose(HOME_SQUARES as u32, home as u32)
                        * choose(24, others)
                        * choose(28 - others, enemy_men)
                }
                None => 0,
            };
            starts[home + 1] = starts[home] + ways;
        }
        let free = 32 - men - enemy_men;
        Ranking {
            class,
            starts,
            own_kings: choose(free, kings),
            enemy_kings: choose(free - kings, enemy_kings),
        }
    }

    /// The class.
    pub fn class(&self) -> Class {
        self.class
    }

    /// How many positions there are.
    pub fn positions(&self) -> u64 {
        self.men() * self.kings()
    }

    /// In how many ways the men of both sides can stand.
    pub(super) fn men(&self) -> u64 {
        self.starts[HOME_SQUARES + 1]
    }

    /// In how many ways the kings can stand, wherever the men are.
    pub(super) fn kings(&self) -> u64 {
        self.own_kings * self.enemy_kings
    }

    /// The number of a position of this class.
    #[inline]
    pub fn rank(&self, view: View) -> u64 {
        let free = ordered(!(view.men | view.enemy_men));
        let kings = ordered(view.kings);
        let enemy_kings = rank_set(ordered(view.enemy_kings), free & !kings);
        let kings = rank_set(kings, free) * self.enemy_kings + enemy_kings;
        self.rank_men(view.men, view.enemy_men) * self.kings() + kings
    }

    /// The number of the men among all ways for them to stand.
    #[inline]
    pub(super) fn rank_men(&self, men: u32, enemy_men: u32) -> u64 {
        let (men, enemy_men) = (ordered(men), ordered(enemy_men));
        let (home, others) = (men & HOME, men & MIDDLE);
        let (at_home, elsewhere) = (home.count_ones(), others.count_ones());
        let own = rank_set(home, HOME) * choose(24, elsewhere) + rank_set(others, MIDDLE);
        let enemy = rank_set(enemy_men, !HOME & !others);
        self.starts[at_home as usize] + own * choose(28 - elsewhere, self.class.enemy_men) + enemy
    }

    /// The men of the side to move and of the other with that number.
    pub(super) fn men_with_rank(&self, rank: u64) -> (u32, u32) {
        let at_home = (0..=HOME_SQUARES).rev().find(|&home| self.starts[home] <= rank).unwrap_or(0);
        let (at_home, rank) = (at_home as u32, rank - self.starts[at_home]);
        let elsewhere = self.class.men - at_home;
        let enemies = choose(28 - elsewhere, self.class.enemy_men);
        let (own, enemy) = (rank / enemies, rank % enemies);
        let ways = choose(24, elsewhere);
        let others = set_with_rank(own % ways, elsewhere, MIDDLE);
        let men = set_with_rank(own / ways, at_home, HOME) | others;
        let enemy_men = set_with_rank(enemy, self.class.enemy_men, !HOME & !others);
        (squares(men), squares(enemy_men))
    }

    /// The position with that number.
    pub fn view(&self, rank: u64) -> View {
        let (men, enemy_men) = self.men_with_rank(rank / self.kings());
        let (own, enemy) =
            (rank % self.kings() / self.enemy_kings, rank % self.kings() % self.enemy_kings);
        let free = ordered(!(men | enemy_men));
        let kings = set_with_rank(own, self.class.kings, free);
        let enemy_kings = set_with_rank(enemy, self.class.enemy_kings, free & !kings);
        View { men, kings: squares(kings), enemy_men, enemy_kings: squares(enemy_kings) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::view::turn;
    use super::super::Layout;
    use super::*;

    #[test]
    fn turning_reverses_the_order() {
        for square in Square::all() {
            let bit = square.bit();
            assert_eq!(ordered(turn(bit)), ordered(bit).reverse_bits());
            assert_eq!(squares(ordered(bit)), bit);
        }
    }

    /// Every number is given once, both ways, and by going through them in order.
    #[test]
    fn numbers_and_positions_are_one_to_one() {
        for class in (2..=5).flat_map(Class::with_pieces) {
            let layout = Layout::new(class);
            let ranking = Ranking::new(class);
            let step = 1 + ranking.men() / 10;
            // From the last on, where all men are at home.
            for men in (0..ranking.men()).rev().step_by(step as usize) {
                let first = men * ranking.kings();
                let mut count = 0;
                let mut views = Vec::new();
                layout.for_each(men * layout.size..(men + 1) * layout.size, |view| {
                    views.extend(view);
                });
                for (rank, view) in (first..).zip(views) {
                    assert_eq!(Class::of(view), class);
                    assert_eq!(ordered(view.men) & FAR | ordered(view.enemy_men) & HOME, 0);
                    assert_eq!((view.own() | view.enemy()).count_ones(), class.pieces());
                    assert_eq!(ranking.rank(view), rank, "{class} {view:?}");
                    if rank % 8 == 0 {
                        assert_eq!(ranking.view(rank), view, "{class} {rank}");
                    }
                    count += 1;
                }
                assert_eq!(count, ranking.kings());
            }
        }
    }

    /// Published numbers of positions, by the pieces of the side to move and of the other.
    #[test]
    fn there_are_as_many_numbers_as_positions() {
        let count = |own, enemy| {
            let classes = Class::with_pieces(own + enemy);
            let of_sides = |class: &Class| class.own() == own && class.enemy() == enemy;
            let positions = |class| Ranking::new(class).positions();
            classes.into_iter().filter(of_sides).map(positions).sum::<u64>()
        };
        assert_eq!(count(1, 1), 3_488);
        assert_eq!(count(2, 1), 98_016);
        assert_eq!(count(2, 2), 2_662_932);
        assert_eq!(count(1, 3), 1_773_192);
        assert_eq!(count(3, 2), 46_520_744);
        assert_eq!(count(3, 3), 783_806_128);
        assert_eq!(count(4, 3), 9_527_629_380);
        assert_eq!(count(6, 6), 384_033_878_250_176);
    }
}
