use std::fmt;

use super::Point;
use plyglot_core::Side;
use plyglot_core::text::{Lines, TextError};

/// No board has more columns or more rows than this.
pub const LARGEST: usize = 19;

/// What is on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Nothing yet.
    Empty,
    /// A stone.
    Stone(Side),
    /// A stone was captured here.
    Invalid,
}

/// How a cell is written.
const SYMBOLS: [(char, Cell); 4] = [
    ('B', Cell::Stone(Side::First)),
    ('W', Cell::Stone(Side::Second)),
    ('.', Cell::Empty),
    ('x', Cell::Invalid),
];

impl Cell {
    fn symbol(self) -> char {
        match self {
            Cell::Stone(Side::First) => 'B',
            Cell::Stone(Side::Second) => 'W',
            Cell::Empty => '.',
            Cell::Invalid => 'x',
        }
    }

    /// The cell that is written so.
    pub(super) fn of_symbol(text: &str) -> Option<Cell> {
        let known = |(symbol, cell): (char, Cell)| (symbol.to_string() == text).then_some(cell);
        SYMBOLS.into_iter().find_map(known)
    }
}

/// A board as it is drawn: rows of equal length, 1 to [`LARGEST`] of 1 to [`LARGEST`] cells. It is
/// for reading and writing; a [`Position`](super::Position) is made for speed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    rows: Vec<Vec<Cell>>,
}

impl Board {
    /// A board of empty points; `None` if it would be too small or too large.
    pub fn empty(columns: usize, rows: usize) -> Option<Board> {
        let is_possible = (1..=LARGEST).contains(&columns) && (1..=LARGEST).contains(&rows);
        is_possible.then(|| Board::filled(columns, rows, Cell::Empty))
    }

    pub(super) fn filled(columns: usize, rows: usize, cell: Cell) -> Board {
        Board { rows: vec![vec![cell; columns]; rows] }
    }

    /// How many columns.
    pub fn columns(&self) -> usize {
        self.rows[0].len()
    }

    /// How many rows.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// What is on a point of this board.
    pub fn get(&self, point: Point) -> Cell {
        self.rows[point.row()][point.column()]
    }

    pub(super) fn set(&mut self, point: Point, cell: Cell) {
        self.rows[point.row()][point.column()] = cell;
    }

    /// All points, row by row.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let (columns, rows) = (self.columns(), self.rows());
        (0..rows).flat_map(move |row| (0..columns).map(move |column| Point::new(column, row)))
    }
}

/// Reads all lines that are left as the rows of a board, such as `W.BW.x`.
///
/// # Errors
/// If a row is not as long as the first, if there are too many, or at an unknown symbol.
pub fn read_board(lines: &mut Lines<'_>) -> Result<Board, TextError> {
    let first = lines.clone().next("row 1 of the board")?;
    let columns = first.text.chars().count();
    if columns > LARGEST {
        let message = format!("expected at most {LARGEST} symbols, found {columns}");
        return Err(first.error_at(LARGEST, message));
    }
    let mut rows = Vec::new();
    while lines.clone().end().is_err() {
        let line = lines.next(&format!("row {} of the board", rows.len() + 1))?;
        if rows.len() == LARGEST {
            return Err(line.expected(format_args!("nothing after row {LARGEST}")));
        }
        rows.push(line.symbols(columns, &SYMBOLS)?);
    }
    Ok(Board { rows })
}

/// The rows, a line each.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.rows {
            writeln!(f, "{}", row.iter().map(|cell| cell.symbol()).collect::<String>())?;
        }
        Ok(())
    }
}
