//! The tables against published numbers, against a plain search, against themselves, and against
//! accidents.

mod boundary;
mod counts;
mod files;
mod plain_search;

use std::sync::LazyLock;

use super::build::{Codes, Solved, solve};
use super::store::{Counts, Kind, Packed, Source, Table, file};
use super::{Class, Endings, Rule};

/// All classes with up to four pieces, by rule: solved once for all tests.
static SOLVED: LazyLock<[Vec<Codes>; 2]> =
    LazyLock::new(|| [Rule::Fifty, Rule::Endless].map(|rule| solve_all(4, rule)));

fn solved(rule: Rule) -> &'static [Codes] {
    &SOLVED[rule as usize]
}

fn solve_all(pieces: u32, rule: Rule) -> Vec<Codes> {
    let mut solved = Solved::default();
    let mut all = Vec::new();
    for class in Class::pairs(pieces) {
        for codes in solve(class, rule, &solved, 2, &|_| ()) {
            solved.add(&codes);
            all.push(codes);
        }
    }
    all
}

/// A file with some classes, as if it were part of the program.
fn packed(codes: &[Codes], kind: Kind, rule: Rule) -> Vec<u8> {
    let pack = |codes: &Codes| Packed::new(codes, Counts::of(codes), kind, 2);
    file(codes.iter().map(pack).collect(), kind, rule)
}

/// Endings with up to four pieces, from compressed tables; without the rule from distances alone.
static ENDINGS: LazyLock<[Endings; 2]> = LazyLock::new(|| {
    let kinds: [&[Kind]; 2] = [&Kind::ALL, &[Kind::Distances]];
    [Rule::Fifty, Rule::Endless].map(|rule| {
        let tables = kinds[rule as usize].iter().flat_map(|&kind| {
            Table::all_in(Source::in_program(packed(solved(rule), kind, rule).leak())).unwrap()
        });
        Endings::new(tables.collect())
    })
});

fn endings(rule: Rule) -> &'static Endings {
    &ENDINGS[rule as usize]
}
