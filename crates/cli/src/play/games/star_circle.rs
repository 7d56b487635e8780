use plyglot_core::Side;
use plyglot_games::star_circle::{Move, Position, Square};

use crate::play::grid::{Cell, Grid};
use crate::play::look::{Ground, LIGHT_SQUARE, Look, Paint, piece};
use crate::play::playable::{Legend, Playable, View, words};

impl Playable for Position {
    const HOW_TO_MOVE: &'static str = "C1-D2";

    fn legend(side: Side, look: &Look) -> Legend {
        Legend::piece(symbol(side, look))
    }

    fn draw(&self, view: &View<'_, Position>) -> String {
        let touched = match view.last {
            Some(Move::Go { from, to }) => vec![from, to],
            Some(Move::Pass) | None => Vec::new(),
        };
        let cell = |square: Square| {
            if !square.is_dark() {
                return Cell { text: String::new(), style: LIGHT_SQUARE, is_marked: false };
            }
            let is_marked = touched.contains(&square);
            let (text, paint) = match self.board().get(square) {
                None => (view.look.pick("·", ".").to_owned(), Paint::None),
                Some((side, count)) => {
                    let symbol = symbol(side, view.look);
                    let count = if count > 1 { count.to_string() } else { String::new() };
                    let paint = if side == Side::First { Paint::Yellow } else { Paint::White };
                    (format!("{symbol}{count}"), paint)
                }
            };
            Cell { text, style: piece(Ground::Dark, paint, is_marked), is_marked }
        };
        let squares: Vec<Square> = match view.viewer {
            Side::First => Square::all().collect(),
            Side::Second => Square::all().rev().collect(),
        };
        let (rows, _) = squares.as_chunks::<8>();
        Grid {
            columns: rows[0].iter().map(|square| (square.column() + 1).to_string()).collect(),
            rows: rows
                .iter()
                .map(|row| (row_name(row[0]), row.iter().map(|&square| cell(square)).collect()))
                .collect(),
            is_close: false,
        }
        .draw(view.look.width)
    }

    fn respelled(typed: &str) -> String {
        if typed.eq_ignore_ascii_case("pass") {
            return "pass".to_owned();
        }
        words(typed).join("-").to_uppercase()
    }
}

/// `H` at the top.
fn row_name(square: Square) -> String {
    square.to_string().chars().take(1).collect()
}

/// A piece.
fn symbol(side: Side, look: &Look) -> &'static str {
    match side {
        Side::First => look.pick("★", "*"),
        Side::Second => look.pick("○", "o"),
    }
}
