//! Positions as players of draughts write them: `B:W18,24,K10:B12,16` says who moves, and what each
//! side has. Squares are 1 to 32, from b8 along the rows to g1.

use plyglot_core::text::{Span, TextError};
use plyglot_core::{Game, Side};

use super::{Move, Piece, Position, Square};

/// The letters of the sides.
const LETTERS: [(&str, Side); 4] =
    [("B", Side::First), ("W", Side::Second), ("b", Side::First), ("w", Side::Second)];

/// 1 to 32.
pub fn number(square: Square) -> u8 {
    (7 - square.row()) * 4 + square.column() / 2 + 1
}

fn square(number: u8) -> Option<Square> {
    Square::all().find(|&square| self::number(square) == number)
}

/// `11-15`, `18x11x2`: all squares of a jump, so that it is never ambiguous.
pub fn spelled(mv: Move) -> String {
    let sign = if mv.is_jump() { "x" } else { "-" };
    mv.squares().map(|square| number(square).to_string()).collect::<Vec<_>>().join(sign)
}

/// Whether a text begins as a position does.
pub fn recognises(text: &str) -> bool {
    let start = text.trim_start();
    LETTERS.iter().any(|(letter, _)| {
        start.strip_prefix(letter).is_some_and(|rest| rest.trim_start().starts_with(':'))
    })
}

/// The position, without a newline.
pub fn write(position: &Position) -> String {
    let letter = |side: Side| LETTERS[side as usize].0;
    let mut pieces: Vec<(u8, Piece)> = Square::all()
        .filter_map(|square| Some((number(square), position.board().get(square)?)))
        .collect();
    pieces.sort_by_key(|&(number, _)| number);
    let of = |side: Side| -> String {
        let own = pieces.iter().filter(|(_, piece)| piece.side == side);
        let names = own.map(|(number, piece)| {
            let king = if piece.is_king { "K" } else { "" };
            format!("{king}{number}")
        });
        format!("{}{}", letter(side), names.collect::<Vec<_>>().join(","))
    };
    format!("{}:{}:{}", letter(position.to_move()), of(Side::Second), of(Side::First))
}

/// Reads a position; anything after a full stop is passed over, as are blanks.
///
/// # Errors
/// At the first place that is not as it should be.
pub fn read(span: Span<'_>) -> Result<Position, TextError> {
    let text = span.text.split('.').next().unwrap_or_default();
    let mut parts = Span { text, ..span }.cells(':');
    let to_move = parts.next().unwrap_or(span).one_of(&LETTERS)?;
    let mut rows = [['.'; 8]; 8];
    for part in parts.filter(|part| !part.text.is_empty()) {
        let end = part.text.chars().next().map_or(0, char::len_utf8);
        let (letter, squares) = part.text.split_at(end);
        let side = Span { text: letter, ..part }.one_of(&LETTERS)?;
        let squares = Span { text: squares, column: part.column + 1, ..part };
        for name in squares.cells(',').filter(|name| !name.text.is_empty()) {
            let digits = name.text.strip_prefix(['K', 'k']);
            let square = digits.unwrap_or(name.text).trim().parse().ok().and_then(square);
            let square = square.ok_or_else(|| name.expected("a square from 1 to 32"))?;
            rows[usize::from(7 - square.row())][usize::from(square.column())] =
                Piece { side, is_king: digits.is_some() }.symbol();
        }
    }
    let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    // Reading the board is what knows all that it may not be.
    let text = format!("{}\n{}\n", Position::side_name(to_move), rows.join("\n"));
    text.parse().map_err(|error: TextError| span.error(error.message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::text::whole;

    #[test]
    fn squares_are_numbered_from_the_top() {
        let names = |numbers: [u8; 6]| numbers.map(|number| square(number).unwrap().to_string());
        assert_eq!(names([1, 4, 5, 11, 15, 32]), ["b8", "h8", "a7", "f6", "e5", "g1"]);
        assert_eq!(square(0), None);
        assert_eq!(square(33), None);
    }

    #[test]
    fn positions_read_back() {
        let position = read(whole("B : W18, 24,K10 :B12,16. rest")).unwrap();
        assert_eq!(write(&position), "B:WK10,18,24:B12,16");
        assert_eq!(read(whole(&write(&position))), Ok(position));
        assert_eq!(read(whole(&write(&Position::start()))), Ok(Position::start()));
    }

    #[test]
    fn mistakes_are_placed() {
        let says = |text: &str| read(whole(text)).unwrap_err().to_string();
        assert_eq!(says("B:W18,40:B12"), "1:7: expected a square from 1 to 32, found \"40\"");
        assert!(says("B:W18:X12").starts_with("1:7: expected B, W"));
        assert!(says("").starts_with("1:1: expected B, W"));
        assert!(says("B:W1,2:B").contains("its far row"));
        assert!(says("B:é").starts_with("1:3: "));
    }
}
