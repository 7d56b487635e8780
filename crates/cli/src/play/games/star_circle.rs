use plyglot_games::star_circle::{Move, Position, Square};
use plyglot_games::{Game, Side};

use crate::play::grid::{Cell, Grid};
use crate::play::look::{Ground, LIGHT_SQUARE, Look, Paint, piece};
use crate::play::playable::{Legend, Playable, Unit, View, words};

impl Playable for Position {
    const UNIT: Unit = Unit("point", "points");
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

    fn tally(&self) -> [i64; 2] {
        let mut tally = [0; 2];
        for square in Square::all() {
            if let Some((side, count)) = self.board().get(square) {
                let advanced = match side {
                    Side::First => 7 - square.row(),
                    Side::Second => square.row(),
                };
                tally[side as usize] += i64::from(count) * i64::from(self.row_values()[advanced]);
            }
        }
        tally
    }

    fn effects(&self, mv: Move, _after: &Position) -> Vec<String> {
        let Move::Go { from, to } = mv else { return Vec::new() };
        let mut effects = Vec::new();
        if from.row().abs_diff(to.row()) == 2 {
            effects.push("taking a piece".to_owned());
        }
        let last_row = if self.to_move() == Side::First { 0 } else { 7 };
        if to.row() == last_row {
            effects.push("reaching the last row".to_owned());
        }
        effects
    }

    fn respelled(typed: &str) -> String {
        if typed.eq_ignore_ascii_case("pass") {
            return "pass".to_owned();
        }
        words(typed).join("-").to_uppercase()
    }

    fn is_automatic(mv: Move) -> bool {
        mv == Move::Pass
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
