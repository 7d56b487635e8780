//! Capture Go, plainly.

use std::rc::Rc;

use plyglot_core::mix::Random;
use plyglot_kit::grading::search::{self, PlainSearch, SearchResult};
use plyglot_kit::grading::{AnswerFiles, Misreading, PlainSolver, Sketch, input_lines, output};
use plyglot_kit::{Size, misreadings};

use super::{LARGEST, cases};

misreadings! {
    CapturesNearby "captures-nearby"
        "looks for captures only next to the new stone"
        "every opposing group without liberties is removed, anywhere on the board"
    OwnRemoved "own-removed"
        "removes own stones without liberties too"
        "own stones are never removed in one's own turn"
    SuicideIllegal "suicide-illegal"
        "does not play where the new stone has no liberties"
        "playing into zero liberties is legal"
    InvalidLiberties "invalid-liberties"
        "counts invalid points as liberties"
        "a liberty is an empty point; invalid points are none"
    InvalidPlayable "invalid-playable"
        "plays on invalid points"
        "points of captured stones are invalid for both players for the rest of the game"
    PerStone "per-stone"
        "counts the liberties of each stone alone"
        "liberties belong to the whole group"
    Swapped "swapped"
        "writes (row, column)"
        "coordinates are (column, row)"
    LineFromBounds "line-from-bounds"
        "accepts a line of equal value under alpha-beta, where it may be only a bound"
        "a cut node returns a bound: its line is not best play"
    ChildrenOnly "children-only"
        "counts only the children that were skipped as pruned"
        "pruned nodes are whole subtrees: the nodes of minimax less those of alpha-beta"
    FewPoints "few-points"
        "crashes when fewer points are empty than the depth"
        "with no empty point left the position is a leaf and the line is shorter"
    StrictCut "strict-cut"
        "cuts only when v > beta or v < alpha"
        "equality cuts too: v >= beta, v <= alpha"
    LastOfEquals "last-of-equals"
        "plays the last of equal moves"
        "the first strictly best move wins"
    ColumnByColumn "column-by-column"
        "tries the points column by column"
        "points are tried row by row"
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
        let answer = answer(input, misreading.and_then(Flaw::of), most_nodes)?;
        Some(answer.into_iter().collect())
    }

    fn size(&self) -> Option<Size> {
        Some(Size { name: "size", about: "rows and columns", range: 2..=LARGEST, usual: 6 })
    }

    fn sketch(&self, depth: u32, size: Option<usize>, random: &mut Random) -> Option<Sketch> {
        cases::sketch(depth, size, random)
    }
}

#[derive(Clone)]
struct PlainPosition {
    width: usize,
    /// The neighbours of each point.
    neighbours: Rc<[Vec<usize>]>,
    /// `B`, `W`, `.` or `x`, row by row.
    points: Vec<u8>,
    mover: u8,
    us: u8,
    flaw: Option<Flaw>,
}

/// What is printed, with no time at all as running times; nothing if the program would crash.
pub fn answer(input: &str, flaw: Option<Flaw>, nodes: u64) -> Option<Option<AnswerFiles>> {
    let mut lines = input_lines(input);
    let us = *lines.next()?.as_bytes().first()?;
    let depth: u32 = lines.next()?.parse().ok()?;
    let rows: Vec<&[u8]> = lines.map(str::as_bytes).take_while(|row| !row.is_empty()).collect();
    let width = rows.first()?.len();
    let points = rows.concat();
    let neighbours = (0..points.len()).map(|point| neighbours(point, width, points.len()));
    let root =
        PlainPosition { width, neighbours: neighbours.collect(), points, mover: us, us, flaw };
    let empty = root.points.iter().filter(|&&point| point == b'.').count();
    if flaw == Some(Flaw::FewPoints) && (empty as u32) < depth {
        return Some(None);
    }
    let plain_search = PlainSearch {
        last_of_equals: flaw == Some(Flaw::LastOfEquals),
        ..PlainSearch::new(depth, false, nodes)
    };
    let plain = plain_search.run(&root)?;
    let pruning = PlainSearch {
        prune: true,
        strict_cut: flaw == Some(Flaw::StrictCut),
        last_of_equals: flaw == Some(Flaw::LineFromBounds),
        ..plain_search
    };
    let found = pruning.run(&root)?;
    let pruned = match flaw {
        Some(Flaw::ChildrenOnly) => found.skipped,
        _ => plain.nodes - found.nodes,
    };
    let line = match flaw {
        // Compares true values.
        Some(Flaw::LastOfEquals) => plain.line.clone(),
        _ => found.line.clone(),
    };
    Some(Some(output(root.text(&SearchResult { line, ..found }, pruned))))
}

impl PlainPosition {
    fn has(&self, flaw: Flaw) -> bool {
        self.flaw == Some(flaw)
    }

    fn text(&self, found: &SearchResult<usize>, pruned: u64) -> String {
        let mut text = "Best strategy:\n".to_owned();
        let mut player = self.mover;
        for (depth, point) in found.line.iter().enumerate() {
            let (mut x, mut y) = (point % self.width + 1, point / self.width + 1);
            if self.has(Flaw::Swapped) {
                std::mem::swap(&mut x, &mut y);
            }
            let name = char::from(player);
            text += &format!("Depth {depth}: Player {name} places stone at ({x},{y}).\n");
            player = other(player);
        }
        let (depth, value) = (found.line.len(), found.value);
        text += &format!("Depth {depth}: utility value of current board configuration {value}.\n");
        text += "\nComparison:\nMinimax with pruning: running time 0.000s;\n";
        text += &format!("Minimax with pruning: pruned {pruned} nodes;\n");
        text + "Minimax without pruning: running time 0.000s.\n"
    }

    /// Which points hold a stone of this colour that has a liberty, through its group.
    fn alive(&self, colour: u8) -> Vec<bool> {
        let is_liberty = |&&point: &&usize| {
            self.points[point] == b'.'
                || (self.points[point] == b'x' && self.has(Flaw::InvalidLiberties))
        };
        let touches = |&stone: &usize| {
            self.points[stone] == colour
                && self.neighbours[stone].iter().any(|near| is_liberty(&near))
        };
        let mut open: Vec<usize> = (0..self.points.len()).filter(touches).collect();
        let mut alive = vec![false; self.points.len()];
        open.iter().for_each(|&stone| alive[stone] = true);
        while let Some(stone) = open.pop().filter(|_| !self.has(Flaw::PerStone)) {
            for &near in &self.neighbours[stone] {
                if self.points[near] == colour && !std::mem::replace(&mut alive[near], true) {
                    open.push(near);
                }
            }
        }
        alive
    }

    /// Makes the points of all groups of a colour without liberties invalid; with a point, only of
    /// those that reach next to it.
    fn capture(&mut self, colour: u8, next_to: Option<usize>) {
        let alive = self.alive(colour);
        let is_dead = |stone: usize| self.points[stone] == colour && !alive[stone];
        let mut captured: Vec<usize> = match next_to {
            None => (0..self.points.len()).filter(|&stone| is_dead(stone)).collect(),
            Some(point) => {
                let near = self.neighbours[point].iter().copied();
                near.filter(|&stone| is_dead(stone)).collect()
            }
        };
        if next_to.is_some() {
            // The rest of the groups that begin there.
            let mut index = 0;
            while index < captured.len() {
                for &near in &self.neighbours[captured[index]] {
                    if is_dead(near) && !captured.contains(&near) {
                        captured.push(near);
                    }
                }
                index += 1;
            }
        }
        for stone in captured {
            self.points[stone] = b'x';
        }
    }
}

fn neighbours(point: usize, width: usize, points: usize) -> Vec<usize> {
    let x = point % width;
    let mut near = Vec::new();
    near.extend(point.checked_sub(width));
    near.extend((x > 0).then(|| point.wrapping_sub(1)));
    near.extend((x + 1 < width).then_some(point + 1));
    near.extend(Some(point + width).filter(|&below| below < points));
    near
}

fn other(player: u8) -> u8 {
    if player == b'B' { b'W' } else { b'B' }
}

impl search::Searchable for PlainPosition {
    type Move = usize;

    fn is_over(&self) -> bool {
        match self.flaw {
            Some(Flaw::SuicideIllegal | Flaw::InvalidPlayable) => self.moves().is_empty(),
            _ => !self.points.contains(&b'.'),
        }
    }

    fn moves(&self) -> Vec<usize> {
        let is_open = |&point: &usize| {
            let is_invalid = self.points[point] == b'x';
            self.points[point] == b'.' || (is_invalid && self.has(Flaw::InvalidPlayable))
        };
        let count = self.points.len();
        let height = count / self.width;
        let by_columns = |number: usize| number % height * self.width + number / height;
        let point =
            |number| if self.has(Flaw::ColumnByColumn) { by_columns(number) } else { number };
        let mut open: Vec<usize> = (0..count).map(point).filter(is_open).collect();
        if self.has(Flaw::SuicideIllegal) {
            open.retain(|&point| self.after(point).alive(self.mover)[point]);
        }
        open
    }

    fn after(&self, point: usize) -> PlainPosition {
        let mut next = self.clone();
        next.points[point] = self.mover;
        next.capture(other(self.mover), self.has(Flaw::CapturesNearby).then_some(point));
        if self.has(Flaw::OwnRemoved) {
            next.capture(self.mover, None);
        }
        next.mover = other(self.mover);
        next
    }

    fn we_move(&self) -> bool {
        self.mover == self.us
    }

    fn value(&self) -> i64 {
        let worth = |&point: &u8| match point {
            b'.' | b'x' => 0,
            stone if stone == self.us => 1,
            _ => -1,
        };
        self.points.iter().map(worth).sum()
    }
}
