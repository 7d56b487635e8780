use std::hash::{Hash, Hasher};

use super::shape::packed;
use super::square::{DARK, LIGHT, OF_COLOUR};
use super::targets::Targets;
use super::{Move, Square};
use plyglot_core::mix::mix;
use plyglot_core::{Game, Outcome, Side, Value};

/// What a piece is worth by the rows it has advanced: the first for its own base row, the last
/// for its last row.
pub type RowValues = [i32; 8];

/// Which pieces stand where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The squares of each side, a bit a [`Square`].
    pub(super) squares: [u64; 2],
    /// How many pieces of each side stand on the four squares of each colour on its last row, from
    /// the left: first the colour, then the side.
    last_row: [[[u8; 4]; 2]; 2],
}

impl Board {
    /// No piece at all.
    pub const EMPTY: Board = Board { squares: [0; 2], last_row: [[[0; 4]; 2]; 2] };
    /// A square holds at most this many pieces at the start.
    pub const MOST_ON_A_SQUARE: i64 = 99;

    /// Puts pieces on an empty square. More than one need the side's last row.
    pub(super) fn put(&mut self, square: Square, side: Side, count: u8) {
        self.squares[side as usize] |= square.bit();
        if square.row() == last_row(side) {
            *self.pile_mut(square, side) = count;
        }
    }

    /// Takes away all that stands on a square.
    pub(super) fn take(&mut self, square: Square) {
        for side in Side::BOTH {
            self.squares[side as usize] &= !square.bit();
            if square.row() == last_row(side) {
                *self.pile_mut(square, side) = 0;
            }
        }
    }

    /// Which side stands on a square, and how many pieces.
    pub fn get(&self, square: Square) -> Option<(Side, u8)> {
        let side = [Side::First, Side::Second]
            .into_iter()
            .find(|&side| self.squares[side as usize] & square.bit() != 0)?;
        let on_last_row = square.row() == last_row(side);
        let count = if on_last_row { self.pile(square, side) } else { 1 };
        Some((side, count))
    }

    /// How many pieces stand on a square of the side's last row.
    fn pile(&self, square: Square, side: Side) -> u8 {
        self.last_row[square.colour()][side as usize][square.column() / 2]
    }

    #[inline]
    fn pile_mut(&mut self, square: Square, side: Side) -> &mut u8 {
        &mut self.last_row[square.colour()][side as usize][square.column() / 2]
    }

    /// Whether a piece stands on a light square, where the game puts none.
    #[inline]
    fn has_light(&self) -> bool {
        (self.squares[0] | self.squares[1]) & OF_COLOUR[LIGHT] != 0
    }

    /// A hash of the pieces on squares of one colour.
    #[inline]
    fn key(&self, colour: usize) -> u64 {
        let piles = self.last_row[colour].as_flattened().iter();
        let piles = piles.fold(0, |all, &count| all << 8 | u64::from(count));
        mix(packed(self.squares, colour)) ^ mix(piles).rotate_left(17)
    }

    /// Whether a side has any piece, those on its last row included.
    #[inline]
    pub fn has_pieces(&self, side: Side) -> bool {
        self.squares[side as usize] != 0
    }
}

/// A board, whose turn it is, and what the rows are worth.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    board: Board,
    row_values: RowValues,
    /// The row values of Star's pieces less those of Circle's, kept up to date by every move.
    score: i64,
    to_move: Side,
    /// How many passes were made in a row just before, at most 2.
    passes: u8,
}

impl Position {
    /// A position with `to_move` to move, after a real move or at the start.
    pub fn new(board: Board, row_values: RowValues, to_move: Side) -> Position {
        Position::after_passes(board, row_values, to_move, 0)
    }

    pub(super) fn after_passes(
        board: Board,
        row_values: RowValues,
        to_move: Side,
        passes: u8,
    ) -> Position {
        let mut position = Position { board, row_values, score: 0, to_move, passes };
        for index in 0..64 {
            let square = Square::new(index);
            if let Some((side, count)) = board.get(square) {
                position.add_score(side, square.row(), i64::from(count));
            }
        }
        position
    }

    /// The start of a full game: three rows each, Star to move, rows worth 10 to 80.
    pub fn start() -> Position {
        let mut board = Board::EMPTY;
        for square in (0..64).map(Square::new).filter(|square| square.is_dark()) {
            match square.row() {
                0..=2 => board.put(square, Side::Second, 1),
                5..=7 => board.put(square, Side::First, 1),
                _ => {}
            }
        }
        Position::new(board, [10, 20, 30, 40, 50, 60, 70, 80], Side::First)
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// What the rows are worth.
    pub fn row_values(&self) -> &RowValues {
        &self.row_values
    }

    /// How many passes were made in a row just before, at most 2.
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// Adds the worth of `count` pieces of `side` on a row to the score; a negative count removes.
    #[inline]
    fn add_score(&mut self, side: Side, row: usize, count: i64) {
        match side {
            Side::First => self.score += count * i64::from(self.row_values[7 - row]),
            Side::Second => self.score -= count * i64::from(self.row_values[row]),
        }
    }

    #[inline]
    fn targets(&self) -> Targets {
        Targets::new(self.board.squares, self.to_move)
    }
}

/// The row where a side's pieces pile up.
pub(super) fn last_row(side: Side) -> usize {
    match side {
        Side::First => 0,
        Side::Second => 7,
    }
}

impl Game for Position {
    type Move = Move;

    #[inline]
    fn to_move(&self) -> Side {
        self.to_move
    }

    #[inline]
    fn legal_moves(&self, out: &mut Vec<Move>) {
        if self.outcome().is_some() {
            return;
        }
        let targets = self.targets();
        if targets.is_empty() {
            out.push(Move::Pass);
        }
        targets.for_each(self.to_move, |from, to| out.push(Move::Go { from, to }));
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let side = self.to_move;
        self.to_move = side.other();
        let Move::Go { from, to } = mv else {
            self.passes += 1;
            return;
        };
        self.passes = 0;
        let board = &mut self.board;
        board.squares[side as usize] ^= from.bit();
        board.squares[side as usize] |= to.bit();
        if to.row() == last_row(side) {
            *board.pile_mut(to, side) += 1;
        }
        if from.row().abs_diff(to.row()) == 2 {
            let jumped = from.midway(to);
            board.squares[side.other() as usize] ^= jumped.bit();
            self.add_score(side.other(), jumped.row(), -1);
        }
        self.add_score(side, from.row(), -1);
        self.add_score(side, to.row(), 1);
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let over = self.passes == 2
            || !self.board.has_pieces(Side::First)
            || !self.board.has_pieces(Side::Second);
        over.then(|| Outcome::by_margin(self.score))
    }

    #[inline]
    fn evaluate(&self, side: Side) -> Value {
        Value::finite(if side == Side::First { self.score } else { -self.score })
    }

    fn key(&self) -> u64 {
        let turn = u64::from(self.passes) << 1 | self.to_move as u64;
        let light = if self.board.has_light() { self.board.key(LIGHT).rotate_left(31) } else { 0 };
        mix(self.board.key(DARK) ^ light ^ turn)
    }

    fn side_name(side: Side) -> &'static str {
        match side {
            Side::First => "Star",
            Side::Second => "Circle",
        }
    }

    #[inline]
    fn move_count(&self) -> u64 {
        if self.outcome().is_some() {
            return 0;
        }
        u64::from(self.targets().count().max(1))
    }

    fn why_illegal(&self, mv: Move) -> Option<String> {
        if self.moves().contains(&mv) {
            return None;
        }
        let mover = Position::side_name(self.to_move);
        Some(match mv {
            _ if self.outcome().is_some() => "the game is over".to_owned(),
            Move::Pass => format!("{mover} has another move, so it may not pass"),
            Move::Go { from, to } => match self.board.get(from) {
                None => format!("{from} is empty"),
                Some((side, _)) if side != self.to_move => format!("{from} is not {mover}'s"),
                Some(_) => format!("{mover}'s piece on {from} cannot go to {to}"),
            },
        })
    }
}

/// The score follows from the rest.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.board == other.board
            && self.row_values == other.row_values
            && self.to_move == other.to_move
            && self.passes == other.passes
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
    }
}
