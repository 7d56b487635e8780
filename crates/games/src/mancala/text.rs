use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::{Board, Position};
use plyglot_core::text::{Lines, Span, TextError};
use plyglot_core::{Game, Side};

/// Reads the four lines of a board: player 2's row and player 1's row, each from left to right,
/// player 2's mancala and player 1's.
///
/// # Errors
/// At the first number that is not one, or is too large, or stands where none should.
pub fn read_board(
    lines: &mut Lines<'_>,
    pits: RangeInclusive<usize>,
    most_in_a_pit: i64,
) -> Result<Board, TextError> {
    let mut all = 0;
    let mut stones = |number: Span<'_>, most: i64| {
        let stones = number.integer("a number of stones", 0..=most)?;
        all += stones;
        if all > Board::MOST_STONES {
            let message = format!("more than {} stones in all", Board::MOST_STONES);
            return Err(number.error(message));
        }
        Ok(stones as u16)
    };

    let upper_row = lines.next("player 2's row")?;
    let mut board = Board::empty(count_pits(upper_row, pits)?);
    let lower_row = lines.next("player 1's row")?;
    for (side, row) in [(Side::Second, upper_row), (Side::First, lower_row)] {
        let numbers = row.exactly(board.pits(), "pits", row.words())?;
        for (column, number) in numbers.into_iter().enumerate() {
            board.set_pit(side, column, stones(number, most_in_a_pit)?);
        }
    }
    for (side, what) in [(Side::Second, "player 2's mancala"), (Side::First, "player 1's mancala")]
    {
        board.set_mancala(side, stones(lines.next(what)?, Board::MOST_STONES)?);
    }
    Ok(board)
}

/// The length of a row, if it is one that a board may have.
fn count_pits(row: Span<'_>, allowed: RangeInclusive<usize>) -> Result<usize, TextError> {
    let found = row.words().count();
    if allowed.contains(&found) {
        return Ok(found);
    }
    let (fewest, most) = allowed.into_inner();
    let wanted = if fewest == most { most.to_string() } else { format!("{fewest} to {most}") };
    let message = format!("expected {wanted} pits, found {found}");
    Err(match row.words().nth(most) {
        Some(first_too_many) => first_too_many.error(message),
        None => row.error_at(row.text.chars().count(), message),
    })
}

/// The four lines that [`read_board`] reads.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in [Side::Second, Side::First] {
            for column in 0..self.pits() {
                let blank = if column > 0 { " " } else { "" };
                write!(f, "{blank}{}", self.pit(side, column))?;
            }
            writeln!(f)?;
        }
        writeln!(f, "{}\n{}", self.mancala(Side::Second), self.mancala(Side::First))
    }
}

/// The player to move, and the board.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", Position::side_name(self.to_move()), self.board())
    }
}

impl FromStr for Position {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Position, TextError> {
        let mut lines = Lines::new(text);
        let to_move = lines.next("the player")?.side::<Position>()?;
        let board = read_board(&mut lines, Board::PITS, Board::MOST_STONES)?;
        lines.end()?;
        Ok(Position::new(board, to_move))
    }
}
