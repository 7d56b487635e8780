use plyglot_core::Side;
use plyglot_games::capture_go::{Cell as Ground, Point, Position};

use crate::play::grid::{Cell, Grid};
use crate::play::look::{self, Look, Paint, piece};
use crate::play::playable::{Legend, Playable, View, words};

impl<const W: usize> Playable for Position<W> {
    const HOW_TO_MOVE: &'static str = "(3,4) or 3 4, column and row";

    fn legend(side: Side, look: &Look) -> Legend {
        Legend::piece(symbol(side, look))
    }

    fn draw(&self, view: &View<'_, Self>) -> String {
        let board = self.board();
        let cell = |point: Point| {
            let is_marked = view.last == Some(point);
            let (text, paint) = match board.get(point) {
                Ground::Empty => (view.look.pick("·", "."), Paint::Faded),
                Ground::Invalid => (view.look.pick("×", "x"), Paint::Faded),
                Ground::Stone(side) => {
                    let paint = if side == Side::First { Paint::Black } else { Paint::White };
                    (symbol(side, view.look), paint)
                }
            };
            let style = piece(look::Ground::Wood, paint, is_marked);
            Cell { text: text.to_owned(), style, is_marked }
        };
        let names = |count: usize| (1..=count).map(|number| number.to_string());
        let mut cells = board.points().map(cell);
        Grid {
            columns: names(board.columns()).collect(),
            rows: names(board.rows())
                .map(|name| (name, cells.by_ref().take(board.columns()).collect()))
                .collect(),
            is_close: false,
        }
        .draw(view.look.width)
    }

    /// `(3,4)` from `3 4` or `3,4`.
    fn respelled(typed: &str) -> String {
        format!("({})", words(typed).join(","))
    }
}

/// A stone.
fn symbol(side: Side, look: &Look) -> &'static str {
    match side {
        Side::First => look.pick("●", "B"),
        Side::Second => look.pick("○", "W"),
    }
}
