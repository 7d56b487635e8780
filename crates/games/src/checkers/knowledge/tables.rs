use super::features::{FeatureSink, Term};
use super::weights::{Pair, Weights};

/// Weights made ready for adding up: an opening's and an ending's worth in one word, and the squares
/// of a set eight at a time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tables {
    men: [[PackedWorth; 256]; 4],
    kings: [[PackedWorth; 256]; 4],
    base_row: [PackedWorth; 16],
    runners: [PackedWorth; 7],
    terms: [PackedWorth; Term::ALL.len()],
}

/// The ending's worth times 2^16, plus the opening's. One addition adds both; what the lower half
/// borrows from the upper one is given back when they are taken apart.
type PackedWorth = i32;

const fn pack(Pair(opening, ending): Pair) -> PackedWorth {
    ((ending as i32) << 16).wrapping_add(opening as i32)
}

/// The opening's and the ending's part.
#[inline]
const fn unpack(packed: PackedWorth) -> (i32, i32) {
    (packed as i16 as i32, packed.wrapping_add(1 << 15) >> 16)
}

impl Tables {
    pub const fn new(weights: &Weights) -> Tables {
        Tables {
            men: by_eight(&weights.men),
            kings: by_eight(&weights.kings),
            base_row: pack_all(&weights.base_row),
            runners: pack_all(&weights.runners),
            terms: pack_all(&weights.terms),
        }
    }
}

const fn pack_all<const N: usize>(pairs: &[Pair; N]) -> [PackedWorth; N] {
    let mut packed = [0; N];
    let mut index = 0;
    while index < N {
        packed[index] = pack(pairs[index]);
        index += 1;
    }
    packed
}

/// For every eight squares, the sum of every set of them: that of the set without its lowest square,
/// and that square's.
const fn by_eight(squares: &[Pair; 32]) -> [[PackedWorth; 256]; 4] {
    let mut sums: [[PackedWorth; 256]; 4] = [[0; 256]; 4];
    let mut eight = 0;
    while eight < 4 {
        let mut set = 1usize;
        while set < 256 {
            let lowest = pack(squares[8 * eight + set.trailing_zeros() as usize]);
            sums[eight][set] = sums[eight][set & (set - 1)].wrapping_add(lowest);
            set += 1;
        }
        eight += 1;
    }
    sums
}

#[inline]
fn look_up(sums: &[[PackedWorth; 256]; 4], squares: u32) -> PackedWorth {
    let [a, b, c, d] = squares.to_le_bytes().map(usize::from);
    let low = sums[0][a].wrapping_add(sums[1][b]);
    let high = sums[2][c].wrapping_add(sums[3][d]);
    low.wrapping_add(high)
}

/// Adds up what the features are worth.
pub(super) struct Sum<'t> {
    tables: &'t Tables,
    packed: PackedWorth,
}

impl<'t> Sum<'t> {
    #[inline]
    pub fn new(tables: &'t Tables) -> Sum<'t> {
        Sum { tables, packed: 0 }
    }

    #[inline]
    fn add(&mut self, packed: PackedWorth, times: i32) {
        self.packed = self.packed.wrapping_add(packed.wrapping_mul(times));
    }

    /// The opening's and the ending's worth.
    #[inline]
    pub fn both(self) -> (i32, i32) {
        unpack(self.packed)
    }
}

impl FeatureSink for Sum<'_> {
    #[inline]
    fn men(&mut self, squares: u32, times: i32) {
        self.add(look_up(&self.tables.men, squares), times);
    }

    #[inline]
    fn kings(&mut self, squares: u32, times: i32) {
        self.add(look_up(&self.tables.kings, squares), times);
    }

    #[inline]
    fn base_row(&mut self, held: usize, times: i32) {
        self.add(self.tables.base_row[held], times);
    }

    #[inline]
    fn runner(&mut self, rows: usize, times: i32) {
        self.add(self.tables.runners[rows - 1], times);
    }

    #[inline]
    fn term(&mut self, term: Term, times: i32) {
        self.add(self.tables.terms[term as usize], times);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_come_out_as_they_went_in() {
        let pairs = [Pair(0, 0), Pair(-1, 0), Pair(0, -1), Pair(700, -300), Pair(-900, 1200)];
        for a in pairs {
            for b in pairs {
                for times in [-12, -1, 0, 3, 12] {
                    let packed = pack(a).wrapping_add(pack(b).wrapping_mul(times));
                    let sum = |a: i16, b: i16| i32::from(a) + i32::from(b) * times;
                    assert_eq!(unpack(packed), (sum(a.0, b.0), sum(a.1, b.1)), "{a:?} {b:?}");
                }
            }
        }
    }

    /// One square at a time against eight at a time.
    #[test]
    fn a_set_is_worth_the_sum_of_its_squares() {
        let squares = std::array::from_fn(|n| Pair(7 * n as i16 - 90, 50 - 3 * n as i16));
        let sums = by_eight(&squares);
        let mut random = plyglot_core::mix::Random::new(1);
        for _ in 0..1_000 {
            let set = random.bits() as u32;
            let each = (0..32).filter(|number| set >> number & 1 != 0);
            let sum = each.fold(0, |sum: i32, n| sum.wrapping_add(pack(squares[n])));
            assert_eq!(look_up(&sums, set), sum);
        }
    }
}
