use std::ops::Range;

use super::super::super::Direction;
use super::super::rank::{bits, ordered, rank_set, sets};

/// The ways in which the kings of one side can stand on the squares that the men leave, numbered, and
/// the steps between them. A step can be taken back, so these are also the steps that led to each.
#[derive(Debug, Default)]
pub struct KingSets {
    pub sets: Vec<u32>,
    steps: Vec<KingStep>,
    /// Where the steps of each set begin, then their end.
    starts: Vec<u32>,
}

/// A step of one king, on a board with the men and the kings of this side only.
#[derive(Clone, Copy, Debug)]
pub struct KingStep {
    /// The square that it enters.
    pub to: u32,
    /// The number of the set after it.
    pub set: u32,
}

impl KingSets {
    /// Makes room for another number of kings or other free squares.
    pub fn fill(&mut self, kings: u32, free: u32) {
        self.sets.clear();
        self.sets.extend(sets(kings, free));
        self.steps.clear();
        self.starts.clear();
        for &set in &self.sets {
            self.starts.push(self.steps.len() as u32);
            for way in Direction::ALL {
                for from in bits(set & way.before(free & !set)) {
                    let to = way.one(from);
                    let after = rank_set(ordered(set ^ from ^ to), ordered(free)) as u32;
                    self.steps.push(KingStep { to, set: after });
                }
            }
        }
        self.starts.push(self.steps.len() as u32);
    }

    /// The numbers of the steps from a set.
    #[inline]
    pub fn range(&self, set: u32) -> Range<usize> {
        let set = set as usize;
        self.starts[set] as usize..self.starts[set + 1] as usize
    }

    #[inline]
    pub fn step(&self, number: usize) -> KingStep {
        self.steps[number]
    }
}
