use std::fmt;
use std::str::FromStr;

use super::{Board, Cell, Position, Values};
use plyglot_core::text::{Lines, TextError};
use plyglot_core::{Game, Side};

/// Reads the number of rows and columns.
///
/// # Errors
/// If it is not from 1 to 26.
pub fn read_size(lines: &mut Lines<'_>) -> Result<usize, TextError> {
    let line = lines.next("the size of the board")?;
    Ok(line.integer("a size of the board", 1..=Board::LARGEST as i64)? as usize)
}

/// Reads a line of values for each row.
///
/// # Errors
/// If a row does not have `size` numbers from 1 to 99.
pub fn read_values(lines: &mut Lines<'_>, size: usize) -> Result<Values, TextError> {
    let mut values = Vec::with_capacity(size * size);
    for row in 1..=size {
        let line = lines.next(&format!("the values of row {row}"))?;
        for word in line.exactly(size, "values", line.words())? {
            values.push(word.integer("a cell's value", 1..=Values::LARGEST.into())? as u8);
        }
    }
    Ok(Values::new(size, values))
}

/// Who owns a cell, as it is written.
const SYMBOLS: [(char, Option<Side>); 3] =
    [('X', Some(Side::First)), ('O', Some(Side::Second)), ('.', None)];

/// Reads a line of symbols, `X`, `O` or `.`, for each row.
///
/// # Errors
/// If a row does not have `size` of them.
pub fn read_board(lines: &mut Lines<'_>, size: usize) -> Result<Board, TextError> {
    let mut board = Board::EMPTY;
    for row in 0..size {
        let line = lines.next(&format!("row {} of the board", row + 1))?;
        for (column, owner) in line.symbols(size, &SYMBOLS)?.into_iter().enumerate() {
            if let Some(side) = owner {
                board.put(Cell::at(row, column), side);
            }
        }
    }
    Ok(board)
}

/// The rows of a board, a line each.
pub(super) struct Rows {
    pub(super) board: Board,
    pub(super) size: usize,
}

impl fmt::Display for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.size {
            let symbol = |column| match self.board.get(Cell::at(row, column)) {
                None => '.',
                Some(Side::First) => 'X',
                Some(Side::Second) => 'O',
            };
            writeln!(f, "{}", (0..self.size).map(symbol).collect::<String>())?;
        }
        Ok(())
    }
}

/// The size, the side to move, the values and the board: `input.txt` without how to search.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n{}", self.values().size(), Position::side_name(self.to_move()))?;
        for row in self.values().rows() {
            let words: Vec<String> = row.iter().map(u8::to_string).collect();
            writeln!(f, "{}", words.join(" "))?;
        }
        self.rows().fmt(f)
    }
}

impl FromStr for Position {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Position, TextError> {
        let mut lines = Lines::new(text);
        let size = read_size(&mut lines)?;
        let to_move = lines.next("the player")?.side::<Position>()?;
        let values = read_values(&mut lines, size)?;
        let board = read_board(&mut lines, size)?;
        lines.end()?;
        Ok(Position::new(values, board, to_move))
    }
}
