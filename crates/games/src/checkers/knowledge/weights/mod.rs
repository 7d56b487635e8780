//! What each feature and each pattern is worth, in hundredths of a man.

use super::features::Term;
use super::patterns;

/// A worth in the opening, with all pieces on the board, and in an ending without any: between them
/// it changes evenly with each piece taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair(pub i16, pub i16);

/// What each feature is worth to the side that has it, and each pattern to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// A man on each square, by its number. Men are never on the last row.
    pub men: [Pair; 32],
    /// A king on each square.
    pub kings: [Pair; 32],
    /// Each set of men on the base row: bits 0 to 3 for a1, c1, e1, g1.
    pub base_row: [Pair; 16],
    /// A man that cannot be stopped, 1 to 7 rows before the last.
    pub runners: [Pair; 7],
    /// The rest, in the order of [`Term::ALL`].
    pub terms: [Pair; Term::ALL.len()],
    /// The patterns, [`patterns::COUNT`] of them or none.
    pub patterns: &'static [patterns::Worth],
}

// The first line of each file says how to make it again.
static FEATURES: &[u8] = include_bytes!("features.bin");
#[cfg(not(target_family = "wasm"))]
static LEARNED: &[u8] = include_bytes!("learned.bin");
/// A browser's module has no room for patterns.
#[cfg(target_family = "wasm")]
static LEARNED: &[u8] = FEATURES;

impl Weights {
    /// Nothing but pieces: a man 100, a king 150.
    pub const MATERIAL: Weights = Weights {
        men: [Pair(100, 100); 32],
        kings: [Pair(150, 150); 32],
        base_row: [Pair(0, 0); 16],
        runners: [Pair(0, 0); 7],
        terms: [Pair(0, 0); Term::ALL.len()],
        patterns: &[],
    };

    /// What features alone are worth, learned from the results of games.
    pub const FEATURES: Weights = Weights::fitting(FEATURES);

    /// What features and patterns are worth, learned from what searches thought.
    pub const LEARNED: Weights = Weights::fitting(LEARNED);

    /// How many pairs there are.
    pub const COUNT: usize = 32 + 32 + 16 + 7 + Term::ALL.len();
    /// How long the first line of a file is: padded, so that all else has a fixed place.
    pub const HEADER: usize = 512;

    /// All pairs, in the order of the fields.
    pub fn pairs(&self) -> impl Iterator<Item = &Pair> {
        let Weights { men, kings, base_row, runners, terms, .. } = self;
        men.iter().chain(kings).chain(base_row).chain(runners).chain(terms)
    }

    /// All pairs, to be changed.
    pub fn pairs_mut(&mut self) -> impl Iterator<Item = &mut Pair> {
        let Weights { men, kings, base_row, runners, terms, .. } = self;
        men.iter_mut().chain(kings).chain(base_row).chain(runners).chain(terms)
    }

    const fn fitting(bytes: &'static [u8]) -> Weights {
        match Weights::from_bytes(bytes) {
            Some(weights) => weights,
            None => panic!("a file that does not fit these features and patterns"),
        }
    }

    /// Reads a file of weights: a line of text, the pairs, and the patterns if there are any. `None`
    /// if it has another length.
    pub const fn from_bytes(bytes: &'static [u8]) -> Option<Weights> {
        const PAIR: usize = 4;
        let first = Weights::HEADER + PAIR * Weights::COUNT;
        if bytes.len() < first {
            return None;
        }
        let (head, rest) = bytes.split_at(first);
        let (patterns, []) = rest.as_chunks::<2>() else { return None };
        if !patterns.is_empty() && patterns.len() != patterns::COUNT {
            return None;
        }
        let at = Weights::HEADER;
        let (men, at) = read_pairs(head, at);
        let (kings, at) = read_pairs(head, at);
        let (base_row, at) = read_pairs(head, at);
        let (runners, at) = read_pairs(head, at);
        let (terms, _) = read_pairs(head, at);
        Some(Weights { men, kings, base_row, runners, terms, patterns })
    }

    /// The file that [`from_bytes`](Weights::from_bytes) reads.
    pub fn to_bytes(&self, provenance: &str) -> Vec<u8> {
        let mut bytes = format!("{provenance:0$.0$}\n", Weights::HEADER - 1).into_bytes();
        bytes.truncate(Weights::HEADER);
        for &Pair(opening, ending) in self.pairs() {
            bytes.extend([opening, ending].map(i16::to_le_bytes).as_flattened());
        }
        bytes.extend(self.patterns.as_flattened());
        bytes
    }
}

const fn read_pairs<const N: usize>(bytes: &[u8], mut at: usize) -> ([Pair; N], usize) {
    let mut pairs = [Pair(0, 0); N];
    let mut nth = 0;
    while nth < N {
        pairs[nth] = Pair(
            i16::from_le_bytes([bytes[at], bytes[at + 1]]),
            i16::from_le_bytes([bytes[at + 2], bytes[at + 3]]),
        );
        at += 4;
        nth += 1;
    }
    (pairs, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_as_it_was_written() {
        for weights in [Weights::MATERIAL, Weights::FEATURES, Weights::LEARNED] {
            let bytes = weights.to_bytes("Made by hand").leak();
            assert!(bytes.starts_with(b"Made by hand ") && bytes[Weights::HEADER - 1] == b'\n');
            assert_eq!(Weights::from_bytes(bytes), Some(weights));
            assert_eq!(Weights::from_bytes(&bytes[..bytes.len() - 1]), None);
        }
        assert_eq!(Weights::LEARNED.patterns.len(), patterns::COUNT);
    }

    #[test]
    fn a_long_provenance_is_cut() {
        let bytes = Weights::MATERIAL.to_bytes(&"x".repeat(1_000)).leak();
        assert_eq!(bytes[Weights::HEADER - 2..Weights::HEADER], *b"x\n");
        assert_eq!(Weights::from_bytes(bytes), Some(Weights::MATERIAL));
    }
}
