use plyglot_core::Side;
use plyglot_games::checkers::{Move, Position, Square};

use crate::play::grid::{Cell, Grid};
use crate::play::look::{Ground, LIGHT_SQUARE, Look, Paint, piece};
use crate::play::playable::{Legend, Playable, View, words};

impl Playable for Position {
    const HOW_TO_MOVE: &'static str = "E b6 a5 or b6 a5, jumps as J b6 d4 ; J d4 f2 or b6xd4xf2";

    const NATURAL_VIEWER: Side = Side::Second;

    fn legend(side: Side, look: &Look) -> Legend {
        Legend::piece(symbol(side, look))
    }

    fn draw(&self, view: &View<'_, Position>) -> String {
        let touched: Vec<Square> = view.last.map(path).unwrap_or_default();
        let cell = |column: u8, row: u8| {
            let Some(square) = Square::at(column, row) else {
                return Cell { text: String::new(), style: LIGHT_SQUARE, is_marked: false };
            };
            let is_marked = touched.contains(&square);
            let (text, paint) = match self.board().get(square) {
                None => (view.look.pick("·", "."), Paint::None),
                Some(piece) => {
                    let text = match (piece.side, piece.is_king) {
                        (side, false) => symbol(side, view.look),
                        (Side::First, true) => view.look.pick("♚", "B"),
                        (Side::Second, true) => view.look.pick("♔", "W"),
                    };
                    (text, if piece.side == Side::First { Paint::Black } else { Paint::White })
                }
            };
            let style = piece(Ground::Dark, paint, is_marked);
            Cell { text: text.to_owned(), style, is_marked }
        };
        // White sits at row 1, Black at row 8.
        let (columns, rows): (Vec<u8>, Vec<u8>) = match view.viewer {
            Side::First => ((0..8).rev().collect(), (0..8).collect()),
            Side::Second => ((0..8).collect(), (0..8).rev().collect()),
        };
        Grid {
            columns: columns.iter().map(|&c| char::from(b'a' + c).to_string()).collect(),
            rows: rows
                .iter()
                .map(|&row| {
                    let cells = columns.iter().map(|&column| cell(column, row)).collect();
                    ((row + 1).to_string(), cells)
                })
                .collect(),
            is_close: false,
        }
        .draw(view.look.width)
    }

    /// `f6 d4 f2` and `f6xd4xf2` for `J f6 d4 ; J d4 f2`, and `f6 f2` if nothing else means that.
    fn spellings(&self, mv: Move) -> Vec<String> {
        let path: Vec<String> = path(mv).iter().map(Square::to_string).collect();
        let ends = [mv.from().to_string(), mv.to().to_string()];
        [path, ends.to_vec()].iter().flat_map(|way| [way.join(" "), way.join("x")]).collect()
    }

    /// The squares alone become steps; whether they are jumps is told by how far they go.
    fn respelled(typed: &str) -> String {
        let typed = typed.to_ascii_lowercase().replace('x', " ");
        let squares: Vec<String> =
            words(&typed).into_iter().filter(|word| !matches!(word.as_str(), "e" | "j")).collect();
        let is_jump = |from: &str, to: &str| {
            let row = |square: &str| square.as_bytes().get(1).copied().unwrap_or_default();
            row(from).abs_diff(row(to)) == 2
        };
        let mut steps = Vec::new();
        for pair in squares.windows(2) {
            let [from, to] = pair else { continue };
            // Written in full, a square is named twice: where a jump ends and the next begins.
            if from != to {
                steps.push(format!("{} {from} {to}", if is_jump(from, to) { 'J' } else { 'E' }));
            }
        }
        if steps.is_empty() { squares.join(" ") } else { steps.join(" ; ") }
    }
}

/// All squares that the piece stands on, the first one included.
fn path(mv: Move) -> Vec<Square> {
    [mv.from()].into_iter().chain(mv.landings()).collect()
}

/// A man.
fn symbol(side: Side, look: &Look) -> &'static str {
    match side {
        Side::First => look.pick("●", "b"),
        Side::Second => look.pick("○", "w"),
    }
}
