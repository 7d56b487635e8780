//! A set of board points in a few machine words, for boards that do not fit into one.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of up to `64 * W` points. With `W = 1` it compiles to plain `u64` arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    /// No point.
    pub const EMPTY: Bits<W> = Bits([0; W]);
    /// How many points fit.
    pub const CAPACITY: usize = 64 * W;

    /// The set of one point.
    #[inline]
    pub fn single(point: usize) -> Bits<W> {
        let mut bits = Bits::EMPTY;
        bits.0[point / 64] = 1 << (point % 64);
        bits
    }

    /// Whether `point` is in the set.
    #[inline]
    pub fn contains(&self, point: usize) -> bool {
        self.0[point / 64] >> (point % 64) & 1 != 0
    }

    /// Puts `point` in.
    #[inline]
    pub fn insert(&mut self, point: usize) {
        self.0[point / 64] |= 1 << (point % 64);
    }

    /// Takes `point` out.
    #[inline]
    pub fn remove(&mut self, point: usize) {
        self.0[point / 64] &= !(1 << (point % 64));
    }

    /// Whether there is no point.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// How many points there are.
    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The lowest point, if there is any.
    #[inline]
    pub fn first(self) -> Option<usize> {
        self.into_iter().next()
    }

    /// The machine words, lowest points first.
    #[inline]
    pub fn words(&self) -> &[u64; W] {
        &self.0
    }

    /// Every point moved up by `distance` (1 to 63); points beyond the capacity are lost.
    #[inline]
    pub fn up(self, distance: u32) -> Bits<W> {
        let mut moved = Bits::EMPTY;
        for word in 0..W {
            moved.0[word] = self.0[word] << distance;
            if word > 0 {
                moved.0[word] |= self.0[word - 1] >> (64 - distance);
            }
        }
        moved
    }

    /// Every point moved down by `distance` (1 to 63); points below 0 are lost.
    #[inline]
    pub fn down(self, distance: u32) -> Bits<W> {
        let mut moved = Bits::EMPTY;
        for word in 0..W {
            moved.0[word] = self.0[word] >> distance;
            if word + 1 < W {
                moved.0[word] |= self.0[word + 1] << (64 - distance);
            }
        }
        moved
    }
}

impl<const W: usize> Bits<W> {
    /// The points left, right, above and below those of this set, on a board whose rows lie
    /// `stride` apart. If a gap of at least one point lies between the rows, what is moved over
    /// the edge of the board falls into it.
    #[inline(always)]
    pub fn neighbours(self, stride: u32) -> Bits<W> {
        self.up(1) | self.down(1) | self.up(stride) | self.down(stride)
    }
}

macro_rules! bitwise {
    ($($trait:ident $method:ident $assign:ident $assign_method:ident $op:tt;)*) => {$(
        impl<const W: usize> $trait for Bits<W> {
            type Output = Bits<W>;
            #[inline]
            fn $method(mut self, other: Bits<W>) -> Bits<W> {
                self $op other;
                self
            }
        }
        impl<const W: usize> $assign for Bits<W> {
            #[inline]
            fn $assign_method(&mut self, other: Bits<W>) {
                for word in 0..W {
                    self.0[word] $op other.0[word];
                }
            }
        }
    )*};
}

bitwise! {
    BitAnd bitand BitAndAssign bitand_assign &=;
    BitOr bitor BitOrAssign bitor_assign |=;
    BitXor bitxor BitXorAssign bitxor_assign ^=;
}

impl<const W: usize> Not for Bits<W> {
    type Output = Bits<W>;
    #[inline]
    fn not(self) -> Bits<W> {
        Bits(self.0.map(|word| !word))
    }
}

/// The points in ascending order.
impl<const W: usize> IntoIterator for Bits<W> {
    type Item = usize;
    type IntoIter = Points<W>;
    #[inline]
    fn into_iter(self) -> Points<W> {
        Points { rest: self, word: 0 }
    }
}

/// Iterates over a set in ascending order.
#[derive(Clone, Debug)]
pub struct Points<const W: usize> {
    rest: Bits<W>,
    word: usize,
}

impl<const W: usize> Iterator for Points<W> {
    type Item = usize;
    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word < W {
            let word = &mut self.rest.0[self.word];
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(64 * self.word + bit);
            }
            self.word += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mix::Random;

    /// The same law against a plain list of booleans, across the seams between words.
    #[test]
    fn agrees_with_a_plain_list_of_points() {
        let mut random = Random::new(1);
        for _ in 0..200 {
            let mut bits = Bits::<3>::EMPTY;
            let mut plain = [false; 192];
            for _ in 0..40 {
                let point = random.below(192);
                bits.insert(point);
                plain[point] = true;
            }
            let gone = random.below(192);
            bits.remove(gone);
            plain[gone] = false;
            let distance = 1 + random.below(63);
            let points = |bits: Bits<3>| bits.into_iter().collect::<Vec<_>>();
            let listed: Vec<usize> = (0..192).filter(|&p| plain[p]).collect();
            assert_eq!(points(bits), listed);
            assert_eq!(bits.count() as usize, listed.len());
            assert!((0..192).all(|p| bits.contains(p) == plain[p]));
            let up: Vec<usize> = (distance..192).filter(|&p| plain[p - distance]).collect();
            assert_eq!(points(bits.up(distance as u32)), up);
            let down: Vec<usize> = (0..192 - distance).filter(|&p| plain[p + distance]).collect();
            assert_eq!(points(bits.down(distance as u32)), down);
            assert!((bits & !bits).is_empty() && (bits ^ bits).is_empty());
            assert_eq!(bits | Bits::single(gone), bits ^ Bits::single(gone));
        }
    }
}
