use super::range::{Chance, Coder};

/// Counts what bits each node of a model has.
#[derive(Debug)]
pub struct Counter {
    counts: Vec<[u64; 2]>,
}

impl Counter {
    pub fn new(nodes: usize) -> Counter {
        Counter { counts: vec![[0; 2]; nodes] }
    }

    /// The chances that make what was counted shortest.
    pub fn chances(&self) -> Vec<Chance> {
        let chance = |&[unset, set]: &[u64; 2]| {
            // As if each had come up half a time more: nothing is impossible.
            ((2 * unset + 1) * 65_536 / (2 * (unset + set) + 2)).clamp(1, 65_535) as Chance
        };
        self.counts.iter().map(chance).collect()
    }
}

impl Coder for Counter {
    #[inline]
    fn bit(&mut self, node: usize, bit: bool) -> bool {
        self.counts[node][usize::from(bit)] += 1;
        bit
    }
}

/// Of a node that never came up.
const EVEN: Chance = 0x8000;

/// The chances as they are stored: a bit for each node that has one, then those.
pub fn write(chances: &[Chance]) -> Vec<u8> {
    let mut bytes = vec![0; chances.len().div_ceil(8)];
    for (node, &chance) in chances.iter().enumerate().filter(|&(_, &chance)| chance != EVEN) {
        bytes[node / 8] |= 1 << (node % 8);
        bytes.extend(chance.to_le_bytes());
    }
    bytes
}

/// Reads what [`write`] has written; none if it cannot have.
pub fn read(bytes: &[u8], nodes: usize) -> Option<Vec<Chance>> {
    let (has_one, chances) = bytes.split_at_checked(nodes.div_ceil(8))?;
    let (mut chances, rest) = chances.as_chunks::<2>();
    let mut next = || {
        let (&first, rest) = chances.split_first()?;
        chances = rest;
        Some(Chance::from_le_bytes(first)).filter(|&chance| chance != 0)
    };
    let is_one = |node: usize| has_one[node / 8] >> (node % 8) & 1 != 0;
    let all: Option<Vec<Chance>> =
        (0..nodes).map(|node| if is_one(node) { next() } else { Some(EVEN) }).collect();
    all.filter(|_| chances.is_empty() && rest.is_empty())
}
