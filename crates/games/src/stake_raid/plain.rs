//! Stake and Raid, plainly.

use std::rc::Rc;

use plyglot_core::mix::Random;
use plyglot_kit::grading::search::{self, PlainSearch};
use plyglot_kit::grading::{AnswerFiles, Misreading, PlainSolver, Sketch, input_lines, output};
use plyglot_kit::{Size, misreadings};

use super::{Board, cases};

misreadings! {
    Interleaved "interleaved"
        "tries Stake and Raid cell by cell"
        "all Stakes come first, then all Raids"
    RaidsFirst "raids-first"
        "tries all Raids before the Stakes"
        "all Stakes come first, then all Raids"
    LastOfEquals "last-of-equals"
        "plays the last of equal moves"
        "the first strictly greatest value wins"
    ColumnMajor "column-major"
        "goes through the cells column by column"
        "cells are ordered row by row from the top left"
    RaidBeforeStake "raid-before-stake"
        "goes cell by cell and tries a cell's Raid before its Stake"
        "all Stakes come first, then all Raids"
    EmptyRaids "empty-raids"
        "tries all Raids first, those that conquer nothing included"
        "a Raid that conquers nothing leaves the same board as the Stake there, which comes first"
    RaidsByOrigin "raids-by-origin"
        "orders Raids by the cell that they start from"
        "Raids are ordered by the cell that they go to, row by row"
    ChainReaction "chain-reaction"
        "lets conquered pieces conquer their neighbours in turn"
        "only pieces next to the new one change owner"
    Diagonal "diagonal"
        "takes diagonal cells for neighbours"
        "neighbours share a side"
    BoundForValue "bound-for-value"
        "accepts an equal value under alpha-beta, where it may be only a bound"
        "a value from a cut search is a bound: the root takes a move only if v > best"
    XIsMax "x-is-max"
        "always counts from X's view"
        "the score is always counted from YOUPLAY's view"
    Swapped "swapped"
        "names a cell by its row's letter and its column's number"
        "columns have letters, rows have numbers"
}

/// The plain solver.
#[derive(Clone, Copy, Debug)]
pub struct Solver;

impl PlainSolver for Solver {
    fn misreadings(&self) -> &'static [Misreading] {
        Flaw::MISREADINGS
    }

    fn answers(
        &self,
        input: &str,
        misreading: Option<&Misreading>,
        most_nodes: u64,
    ) -> Option<Vec<AnswerFiles>> {
        answers(input, misreading.and_then(Flaw::of), most_nodes)
    }

    fn size(&self) -> Option<Size> {
        Some(Size { name: "size", about: "rows and columns", range: 2..=Board::LARGEST, usual: 5 })
    }

    fn sketch(&self, depth: u32, size: Option<usize>, random: &mut Random) -> Option<Sketch> {
        cases::sketch(depth, size, random)
    }
}

#[derive(Clone, Copy)]
struct PlainMove {
    cell: usize,
    is_raid: bool,
}

#[derive(Clone)]
struct PlainPosition {
    size: usize,
    values: Rc<[i64]>,
    /// The neighbours of each cell, in the order of the rows.
    neighbours: Rc<[Vec<usize>]>,
    /// `X`, `O` or `.`, row by row.
    cells: Vec<u8>,
    mover: u8,
    us: u8,
    flaw: Option<Flaw>,
    /// Whether Raids that conquer nothing are tried. They are legal, but leave the same board as the
    /// Stake on their cell, which the rules try before: so it makes no difference without a flaw.
    tries_all_raids: bool,
}

/// The move and the board after it; two of them where it matters which Raids are tried. `None` for
/// the competition: its answer is not unique.
pub fn answers(input: &str, flaw: Option<Flaw>, nodes: u64) -> Option<Vec<AnswerFiles>> {
    use Flaw::{BoundForValue, EmptyRaids, LastOfEquals, RaidBeforeStake};
    let (mut root, depth, prune) = read(input, flaw)?;
    let search = PlainSearch {
        // Compares true values; where equality does not cut, those that are equal are true.
        prune: prune || flaw == Some(LastOfEquals),
        strict_cut: flaw == Some(LastOfEquals),
        last_of_equals: flaw == Some(LastOfEquals) || (flaw == Some(BoundForValue) && prune),
        ..PlainSearch::new(depth, prune, nodes)
    };
    let tries_all_raids: &[bool] = match flaw {
        Some(EmptyRaids) => &[true],
        Some(LastOfEquals | BoundForValue | RaidBeforeStake) => &[false, true],
        _ => &[false],
    };
    let mut answers = Vec::new();
    for &all in tries_all_raids {
        root.tries_all_raids = all;
        answers.push(root.answer(*search.run(&root)?.line.first()?));
    }
    answers.dedup();
    Some(answers)
}

/// The position, the depth, and whether to prune.
fn read(input: &str, flaw: Option<Flaw>) -> Option<(PlainPosition, u32, bool)> {
    let mut lines = input_lines(input);
    let size: usize = lines.next()?.parse().ok()?;
    let prune = match lines.next()? {
        "MINIMAX" => false,
        "ALPHABETA" => true,
        _ => return None,
    };
    let us = *lines.next()?.as_bytes().first()?;
    let depth = lines.next()?.parse().ok()?;
    let mut values = Vec::new();
    for _ in 0..size {
        for word in lines.next()?.split_whitespace() {
            values.push(word.parse().ok()?);
        }
    }
    let cells: Vec<u8> = lines.by_ref().take(size).flat_map(str::bytes).collect();
    if values.len() != size * size || cells.len() != size * size {
        return None;
    }
    let all = (0..cells.len()).map(|cell| neighbours(cell, size, flaw));
    let neighbours = all.collect();
    let root = PlainPosition {
        size,
        values: values.into(),
        neighbours,
        cells,
        mover: us,
        us,
        flaw,
        tries_all_raids: false,
    };
    Some((root, depth, prune))
}

impl PlainPosition {
    fn has(&self, flaw: Flaw) -> bool {
        self.flaw == Some(flaw)
    }

    fn answer(&self, mv: PlainMove) -> AnswerFiles {
        let next = search::Searchable::after(self, mv);
        let rows = next.cells.chunks(self.size).map(String::from_utf8_lossy);
        let rows: String = rows.map(|row| row.into_owned() + "\n").collect();
        let kind = if mv.is_raid { "Raid" } else { "Stake" };
        output(format!("{} {kind}\n{rows}", self.name(mv.cell)))
    }

    fn name(&self, cell: usize) -> String {
        let (mut row, mut column) = (cell / self.size, cell % self.size);
        if self.has(Flaw::Swapped) {
            std::mem::swap(&mut row, &mut column);
        }
        format!("{}{}", char::from(b'A' + column as u8), row + 1)
    }

    fn is_enemy(&self, cell: usize) -> bool {
        self.cells[cell] != b'.' && self.cells[cell] != self.mover
    }

    fn can_raid(&self, cell: usize) -> bool {
        self.neighbours[cell].iter().any(|&near| self.cells[near] == self.mover)
    }

    /// Whether a Raid to this cell is tried.
    fn tries_raid(&self, cell: usize) -> bool {
        let conquers = self.neighbours[cell].iter().any(|&near| self.is_enemy(near));
        self.can_raid(cell) && (conquers || self.tries_all_raids)
    }
}

fn neighbours(cell: usize, size: usize, flaw: Option<Flaw>) -> Vec<usize> {
    let (row, column) = ((cell / size) as isize, (cell % size) as isize);
    let size = size as isize;
    let mut found = Vec::new();
    for (down, right) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
        let is_diagonal = down != 0 && right != 0;
        let (row, column) = (row + down, column + right);
        let is_on_board = (0..size).contains(&row) && (0..size).contains(&column);
        if is_on_board && (!is_diagonal || flaw == Some(Flaw::Diagonal)) {
            found.push((row * size + column) as usize);
        }
    }
    found
}

impl search::Searchable for PlainPosition {
    type Move = PlainMove;

    fn is_over(&self) -> bool {
        !self.cells.contains(&b'.')
    }

    fn moves(&self) -> Vec<PlainMove> {
        let mut free: Vec<usize> =
            (0..self.cells.len()).filter(|&cell| self.cells[cell] == b'.').collect();
        if self.has(Flaw::ColumnMajor) {
            free.sort_by_key(|cell| (cell % self.size, cell / self.size));
        }
        let stake = |&cell: &usize| PlainMove { cell, is_raid: false };
        let raid = |&cell: &usize| PlainMove { cell, is_raid: true };
        let stakes: Vec<PlainMove> = free.iter().map(stake).collect();
        let tried = free.iter().filter(|&&cell| self.tries_raid(cell));
        let raids: Vec<PlainMove> = tried.map(raid).collect();
        match self.flaw {
            Some(Flaw::RaidsFirst | Flaw::EmptyRaids) => [raids, stakes].concat(),
            Some(flaw @ (Flaw::Interleaved | Flaw::RaidBeforeStake)) => {
                let raid_is_last = flaw == Flaw::Interleaved;
                let mut moves = [stakes, raids].concat();
                moves.sort_by_key(|mv| (mv.cell, mv.is_raid == raid_is_last));
                moves
            }
            Some(Flaw::RaidsByOrigin) => {
                let own = (0..self.cells.len()).filter(|&cell| self.cells[cell] == self.mover);
                let targets = own.flat_map(|cell| self.neighbours[cell].iter().copied());
                let targets =
                    targets.filter(|&cell| self.cells[cell] == b'.' && self.tries_raid(cell));
                stakes.into_iter().chain(targets.map(|cell| raid(&cell))).collect()
            }
            _ => [stakes, raids].concat(),
        }
    }

    fn after(&self, mv: PlainMove) -> PlainPosition {
        let mut next = self.clone();
        next.cells[mv.cell] = self.mover;
        let mut conquerors = if mv.is_raid { vec![mv.cell] } else { Vec::new() };
        while let Some(cell) = conquerors.pop() {
            for &near in &self.neighbours[cell] {
                if next.is_enemy(near) {
                    next.cells[near] = self.mover;
                    if self.has(Flaw::ChainReaction) {
                        conquerors.push(near);
                    }
                }
            }
        }
        next.mover = if self.mover == b'X' { b'O' } else { b'X' };
        next
    }

    fn we_move(&self) -> bool {
        self.mover == self.us
    }

    fn value(&self) -> i64 {
        let view = if self.has(Flaw::XIsMax) { b'X' } else { self.us };
        let worth = |(&cell, &value): (&u8, &i64)| match cell {
            b'.' => 0,
            owner if owner == view => value,
            _ => -value,
        };
        self.cells.iter().zip(self.values.iter()).map(worth).sum()
    }
}

#[cfg(test)]
mod tests {
    use plyglot_core::mix::Random;

    use super::*;

    /// Where equality does not cut, the last of equal moves is the same as without any cut.
    #[test]
    fn strict_cuts_leave_equal_values_true() {
        let mut random = Random::new(1);
        for _ in 0..300 {
            let mut row = |of: &[&str], between| {
                let mut one = || of[random.below(of.len())];
                [one(), one(), one()].join(between)
            };
            let values = [(); 3].map(|()| row(&["1", "2", "3"], " ")).join("\n");
            let board = [(); 3].map(|()| row(&["X", "O", ".", "."], "")).join("\n");
            let input = format!("3\nALPHABETA\nO\n4\n{values}\n{board}\n");
            let (mut root, depth, _) = read(&input, Some(Flaw::LastOfEquals)).unwrap();
            root.tries_all_raids = true;
            let plain =
                PlainSearch { last_of_equals: true, ..PlainSearch::new(depth, false, u64::MAX) };
            let strict = PlainSearch { prune: true, strict_cut: true, ..plain };
            let best = |search: PlainSearch| {
                let found = search.run(&root).unwrap();
                (found.value, found.line.first().map(|mv| (mv.cell, mv.is_raid)))
            };
            assert_eq!(best(strict), best(plain), "{input}");
        }
    }

    #[test]
    fn a_raid_that_conquers_nothing_is_tried_or_not() {
        let input = "2\nMINIMAX\nX\n1\n5 5\n5 5\nX.\n..\n";
        let last = answers(input, Some(Flaw::LastOfEquals), 1000).unwrap();
        let texts: Vec<&str> = last.iter().map(|answer| answer["output.txt"].as_str()).collect();
        assert_eq!(texts, ["B2 Stake\nX.\n.X\n", "A2 Raid\nX.\nX.\n"]);
        assert_eq!(answers(input, None, 1000).unwrap().len(), 1);
    }
}
