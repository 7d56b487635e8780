//! Stake and Raid, plainly.

use std::rc::Rc;

use super::search::{self, Search};
use super::{Answer, lines, misreading::misreadings, output};

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
        "takes a move whose search was cut off with an equal value for an equal move"
        "a value from a cut search is a bound: the root takes a move only if v > best"
    XIsMax "x-is-max"
        "always counts from X's view"
        "the score is always counted from YOUPLAY's view"
    Swapped "swapped"
        "names a cell by its row's letter and its column's number"
        "columns have letters, rows have numbers"
}

#[derive(Clone, Copy)]
struct Move {
    cell: usize,
    is_raid: bool,
}

#[derive(Clone)]
struct Position {
    size: usize,
    values: Rc<[i64]>,
    /// The neighbours of each cell, in the order of the rows.
    neighbours: Rc<[Vec<usize>]>,
    /// `X`, `O` or `.`, row by row.
    cells: Vec<u8>,
    mover: u8,
    us: u8,
    flaw: Option<Misreading>,
}

/// The move and the board after it. `None` for the competition: its answer is not unique.
pub fn answer(input: &str, flaw: Option<Misreading>, nodes: u64) -> Option<Answer> {
    let mut lines = lines(input);
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
    let root = Position { size, values: values.into(), neighbours, cells, mover: us, us, flaw };
    let (prune, last_of_equals) = match flaw {
        // Compares true values: nothing is cut.
        Some(Misreading::LastOfEquals) => (false, true),
        Some(Misreading::BoundForValue) => (prune, prune),
        _ => (prune, false),
    };
    let found = Search { last_of_equals, ..Search::new(depth, prune, nodes) }.run(&root)?;
    let mv = *found.line.first()?;
    let next = search::Position::after(&root, mv);
    let rows: String = next
        .cells
        .chunks(size)
        .fold(String::new(), |text, row| text + &String::from_utf8_lossy(row) + "\n");
    let kind = if mv.is_raid { "Raid" } else { "Stake" };
    Some(output(format!("{} {kind}\n{rows}", root.name(mv.cell))))
}

impl Position {
    fn has(&self, flaw: Misreading) -> bool {
        self.flaw == Some(flaw)
    }

    fn name(&self, cell: usize) -> String {
        let (mut row, mut column) = (cell / self.size, cell % self.size);
        if self.has(Misreading::Swapped) {
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

    /// A Raid that is none of these leaves the same board as the Stake on its cell, which the rules
    /// try before it.
    fn conquers(&self, cell: usize) -> bool {
        self.can_raid(cell) && self.neighbours[cell].iter().any(|&near| self.is_enemy(near))
    }
}

fn neighbours(cell: usize, size: usize, flaw: Option<Misreading>) -> Vec<usize> {
    let (row, column) = ((cell / size) as isize, (cell % size) as isize);
    let size = size as isize;
    let mut found = Vec::new();
    for (down, right) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
        let is_diagonal = down != 0 && right != 0;
        let (row, column) = (row + down, column + right);
        let is_on_board = (0..size).contains(&row) && (0..size).contains(&column);
        if is_on_board && (!is_diagonal || flaw == Some(Misreading::Diagonal)) {
            found.push((row * size + column) as usize);
        }
    }
    found
}

impl search::Position for Position {
    type Move = Move;

    fn is_over(&self) -> bool {
        !self.cells.contains(&b'.')
    }

    fn moves(&self) -> Vec<Move> {
        let mut free: Vec<usize> =
            (0..self.cells.len()).filter(|&cell| self.cells[cell] == b'.').collect();
        if self.has(Misreading::ColumnMajor) {
            free.sort_by_key(|cell| (cell % self.size, cell / self.size));
        }
        let stake = |&cell: &usize| Move { cell, is_raid: false };
        let raid = |&cell: &usize| Move { cell, is_raid: true };
        let stakes: Vec<Move> = free.iter().map(stake).collect();
        let raids: Vec<Move> = free.iter().filter(|&&cell| self.conquers(cell)).map(raid).collect();
        match self.flaw {
            Some(Misreading::RaidsFirst) => [raids, stakes].concat(),
            Some(Misreading::EmptyRaids) => {
                let all = free.iter().filter(|&&cell| self.can_raid(cell)).map(raid);
                all.chain(stakes).collect()
            }
            Some(Misreading::Interleaved) => {
                let mut moves = [stakes, raids].concat();
                moves.sort_by_key(|mv| (mv.cell, mv.is_raid));
                moves
            }
            Some(Misreading::RaidBeforeStake) => {
                let mut moves = [raids, stakes].concat();
                moves.sort_by_key(|mv| (mv.cell, !mv.is_raid));
                moves
            }
            Some(Misreading::RaidsByOrigin) => {
                let own = (0..self.cells.len()).filter(|&cell| self.cells[cell] == self.mover);
                let targets = own.flat_map(|cell| self.neighbours[cell].iter().copied());
                let targets =
                    targets.filter(|&cell| self.cells[cell] == b'.' && self.conquers(cell));
                stakes.into_iter().chain(targets.map(|cell| raid(&cell))).collect()
            }
            _ => [stakes, raids].concat(),
        }
    }

    fn after(&self, mv: Move) -> Position {
        let mut next = self.clone();
        next.cells[mv.cell] = self.mover;
        let mut conquerors = if mv.is_raid { vec![mv.cell] } else { Vec::new() };
        while let Some(cell) = conquerors.pop() {
            for &near in &self.neighbours[cell] {
                if next.is_enemy(near) {
                    next.cells[near] = self.mover;
                    if self.has(Misreading::ChainReaction) {
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
        let view = if self.has(Misreading::XIsMax) { b'X' } else { self.us };
        let worth = |(&cell, &value): (&u8, &i64)| match cell {
            b'.' => 0,
            owner if owner == view => value,
            _ => -value,
        };
        self.cells.iter().zip(self.values.iter()).map(worth).sum()
    }
}
