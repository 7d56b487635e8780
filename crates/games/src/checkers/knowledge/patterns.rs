//! What men are worth together: each of many overlapping regions of the board is read as a number, and
//! each number has a worth of its own. A region of ten squares has 3^10 of them, one for every way
//! to put men of both sides on it; with kings on the board small regions are read once more, kings
//! included.
//!
//! Scan, a program for draughts on 10x10, showed how much such tables can learn.

use crate::checkers::{Square, View};

/// A worth in the opening and in the ending, in hundredths of a man and [`ZERO`] more, so that no sign
/// gets in the way of adding both at once.
pub type Worth = [u8; 2];

/// What stands for a worth of nothing.
pub const ZERO: u8 = 128;

/// How a region is read.
#[derive(Clone, Copy)]
struct Region {
    rows: u8,
    columns: u8,
    /// Its lowest row, and its first dark square in each row, counted from 0.
    row: u8,
    column: u8,
}

impl Region {
    const fn size(self) -> usize {
        self.rows as usize * self.columns as usize
    }

    /// The number of its `nth` square.
    const fn square(self, nth: usize) -> usize {
        let (row, column) = (nth as u8 / self.columns, nth as u8 % self.columns);
        let row = self.row + row;
        match Square::at(2 * (self.column + column) + row % 2, row) {
            Some(square) => square.number() as usize,
            None => panic!("a region within the board"),
        }
    }
}

/// All places of a region with so many rows and columns.
const fn all<const N: usize>(rows: u8, columns: u8) -> [Region; N] {
    let mut regions = [Region { rows, columns, row: 0, column: 0 }; N];
    let places = 5 - columns;
    let mut nth = 0;
    while nth < N {
        regions[nth].row = nth as u8 / places;
        regions[nth].column = nth as u8 % places;
        nth += 1;
    }
    regions
}

/// Regions of men, with 3^10 and 3^9 numbers each.
const TALL: [Region; 12] = all(5, 2);
const SQUARE: [Region; 12] = all(3, 3);
/// Regions of men and kings, with 5^4 numbers each.
const SMALL: [Region; 21] = all(2, 2);

const MEN: usize = TALL.len() + SQUARE.len();
/// Rounded up to whole vectors.
const KINGS: usize = SMALL.len().next_multiple_of(8);

/// What a square adds to the numbers of all regions, for a piece whose digit is 1.
type Digits<const N: usize> = [u16; N];
/// The same for every set of eight squares.
type ByEight<const N: usize> = [[Digits<N>; 256]; 4];

const fn digits<const N: usize>(groups: &[&[Region]], base: u16) -> ByEight<N> {
    let mut squares = [[0u16; N]; 32];
    let (mut lane, mut group) = (0, 0);
    while group < groups.len() {
        let mut place = 0;
        while place < groups[group].len() {
            let (region, mut nth, mut digit) = (groups[group][place], 0, 1);
            while nth < region.size() {
                squares[region.square(nth)][lane] = digit;
                digit = digit.wrapping_mul(base);
                nth += 1;
            }
            place += 1;
            lane += 1;
        }
        group += 1;
    }
    let mut sums = [[[0u16; N]; 256]; 4];
    let mut set = 0usize;
    while set < 4 * 256 {
        let (eight, bits) = (set / 256, set % 256);
        if bits != 0 {
            let lowest = squares[8 * eight + bits.trailing_zeros() as usize];
            let rest = sums[eight][bits & (bits - 1)];
            let mut lane = 0;
            while lane < N {
                sums[eight][bits][lane] = rest[lane] + lowest[lane];
                lane += 1;
            }
        }
        set += 1;
    }
    sums
}

static MEN_DIGITS: ByEight<MEN> = digits(&[&TALL, &SQUARE], 3);
static KING_DIGITS: ByEight<KINGS> = digits(&[&SMALL], 5);

/// Where the worths of each region begin.
const fn starts<const N: usize>(groups: &[(usize, usize)], first: usize) -> [u32; N] {
    let mut starts = [0; N];
    let (mut lane, mut group, mut next) = (0, 0, first);
    while group < groups.len() {
        let (count, numbers) = groups[group];
        let mut place = 0;
        while place < count {
            starts[lane] = next as u32;
            next += numbers;
            lane += 1;
            place += 1;
        }
        group += 1;
    }
    starts
}

const TALL_NUMBERS: usize = 3usize.pow(10);
const SQUARE_NUMBERS: usize = 3usize.pow(9);
const SMALL_NUMBERS: usize = 5usize.pow(4);
const MEN_STARTS: [u32; MEN] =
    starts(&[(TALL.len(), TALL_NUMBERS), (SQUARE.len(), SQUARE_NUMBERS)], 0);
const MEN_COUNT: usize = TALL.len() * TALL_NUMBERS + SQUARE.len() * SQUARE_NUMBERS;
const KING_STARTS: [u32; SMALL.len()] = starts(&[(SMALL.len(), SMALL_NUMBERS)], MEN_COUNT);

/// How many worths there are.
pub const COUNT: usize = MEN_COUNT + SMALL.len() * SMALL_NUMBERS;

/// The sum of the digits of all squares of a set, lane by lane, so that the compiler sees vectors.
#[inline]
fn of<const N: usize>(digits: &ByEight<N>, squares: u32) -> Digits<N> {
    let [a, b, c, d] = squares.to_le_bytes().map(usize::from);
    let (a, b, c, d) = (&digits[0][a], &digits[1][b], &digits[2][c], &digits[3][d]);
    let mut sums = [0; N];
    for lane in 0..N {
        sums[lane] = a[lane].wrapping_add(b[lane]).wrapping_add(c[lane]).wrapping_add(d[lane]);
    }
    sums
}

#[inline]
fn plus_twice<const N: usize>(a: &Digits<N>, b: &Digits<N>) -> Digits<N> {
    let mut sums = [0; N];
    for lane in 0..N {
        sums[lane] = a[lane].wrapping_add(b[lane] << 1);
    }
    sums
}

/// Visits the places of the worths that a position has.
#[inline]
pub fn each(view: View, mut visit: impl FnMut(usize)) {
    // An own man is the digit 1, another's 2.
    let numbers = plus_twice(&of(&MEN_DIGITS, view.men), &of(&MEN_DIGITS, view.enemy_men));
    for lane in 0..MEN {
        visit(MEN_STARTS[lane] as usize + usize::from(numbers[lane]));
    }
    if view.kings | view.enemy_kings != 0 {
        // An own king is the digit 3 = 1 + 2, another's 4.
        let ones = of(&KING_DIGITS, view.men | view.kings);
        let twos = of(&KING_DIGITS, view.enemy_men | view.kings);
        let fours = of(&KING_DIGITS, view.enemy_kings);
        let numbers = plus_twice(&ones, &plus_twice(&twos, &fours));
        for lane in 0..SMALL.len() {
            visit(KING_STARTS[lane] as usize + usize::from(numbers[lane]));
        }
    }
}

/// The sums of the opening's and the ending's worths that a position has.
#[inline]
pub fn sum(worths: &[Worth; COUNT], view: View) -> (i32, i32) {
    let (mut sum, mut count) = (0u32, 0);
    each(view, |place| {
        let both = u32::from(u16::from_le_bytes(worths[place]));
        sum += (both | both << 8) & 0x00ff_00ff;
        count += 1;
    });
    let zero = i32::from(ZERO) * count;
    ((sum & 0xffff) as i32 - zero, (sum >> 16) as i32 - zero)
}

#[cfg(test)]
mod tests {
    use plyglot_core::Game;
    use plyglot_core::mix::Random;

    use super::*;
    use crate::checkers::Position;

    /// The places by looking at one square after the other.
    fn plainly(view: View) -> Vec<usize> {
        let (mut places, mut start) = (Vec::new(), 0);
        let has_kings = view.kings | view.enemy_kings != 0;
        for (rows, columns, base) in [(5, 2, 3), (3, 3, 3), (2, 2, 5)] {
            for row in 0..=8 - rows {
                for column in 0..=4 - columns {
                    let mut number = 0;
                    for cell in (0..rows * columns).rev() {
                        let row = row + cell / columns;
                        let column = 2 * (column + cell % columns) + row % 2;
                        let bit = Square::at(column, row).unwrap().bit();
                        let digit = if view.men & bit != 0 {
                            1
                        } else if view.enemy_men & bit != 0 {
                            2
                        } else if base == 5 && view.kings & bit != 0 {
                            3
                        } else if base == 5 && view.enemy_kings & bit != 0 {
                            4
                        } else {
                            0
                        };
                        number = number * base + digit;
                    }
                    if base == 3 || has_kings {
                        places.push(start + number);
                    }
                    start += usize::pow(base, u32::from(rows * columns));
                }
            }
        }
        assert_eq!(start, COUNT);
        places
    }

    #[test]
    fn all_regions_at_once_are_read_as_one_square_at_a_time() {
        let mut with_kings = 0;
        for seed in 0..60 {
            let (mut random, mut position) = (Random::new(seed), Position::start());
            while position.outcome().is_none() && random.below(120) > 0 {
                let mut places = Vec::new();
                each(position.view(), |place| places.push(place));
                assert_eq!(places, plainly(position.view()), "{position}");
                with_kings += u32::from(places.len() > MEN);
                let moves = position.moves();
                position.play(moves[random.below(moves.len())]);
            }
        }
        assert!(with_kings > 100, "{with_kings}");
    }

    /// Both sums in one word, against one at a time.
    #[test]
    fn worths_are_added_up() {
        let mut random = Random::new(1);
        let worths: Vec<Worth> = (0..COUNT).map(|_| (random.bits() as u16).to_le_bytes()).collect();
        let worths: &[Worth; COUNT] = worths.as_slice().try_into().unwrap();
        for seed in 0..200 {
            let mut position = Position::start();
            let mut random = Random::new(seed);
            for _ in 0..random.below(60) {
                let moves = position.moves();
                if let Some(&mv) = moves.get(random.below(moves.len().max(1))) {
                    position.play(mv);
                }
            }
            let mut sums = [0; 2];
            each(position.view(), |place| {
                for part in 0..2 {
                    sums[part] += i32::from(worths[place][part]) - i32::from(ZERO);
                }
            });
            assert_eq!(sum(worths, position.view()), (sums[0], sums[1]));
        }
    }
}
