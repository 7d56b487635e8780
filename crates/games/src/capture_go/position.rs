use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use super::liberties::{group, neighbours, stride, without_liberties};
use super::{Board, Cell, LARGEST, Point, read_board};
use plyglot_core::bits::Bits;
use plyglot_core::mix::mix;
use plyglot_core::text::{Lines, TextError};
use plyglot_core::{Game, Outcome, Side, Value};

/// A position on a board of up to 7 columns and 8 rows.
pub type Small = Position<1>;
/// A position on a board of up to 10 columns and 11 rows.
pub type Medium = Position<2>;
/// A position on any board.
pub type Large = Position<6>;

/// A board and whose turn it is, in sets of points that take `W` machine words each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<const W: usize> {
    /// The stones of the side to move. Seen from the mover, both colours follow the same steps.
    own: Bits<W>,
    /// The stones of the other side.
    opposing: Bits<W>,
    empty: Bits<W>,
    /// How many stones the side to move has more.
    lead: i32,
    to_move: Side,
    columns: u8,
    rows: u8,
}

impl<const W: usize> Position<W> {
    const STRIDE: usize = stride(W);
    /// No more columns than this fit.
    pub const MOST_COLUMNS: usize = at_most(LARGEST, Self::STRIDE - 1);
    /// No more rows than this fit.
    pub const MOST_ROWS: usize = at_most(LARGEST, (Bits::<W>::CAPACITY + 1) / Self::STRIDE);

    /// A position with `to_move` to move; `None` if the board does not fit.
    pub fn new(board: &Board, to_move: Side) -> Option<Position<W>> {
        if board.columns() > Self::MOST_COLUMNS || board.rows() > Self::MOST_ROWS {
            return None;
        }
        let set = |cell: Cell| {
            let mut set = Bits::EMPTY;
            for point in board.points().filter(|&point| board.get(point) == cell) {
                set.insert(Self::index(point));
            }
            set
        };
        let own: Bits<W> = set(Cell::Stone(to_move));
        let opposing: Bits<W> = set(Cell::Stone(to_move.other()));
        Some(Position {
            own,
            opposing,
            empty: set(Cell::Empty),
            lead: own.count() as i32 - opposing.count() as i32,
            to_move,
            columns: board.columns() as u8,
            rows: board.rows() as u8,
        })
    }

    /// An empty board, Black to move; `None` if it does not fit.
    pub fn empty(columns: usize, rows: usize) -> Option<Position<W>> {
        Position::new(&Board::empty(columns, rows)?, Side::First)
    }

    /// The start of a full game: an empty board of six columns and six rows, Black to move.
    pub fn start() -> Position<W> {
        Position::empty(6, 6).expect("even one word holds 6x6 points")
    }

    /// Reads all lines that are left as the rows of the board; see [`read_board`].
    ///
    /// # Errors
    /// If they are no board, or if it does not fit.
    pub fn read_rows(lines: &mut Lines<'_>, to_move: Side) -> Result<Position<W>, TextError> {
        let first_row = lines.clone().next("row 1 of the board")?;
        let board = read_board(lines)?;
        Position::new(&board, to_move).ok_or_else(|| {
            let (columns, rows) = (board.columns(), board.rows());
            let (most_columns, most_rows) = (Self::MOST_COLUMNS, Self::MOST_ROWS);
            first_row.error(format!(
                "expected at most {most_columns} columns and {most_rows} rows, \
                 found {columns} and {rows}"
            ))
        })
    }

    /// The same position in sets of `V` words; `None` if it does not fit into them.
    pub fn in_words<const V: usize>(&self) -> Option<Position<V>> {
        Position::new(&self.board(), self.to_move)
    }

    /// The board as it is drawn.
    pub fn board(&self) -> Board {
        let (columns, rows) = (usize::from(self.columns), usize::from(self.rows));
        let mut board = Board::filled(columns, rows, Cell::Invalid);
        for point in board.points() {
            board.set(point, self.get(point));
        }
        board
    }

    /// The points where the side to move may put a stone.
    pub fn empty_points(&self) -> Bits<W> {
        self.empty
    }

    /// How many stones the side to move has on the board, and how many the other.
    #[inline]
    pub fn stones(&self) -> [u32; 2] {
        [self.own.count(), self.opposing.count()]
    }

    /// The stones of the side that moves last, and wins by it; without those that the other side's next
    /// turn removes, wherever it is.
    #[inline]
    pub(super) fn winning_stones(&self) -> Bits<W> {
        if self.empty.count() % 2 == 1 {
            self.own
        } else {
            self.opposing & !without_liberties(self.opposing, self.empty)
        }
    }

    /// How many liberties the group of the stone at `point` has; `None` if no stone is there.
    pub fn liberties(&self, point: Point) -> Option<u32> {
        let Cell::Stone(side) = self.get(point) else {
            return None;
        };
        let stones = if side == self.to_move { self.own } else { self.opposing };
        let group = group(Bits::single(Self::index(point)), stones);
        Some((neighbours(group) & self.empty).count())
    }

    fn get(&self, point: Point) -> Cell {
        let index = Self::index(point);
        if self.own.contains(index) {
            Cell::Stone(self.to_move)
        } else if self.opposing.contains(index) {
            Cell::Stone(self.to_move.other())
        } else if self.empty.contains(index) {
            Cell::Empty
        } else {
            Cell::Invalid
        }
    }

    /// Whether `point` is on this board at all.
    fn is_on_board(&self, point: Point) -> bool {
        point.column() < usize::from(self.columns) && point.row() < usize::from(self.rows)
    }

    #[inline]
    pub(super) fn index(point: Point) -> usize {
        point.row() * Self::STRIDE + point.column()
    }

    #[inline]
    fn point(index: usize) -> Point {
        Point::new(index % Self::STRIDE, index / Self::STRIDE)
    }
}

const fn at_most(most: usize, number: usize) -> usize {
    if number < most { number } else { most }
}

impl<const W: usize> Game for Position<W> {
    type Move = Point;

    #[inline]
    fn to_move(&self) -> Side {
        self.to_move
    }

    #[inline]
    fn legal_moves(&self, out: &mut Vec<Point>) {
        out.extend(self.empty.into_iter().map(Self::point));
    }

    #[inline]
    fn play(&mut self, point: Point) {
        let index = Self::index(point);
        self.empty.remove(index);
        self.own.insert(index);
        std::mem::swap(&mut self.own, &mut self.opposing);
        self.lead = -(self.lead + 1);
        self.to_move = self.to_move.other();

        // The opponent, who is to move now, loses all groups without liberties. They leave neither
        // stones nor empty points behind: their points become invalid.
        let captured = without_liberties(self.own, self.empty);
        if !captured.is_empty() {
            self.own &= !captured;
            self.lead -= captured.count() as i32;
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.empty.is_empty().then(|| {
            let margin = i64::from(self.lead);
            Outcome::by_margin(if self.to_move == Side::First { margin } else { -margin })
        })
    }

    #[inline]
    fn evaluate(&self, side: Side) -> Value {
        Value::from(if side == self.to_move { self.lead } else { -self.lead })
    }

    fn key(&self) -> u64 {
        let shape = u64::from(self.columns) << 16 | u64::from(self.rows) << 8;
        let sets = [self.own, self.opposing, self.empty];
        let words = sets.iter().flat_map(Bits::words);
        words.fold(mix(shape | self.to_move as u64), |key, word| mix(key ^ word))
    }

    fn side_name(side: Side) -> &'static str {
        match side {
            Side::First => "B",
            Side::Second => "W",
        }
    }

    #[inline]
    fn move_count(&self) -> u64 {
        u64::from(self.empty.count())
    }

    fn why_illegal(&self, point: Point) -> Option<String> {
        if !self.is_on_board(point) {
            return Some(format!("the board has {} columns and {} rows", self.columns, self.rows));
        }
        match self.get(point) {
            Cell::Empty => None,
            Cell::Stone(side) => Some(format!("{} has a stone there", Self::side_name(side))),
            Cell::Invalid => Some("a stone was captured there, so the point is invalid".to_owned()),
        }
    }
}

impl<const W: usize> Hash for Position<W> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
    }
}

/// The side to move, then the rows of the board.
impl<const W: usize> fmt::Display for Position<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", Self::side_name(self.to_move))?;
        self.board().fmt(f)
    }
}

impl<const W: usize> FromStr for Position<W> {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Position<W>, TextError> {
        let mut lines = Lines::new(text);
        let to_move = lines.next("the player")?.side::<Position<W>>()?;
        Position::read_rows(&mut lines, to_move)
    }
}
