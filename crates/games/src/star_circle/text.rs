use std::fmt;
use std::str::FromStr;

use super::position::last_row;
use super::{Board, Position, RowValues, Square};
use plyglot_core::text::{Lines, Span, TextError};
use plyglot_core::{Game, Side};

/// Row values may be this large, so that no sum of them can overflow.
const LARGEST_ROW_VALUE: i64 = 1_000_000_000;

/// Reads eight rows, H to A, of eight cells: `0`, `S1`, `C2`. Pieces on light squares are read too.
///
/// # Errors
/// At the first cell that is not one, or does not fit where it stands.
pub fn read_board(lines: &mut Lines<'_>) -> Result<Board, TextError> {
    let mut board = Board::EMPTY;
    for row in 0..8 {
        let line = lines.next(&format!("row {} of the board", char::from(b'H' - row as u8)))?;
        for (column, cell) in line.exactly(8, "cells", line.cells(','))?.into_iter().enumerate() {
            read_cell(&mut board, Square::at(row, column), cell)?;
        }
    }
    Ok(board)
}

fn read_cell(board: &mut Board, square: Square, cell: Span<'_>) -> Result<(), TextError> {
    let (side, pile_row) = match cell.text.chars().next() {
        Some('0') if cell.text == "0" => return Ok(()),
        Some('S') => (Side::First, last_row(Side::First)),
        Some('C') => (Side::Second, last_row(Side::Second)),
        _ => return Err(cell.expected("0, S or C with a count, such as S1")),
    };
    let digits = Span { text: &cell.text[1..], line: cell.line, column: cell.column + 1 };
    if digits.text.starts_with('+') {
        return Err(digits.expected("a count of pieces without a sign"));
    }
    let count = digits.integer("a count of pieces", 1..=Board::MOST_ON_A_SQUARE)?;
    if count > 1 && square.row() != pile_row {
        let name = Position::side_name(side);
        let message = format!("{} on {square}: {name} piles up on its last row only", cell.text);
        return Err(cell.error(message));
    }
    board.put(square, side, count as u8);
    Ok(())
}

/// Reads the line of eight row values.
///
/// # Errors
/// If there are not eight whole numbers.
pub fn read_row_values(lines: &mut Lines<'_>) -> Result<RowValues, TextError> {
    let line = lines.next("the row values")?;
    let mut values = [0; 8];
    let cells = line.exactly(8, "row values", line.cells(','))?;
    for (value, cell) in values.iter_mut().zip(cells) {
        *value = cell.integer("a row value", -LARGEST_ROW_VALUE..=LARGEST_ROW_VALUE)? as i32;
    }
    Ok(values)
}

/// The side to move, the board as in `input.txt`, the row values, and a line with the passes just
/// made, if any.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", Position::side_name(self.to_move()))?;
        for row in 0..8 {
            for column in 0..8 {
                if column > 0 {
                    f.write_str(",")?;
                }
                match self.board().get(Square::at(row, column)) {
                    None => f.write_str("0")?,
                    Some((Side::First, count)) => write!(f, "S{count}")?,
                    Some((Side::Second, count)) => write!(f, "C{count}")?,
                }
            }
            writeln!(f)?;
        }
        writeln!(f, "{}", self.row_values().map(|value| value.to_string()).join(","))?;
        match self.passes() {
            0 => Ok(()),
            1 => writeln!(f, "pass"),
            _ => writeln!(f, "pass pass"),
        }
    }
}

impl FromStr for Position {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Position, TextError> {
        let mut lines = Lines::new(text);
        let to_move = lines.next("the player")?.side::<Position>()?;
        let board = read_board(&mut lines)?;
        let row_values = read_row_values(&mut lines)?;
        let passes = match lines.clone().end() {
            Ok(()) => 0,
            Err(_) => lines.next("the passes")?.one_of(&[("pass", 1), ("pass pass", 2)])?,
        };
        lines.end()?;
        Ok(Position::after_passes(board, row_values, to_move, passes))
    }
}
