//! American checkers, plainly: all turns that a program may choose from.
//!
//! A program's turn is right if it is legal. So a misreading shows in a case if *none* of the turns
//! that a program with it may write is legal. Misreadings of a referee (the longest jump forced,
//! 100 quiet plies, no draw by repetition) always leave a legal turn, and are not listed here.

use plyglot_core::mix::Random;
use plyglot_kit::grading::{AnswerFiles, Misreading, PlainSolver, Sketch, input_lines, output};
use plyglot_kit::misreadings;

use super::cases;

misreadings! {
    CrownedJumpsOn "crowned-jumps-on"
        "lets a man that has just been crowned jump on"
        "a man that reaches the far row is crowned and its turn ends there"
    Unfinished "unfinished"
        "stops a sequence of jumps before its end"
        "a sequence of jumps must be carried to its end"
    StepDespiteJump "step-despite-jump"
        "makes a simple move although it can jump"
        "if any piece can jump, a jump must be made"
    JumpAsStep "jump-as-step"
        "writes a jump with E"
        "each jump of a sequence is a line that begins with J"
    MenJumpBackward "men-jump-backward"
        "lets men jump backward"
        "men jump forward only"
    BlackUp "black-up"
        "moves black men up and white men down"
        "black men move down, white men move up"
    RowsFromTop "rows-from-top"
        "numbers the rows from the top"
        "the first line of the board is row 8, the last is row 1"
    FlyingKings "flying-kings"
        "moves kings over any distance"
        "a king moves one square, and jumps over an adjacent piece"
    WholeSeconds "whole-seconds"
        "does not read a time without a decimal point"
        "the time may be a whole number, such as 300"
    ExponentTime "exponent-time"
        "does not read a time with an exponent"
        "the time may have an exponent, such as 3.92e-14"
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
        _: u64,
    ) -> Option<Vec<AnswerFiles>> {
        answers(input, misreading.and_then(Flaw::of))
    }

    fn sketch(&self, _: u32, _: Option<usize>, random: &mut Random) -> Option<Sketch> {
        cases::sketch(random)
    }
}

type PlainSquare = (usize, usize);

/// Row 0 is the top one, row 8 of the game.
#[derive(Clone)]
struct PlainBoard {
    cells: [[u8; 8]; 8],
    /// `b` or `w`.
    us: u8,
    flaw: Option<Flaw>,
}

/// A path: two squares or more.
#[derive(Clone, Debug)]
struct PlainMove {
    path: Vec<PlainSquare>,
    is_jump: bool,
}

/// Every turn that a program may choose, as its `output.txt`; none if it would crash.
pub fn answers(input: &str, flaw: Option<Flaw>) -> Option<Vec<AnswerFiles>> {
    let mut lines = input_lines(input).skip(1);
    let us = if lines.next()? == "BLACK" { b'b' } else { b'w' };
    let time = lines.next()?;
    let has_exponent = time.contains(['e', 'E']);
    let crashes = match flaw {
        Some(Flaw::WholeSeconds) => !has_exponent && !time.contains('.'),
        Some(Flaw::ExponentTime) => has_exponent,
        _ => false,
    };
    if crashes {
        return Some(Vec::new());
    }
    let mut cells = [[b'.'; 8]; 8];
    for row in &mut cells {
        row.copy_from_slice(lines.next()?.as_bytes().get(..8)?);
    }
    let board = PlainBoard { cells, us, flaw };
    let mut texts: Vec<String> = board.turns().iter().map(|turn| board.text(turn)).collect();
    texts.sort();
    texts.dedup();
    Some(texts.into_iter().map(output).collect())
}

impl PlainBoard {
    fn has(&self, flaw: Flaw) -> bool {
        self.flaw == Some(flaw)
    }

    fn turns(&self) -> Vec<PlainMove> {
        let own: Vec<PlainSquare> = (0..64)
            .map(|index| (index / 8, index % 8))
            .filter(|&(row, column)| self.cells[row][column].eq_ignore_ascii_case(&self.us))
            .collect();
        let mut jumps = Vec::new();
        for &from in &own {
            let mut lifted = self.clone();
            let piece = std::mem::replace(&mut lifted.cells[from.0][from.1], b'.');
            lifted.jumps_on(piece, &mut vec![from], &mut jumps);
        }
        let steps: Vec<PlainMove> = own.iter().flat_map(|&from| self.steps(from)).collect();
        let steps_anyway = self.has(Flaw::StepDespiteJump) && !steps.is_empty();
        if jumps.is_empty() || steps_anyway { steps } else { jumps }
    }

    /// The directions (down, right) in which a piece moves.
    fn directions(&self, piece: u8, jumping: bool) -> Vec<(isize, isize)> {
        let is_king = piece.is_ascii_uppercase();
        let goes_down = (self.us == b'b') != self.has(Flaw::BlackUp);
        let both_ways = is_king || (jumping && self.has(Flaw::MenJumpBackward));
        let forward = if goes_down { 1 } else { -1 };
        let ways = if both_ways { vec![1, -1] } else { vec![forward] };
        ways.into_iter().flat_map(|down| [(down, -1), (down, 1)]).collect()
    }

    /// How many squares a piece may cross in one go.
    fn reach(&self, piece: u8) -> usize {
        if piece.is_ascii_uppercase() && self.has(Flaw::FlyingKings) { 7 } else { 1 }
    }

    fn at(&self, (row, column): PlainSquare) -> u8 {
        self.cells[row][column]
    }

    fn is_enemy(&self, square: PlainSquare) -> bool {
        let piece = self.at(square);
        piece != b'.' && !piece.eq_ignore_ascii_case(&self.us)
    }

    fn steps(&self, from: PlainSquare) -> Vec<PlainMove> {
        let piece = self.at(from);
        let mut turns = Vec::new();
        for direction in self.directions(piece, false) {
            let squares = ray(from, direction).take(self.reach(piece));
            for to in squares.take_while(|&square| self.at(square) == b'.') {
                turns.push(PlainMove { path: vec![from, to], is_jump: false });
            }
        }
        turns
    }

    /// Adds all sequences that begin with `path`; the piece itself has been lifted off the board.
    fn jumps_on(&self, piece: u8, path: &mut Vec<PlainSquare>, found: &mut Vec<PlainMove>) {
        let at = path[path.len() - 1];
        let mut can_jump = false;
        let stops_early = self.has(Flaw::Unfinished) && path.len() == 2;
        for direction in self.directions(piece, true) {
            let reach = self.reach(piece);
            let free = ray(at, direction).take_while(|&square| self.at(square) == b'.').count();
            let mut way = ray(at, direction).skip(free);
            let Some(over) = way.next().filter(|&over| free < reach && self.is_enemy(over)) else {
                continue;
            };
            for to in way.take(reach).take_while(|&square| self.at(square) == b'.') {
                if stops_early {
                    continue;
                }
                can_jump = true;
                path.push(to);
                let mut next = self.clone();
                next.cells[over.0][over.1] = b'.';
                let is_far = to.0 == if self.us == b'b' { 7 } else { 0 };
                let is_crowned = is_far && piece.is_ascii_lowercase();
                if is_crowned && !self.has(Flaw::CrownedJumpsOn) {
                    found.push(PlainMove { path: path.clone(), is_jump: true });
                } else {
                    let piece = if is_crowned { piece.to_ascii_uppercase() } else { piece };
                    next.jumps_on(piece, path, found);
                }
                path.pop();
            }
        }
        if !can_jump && path.len() > 1 {
            found.push(PlainMove { path: path.clone(), is_jump: true });
        }
    }

    /// A line a step.
    fn text(&self, turn: &PlainMove) -> String {
        let letter = if turn.is_jump && !self.has(Flaw::JumpAsStep) { 'J' } else { 'E' };
        let name = |(row, column): PlainSquare| {
            let number = if self.has(Flaw::RowsFromTop) { row + 1 } else { 8 - row };
            format!("{}{number}", char::from(b'a' + column as u8))
        };
        let line = |step: &[PlainSquare]| format!("{letter} {} {}\n", name(step[0]), name(step[1]));
        turn.path.windows(2).map(line).collect()
    }
}

/// The squares that lie in a direction, the nearest first.
fn ray(from: PlainSquare, (down, right): (isize, isize)) -> impl Iterator<Item = PlainSquare> {
    std::iter::successors(Some(from), move |&(row, column)| {
        let row = row.checked_add_signed(down).filter(|&row| row < 8)?;
        let column = column.checked_add_signed(right).filter(|&column| column < 8)?;
        Some((row, column))
    })
    .skip(1)
}
