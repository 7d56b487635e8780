use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::board::{Cells, listed, next_to, point};
use super::{Board, Cell, Kind, Move, Values};
use plyglot_core::mix::mix;
use plyglot_core::{Game, Outcome, Side, Value};

/// A board, what its cells are worth, and whose turn it is.
#[derive(Clone, Debug)]
pub struct Position {
    /// Shared by all positions of a game.
    values: Arc<Values>,
    board: Board,
    /// X's cells less O's, kept up to date by every move.
    score: i64,
    /// The key of everything but the side to move, kept up to date by every move.
    key: u64,
    to_move: Side,
}

impl Position {
    /// A position from its parts. Pieces beyond the size that `values` give are left out.
    pub fn new(values: Values, board: Board, to_move: Side) -> Position {
        let (score, key, values) = (0, values.key(), Arc::new(values));
        let mut position = Position { values, board: Board::EMPTY, score, key, to_move };
        for cell in listed(position.values.cell_set()) {
            if let Some(side) = board.get(cell) {
                position.put(cell, side);
            }
        }
        position
    }

    /// A board without pieces, X to move.
    pub fn empty(values: Values) -> Position {
        Position::new(values, Board::EMPTY, Side::First)
    }

    /// What the cells are worth.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// The pieces.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The rows of the board, a line each.
    pub fn rows(&self) -> impl std::fmt::Display {
        super::text::Rows { board: self.board, size: self.values.size() }
    }

    /// How many cells a legal move wins from the other side.
    pub fn conquered(&self, mv: Move) -> usize {
        let others = self.to_move.other();
        let lost = |cell: &Cell| self.board.get(*cell) == Some(others);
        match mv.kind {
            Kind::Stake => 0,
            Kind::Raid => mv.cell.neighbours().filter(lost).count(),
        }
    }

    /// How many cells are free.
    pub fn free_cells(&self) -> u32 {
        self.free().count()
    }

    /// Appends the best move on each free cell: the Raid if it conquers anything, else the Stake.
    ///
    /// Owning more never hurts. A player who holds cells that could be the opponent's can play on
    /// as if they were: the player's moves stay legal, the opponent gets no new ones, and the extra
    /// cells count at the end. So no other move on the same cell is better.
    #[inline]
    pub fn best_moves(&self, out: &mut Vec<Move>) {
        let (free, conquering) = (self.free(), self.conquering());
        out.extend(listed(free).map(|cell| {
            let kind = if conquering.contains(point(cell)) { Kind::Raid } else { Kind::Stake };
            Move { kind, cell }
        }));
    }

    /// What a move on a cell can gain at best: for the side to move, and for the other if it were
    /// its turn.
    #[inline]
    pub fn stakes(&self, cell: Cell) -> [i64; 2] {
        let mut near = [0; 2];
        for cell in cell.neighbours() {
            if let Some(side) = self.board.get(cell) {
                near[side as usize] += self.values.get(cell);
            }
        }
        let value = self.values.get(cell);
        [self.to_move, self.to_move.other()].map(|side| {
            let (own, others) = (near[side as usize], near[side.other() as usize]);
            value + if own > 0 { 2 * others } else { 0 }
        })
    }

    /// The largest gain of the side to move; 0 on a full board. Only where a Raid conquers something
    /// can it be more than the most valuable cell.
    #[inline]
    pub fn largest_gain(&self) -> i64 {
        let free = self.free();
        let is_free = |&&cell: &&Cell| free.contains(point(cell));
        let stake = self.values.by_value().iter().find(is_free).map(|&cell| self.values.get(cell));
        let raids = listed(free & self.conquering()).map(|cell| self.stakes(cell)[0]);
        raids.chain(stake).max().unwrap_or_default()
    }

    /// The cells on which a Raid of the side to move conquers something, if they are free.
    #[inline]
    fn conquering(&self) -> Cells {
        next_to(self.board.of(self.to_move)) & next_to(self.board.of(self.to_move.other()))
    }

    /// The most that the side to move and the most that the other side can still gain: every free
    /// cell, and twice the value of each opposing piece that a free cell is next to. All other
    /// pieces stay what they are.
    pub fn most_gains(&self) -> [i64; 2] {
        let free = self.free();
        let open = next_to(free);
        let worth = |cells| listed(cells).map(|cell| self.values.get(cell)).sum::<i64>();
        let cells = worth(free);
        [self.to_move.other(), self.to_move]
            .map(|loser| cells + 2 * worth(self.board.of(loser) & open))
    }

    /// A hash of all that the rest of a game depends on, as the side to move sees it: the free
    /// cells, and who has the pieces next to them. With the colours changed it is the same.
    #[inline]
    pub fn open_key(&self) -> u64 {
        let free = self.free();
        let own = self.board.of(self.to_move) & next_to(free);
        let words = self.values.cell_words();
        let parts = free.words().iter().zip(own.words()).take(words);
        parts.fold(self.values.key(), |key, (&free, &own)| mix(mix(key ^ free) ^ own))
    }

    #[inline]
    fn free(&self) -> Cells {
        self.board.free(self.values.cell_set())
    }

    #[inline]
    fn put(&mut self, cell: Cell, side: Side) {
        self.board.put(cell, side);
        self.score += signed(self.values.get(cell), side);
        self.key ^= piece_key(cell, side);
    }

    /// Gives the opponent's piece on a cell to `side`.
    #[inline]
    fn conquer(&mut self, cell: Cell, side: Side) {
        self.board.conquer(cell);
        self.score += signed(2 * self.values.get(cell), side);
        self.key ^= piece_key(cell, side.other()) ^ piece_key(cell, side);
    }
}

/// A gain of `side` as a change of the score, which counts for X.
#[inline]
fn signed(gain: i64, side: Side) -> i64 {
    match side {
        Side::First => gain,
        Side::Second => -gain,
    }
}

#[inline]
fn piece_key(cell: Cell, side: Side) -> u64 {
    mix((cell.row() << 16 | cell.column() << 8 | side as usize) as u64)
}

impl Game for Position {
    type Move = Move;

    #[inline]
    fn to_move(&self) -> Side {
        self.to_move
    }

    #[inline]
    fn legal_moves(&self, out: &mut Vec<Move>) {
        let free = self.free();
        out.extend(listed(free).map(|cell| Move { kind: Kind::Stake, cell }));
        let open_to_raids = free & next_to(self.board.of(self.to_move));
        out.extend(listed(open_to_raids).map(|cell| Move { kind: Kind::Raid, cell }));
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let mover = self.to_move;
        self.put(mv.cell, mover);
        if mv.kind == Kind::Raid {
            for cell in mv.cell.neighbours() {
                if self.board.get(cell) == Some(mover.other()) {
                    self.conquer(cell, mover);
                }
            }
        }
        self.to_move = mover.other();
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let full = self.free().is_empty();
        full.then(|| Outcome::by_margin(self.score))
    }

    #[inline]
    fn evaluate(&self, side: Side) -> Value {
        Value::finite(signed(self.score, side))
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key ^ self.to_move as u64
    }

    fn side_name(side: Side) -> &'static str {
        match side {
            Side::First => "X",
            Side::Second => "O",
        }
    }

    #[inline]
    fn move_count(&self) -> u64 {
        let free = self.free();
        u64::from(free.count() + (free & next_to(self.board.of(self.to_move))).count())
    }

    fn why_illegal(&self, mv: Move) -> Option<String> {
        let Move { kind, cell } = mv;
        let size = self.values.size();
        if cell.row().max(cell.column()) >= size {
            return Some(format!("{cell} is not on this board of {size} rows and columns"));
        }
        if let Some(owner) = self.board.get(cell) {
            return Some(format!("{cell} is taken by {}", Position::side_name(owner)));
        }
        let has_base = || cell.neighbours().any(|near| self.board.get(near) == Some(self.to_move));
        if kind == Kind::Raid && !has_base() {
            let mover = Position::side_name(self.to_move);
            return Some(format!("{mover} has no piece next to {cell} to raid from"));
        }
        None
    }
}

/// The score and the key follow from the rest.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.board == other.board
            && self.to_move == other.to_move
            && (Arc::ptr_eq(&self.values, &other.values) || self.values == other.values)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
    }
}
