use super::super::store::{Counts, Kind, Packed, file};
use super::super::{Class, Rule};
use super::{Solved, solve};

/// A file with the verdicts of all classes with up to so many pieces, as it is part of the program.
pub fn bundle(pieces: u32, rule: Rule, threads: usize, done: &(dyn Fn(u64) + Sync)) -> Vec<u8> {
    let mut solved = Solved::default();
    let mut packed = Vec::new();
    for class in Class::pairs(pieces) {
        for codes in solve(class, rule, &solved, threads, done) {
            packed.push(Packed::new(&codes, Counts::of(&codes), Kind::Verdicts, threads));
            solved.add(&codes);
        }
    }
    file(packed, Kind::Verdicts, rule)
}
