//! Star and Circle, plainly.

use plyglot_core::mix::Random;
use plyglot_kit::grading::search::{self, PlainSearch};
use plyglot_kit::grading::{AnswerFiles, Misreading, PlainSolver, Sketch, input_lines, output};
use plyglot_kit::misreadings;

use super::cases;

misreadings! {
    LeftRight "left-right"
        "tries the moves of a piece from left to right"
        "moves are ordered by (from, to), squares from row H to A and from column 1 to 8"
    StepsFirst "steps-first"
        "tries the steps of a piece before its jumps"
        "moves are ordered by (from, to): Star's jumps come before its steps"
    JumpsFirst "jumps-first"
        "tries the jumps of a piece before its steps"
        "moves are ordered by (from, to): Circle's steps come before its jumps"
    CircleBottomUp "circle-bottom-up"
        "orders Circle's squares from row A to H"
        "squares are ordered from row H to A for both players"
    ByDestination "by-destination"
        "orders moves by the square they go to"
        "moves are ordered by the square they come from, then by the one they go to"
    NoStepOntoOwn "no-step-onto-own"
        "never steps onto own pieces on the last row"
        "on the own last row a square may hold several own pieces"
    NoJumpOntoOwn "no-jump-onto-own"
        "never jumps onto own pieces on the last row"
        "on the own last row a square may hold several own pieces, jumps included"
    CaptureMandatory "capture-mandatory"
        "only jumps if it can jump"
        "jumping is optional"
    StrictCut "strict-cut"
        "cuts only when v > beta or v < alpha"
        "equality cuts too: v >= beta, v <= alpha"
    NoPruning "no-pruning"
        "answers ALPHABETA with plain minimax"
        "ALPHABETA does not visit what alpha-beta cuts off"
    StuckIsOver "stuck-is-over"
        "ends the game at once when neither player can move"
        "two stuck players pass one after the other, and both passes are nodes"
    SecondPassNoNode "second-pass-no-node"
        "does not count the second of two passes as a node"
        "both passes are nodes"
    LastOfEquals "last-of-equals"
        "takes a later move of equal value"
        "the first strictly best move wins"
    FreePass "free-pass"
        "does not count a pass as a ply"
        "a pass costs one ply"
    LastRowIsGone "last-row-is-gone"
        "does not count pieces on the last row as pieces"
        "a side has lost its pieces only when none is left on any row"
    BetaFromAlpha "beta-from-alpha"
        "narrows beta to min(alpha, v)"
        "at a MIN node beta = min(beta, v)"
    OneDigit "one-digit"
        "reads only the first digit of a count such as S10"
        "a square of the last row can hold ten pieces and more"
    SmallInfinity "small-infinity"
        "takes 1000 for infinity"
        "values have no bound: infinity must be beyond all of them"
    RootNotCounted "root-not-counted"
        "does not count the root as a node"
        "the nodes visited include the root"
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
        Some(vec![answer(input, misreading.and_then(Flaw::of), most_nodes)?])
    }

    fn sketch(&self, depth: u32, _: Option<usize>, random: &mut Random) -> Option<Sketch> {
        cases::sketch(depth, random)
    }
}

/// Stars are positive counts, Circles negative ones; row 0 is H.
pub(super) type PlainBoard = [[i32; 8]; 8];
type PlainSquare = (usize, usize);

#[derive(Clone, Copy)]
struct PlainMove {
    from: PlainSquare,
    to: PlainSquare,
    is_jump: bool,
}

#[derive(Clone)]
struct PlainPosition {
    board: PlainBoard,
    star_moves: bool,
    star_is_max: bool,
    /// How many of the last moves were passes.
    passes: u32,
    row_values: [i64; 8],
    flaw: Option<Flaw>,
}

/// The four lines of `output.txt`.
pub fn answer(input: &str, flaw: Option<Flaw>, nodes: u64) -> Option<AnswerFiles> {
    let mut lines = input_lines(input);
    let star_moves = lines.next()? == "Star";
    // `None` for a competition: its answer is not unique.
    let algorithm = lines.next().filter(|&word| word != "COMPETITION")?;
    let prune = algorithm == "ALPHABETA" && flaw != Some(Flaw::NoPruning);
    let depth = lines.next()?.parse().ok()?;
    let mut board = PlainBoard::default();
    for row in &mut board {
        for (cell, text) in row.iter_mut().zip(lines.next()?.split(',')) {
            *cell = read_cell(text.trim(), flaw)?;
        }
    }
    let mut row_values = [0; 8];
    for (value, text) in row_values.iter_mut().zip(lines.next()?.split(',')) {
        *value = text.trim().parse().ok()?;
    }
    let root =
        PlainPosition { board, star_moves, star_is_max: star_moves, passes: 0, row_values, flaw };
    let found = PlainSearch {
        strict_cut: flaw == Some(Flaw::StrictCut),
        last_of_equals: flaw == Some(Flaw::LastOfEquals),
        beta_from_alpha: flaw == Some(Flaw::BetaFromAlpha),
        infinity: if flaw == Some(Flaw::SmallInfinity) { 1000 } else { search::INFINITY },
        ..PlainSearch::new(depth, prune, nodes)
    }
    .run(&root)?;
    let mv = found.line.first().copied().flatten();
    let myopic = search::Searchable::value(&search::Searchable::after(&root, mv));
    let name = mv.map_or("pass".to_owned(), |mv| format!("{}-{}", name(mv.from), name(mv.to)));
    let nodes = found.nodes - u64::from(flaw == Some(Flaw::RootNotCounted));
    Some(output(format!("{name}\n{myopic}\n{}\n{nodes}", found.value)))
}

/// `0`, `S1`, `C12`.
fn read_cell(text: &str, flaw: Option<Flaw>) -> Option<i32> {
    if text == "0" {
        return Some(0);
    }
    let (owner, mut count) = text.split_at_checked(1)?;
    if flaw == Some(Flaw::OneDigit) {
        count = count.trim_start_matches('0').get(..1)?;
    }
    let count: i32 = count.parse().ok()?;
    Some(if owner == "S" { count } else { -count })
}

fn name((row, column): PlainSquare) -> String {
    format!("{}{}", ["H", "G", "F", "E", "D", "C", "B", "A"][row], column + 1)
}

impl PlainPosition {
    fn has(&self, flaw: Flaw) -> bool {
        self.flaw == Some(flaw)
    }

    fn last_row(star: bool) -> usize {
        if star { 0 } else { 7 }
    }

    /// Whether a piece of this player may come to stand here.
    fn is_open(&self, star: bool, (row, column): PlainSquare, is_jump: bool) -> bool {
        let cell = self.board[row][column];
        let is_own = if star { cell > 0 } else { cell < 0 };
        let may_stack = !self.has(if is_jump { Flaw::NoJumpOntoOwn } else { Flaw::NoStepOntoOwn });
        cell == 0 || (row == PlainPosition::last_row(star) && is_own && may_stack)
    }

    /// Steps and jumps, not sorted: row by row, each piece's left one first.
    fn real_moves(&self, star: bool) -> Vec<PlainMove> {
        let mut moves = Vec::new();
        for from in (0..64).map(|index| (index / 8, index % 8)) {
            let cell = self.board[from.0][from.1];
            let is_own = if star { cell > 0 } else { cell < 0 };
            if !is_own || from.0 == PlainPosition::last_row(star) {
                continue;
            }
            for side in [-1, 1] {
                let Some(near) = beyond(from, star, side) else { continue };
                if self.is_open(star, near, false) {
                    moves.push(PlainMove { from, to: near, is_jump: false });
                    continue;
                }
                let cell = self.board[near.0][near.1];
                let is_enemy = if star { cell < 0 } else { cell > 0 };
                if let Some(to) = beyond(near, star, side)
                    && is_enemy
                    && self.is_open(star, to, true)
                {
                    moves.push(PlainMove { from, to, is_jump: true });
                }
            }
        }
        if self.has(Flaw::CaptureMandatory) && moves.iter().any(|mv| mv.is_jump) {
            moves.retain(|mv| mv.is_jump);
        }
        moves
    }

    fn sort(&self, star: bool, moves: &mut [PlainMove]) {
        // With this one they stay as they were found.
        if !self.has(Flaw::LeftRight) {
            moves.sort_by_key(|mv| self.key(star, mv));
        }
    }

    /// What moves are ordered by.
    fn key(&self, star: bool, mv: &PlainMove) -> (PlainSquare, bool, PlainSquare) {
        let upward = |(row, column): PlainSquare| (usize::MAX - row, column);
        match self.flaw {
            Some(Flaw::StepsFirst) => (mv.from, mv.is_jump, mv.to),
            Some(Flaw::JumpsFirst) => (mv.from, !mv.is_jump, mv.to),
            Some(Flaw::CircleBottomUp) if !star => (upward(mv.from), false, upward(mv.to)),
            Some(Flaw::ByDestination) => (mv.to, false, mv.from),
            _ => (mv.from, false, mv.to),
        }
    }

    fn has_pieces(&self, star: bool) -> bool {
        let rows = self.board.iter().enumerate();
        let counted = rows.filter(|&(row, _)| {
            !self.has(Flaw::LastRowIsGone) || row != PlainPosition::last_row(star)
        });
        counted.flat_map(|(_, row)| row).any(|&cell| if star { cell > 0 } else { cell < 0 })
    }
}

/// The square diagonally in front, on one side.
fn beyond((row, column): PlainSquare, star: bool, side: isize) -> Option<PlainSquare> {
    let row = if star { row.checked_sub(1)? } else { row + 1 };
    let column = column.checked_add_signed(side)?;
    (row < 8 && column < 8).then_some((row, column))
}

impl search::Searchable for PlainPosition {
    /// No move is a pass.
    type Move = Option<PlainMove>;

    fn is_over(&self) -> bool {
        let is_stuck = |star| self.real_moves(star).is_empty();
        self.passes == 2
            || !self.has_pieces(true)
            || !self.has_pieces(false)
            || (self.has(Flaw::StuckIsOver) && is_stuck(true) && is_stuck(false))
            || (self.has(Flaw::SecondPassNoNode) && self.passes == 1 && is_stuck(self.star_moves))
    }

    fn moves(&self) -> Vec<Option<PlainMove>> {
        let mut moves = self.real_moves(self.star_moves);
        self.sort(self.star_moves, &mut moves);
        if moves.is_empty() { vec![None] } else { moves.into_iter().map(Some).collect() }
    }

    fn after(&self, mv: Option<PlainMove>) -> PlainPosition {
        let mut next = self.clone();
        next.star_moves = !self.star_moves;
        next.passes = if mv.is_some() { 0 } else { self.passes + 1 };
        if let Some(PlainMove { from, to, is_jump }) = mv {
            let piece = if self.star_moves { 1 } else { -1 };
            next.board[from.0][from.1] -= piece;
            next.board[to.0][to.1] += piece;
            if is_jump {
                next.board[from.0.midpoint(to.0)][from.1.midpoint(to.1)] = 0;
            }
        }
        next
    }

    fn we_move(&self) -> bool {
        self.star_moves == self.star_is_max
    }

    fn value(&self) -> i64 {
        let mut lead = 0;
        for (row, cells) in self.board.iter().enumerate() {
            for &cell in cells {
                // A piece is worth more the further it has come.
                let rows_gone = if cell > 0 { 7 - row } else { row };
                lead += i64::from(cell) * self.row_values[rows_gone];
            }
        }
        if self.star_is_max { lead } else { -lead }
    }

    fn costs_a_ply(&self, mv: Option<PlainMove>) -> bool {
        mv.is_some() || !self.has(Flaw::FreePass)
    }
}
