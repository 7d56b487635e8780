use plyglot_games::capture_go::{Cell as Ground, Point, Position};
use plyglot_games::{Game, Side};

use crate::play::grid::{Cell, Grid};
use crate::play::look::{self, Look, Paint, piece};
use crate::play::playable::{Legend, Playable, Unit, View, counted, words};

impl<const W: usize> Playable for Position<W> {
    const UNIT: Unit = Unit("stone", "stones");
    const HOW_TO_MOVE: &'static str = "(3,4) or 3 4, column and row";

    fn title(side: Side) -> &'static str {
        match side {
            Side::First => "Black",
            Side::Second => "White",
        }
    }

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

    fn tally(&self) -> [i64; 2] {
        let board = self.board();
        [Side::First, Side::Second].map(|side| {
            board.points().filter(|&point| board.get(point) == Ground::Stone(side)).count() as i64
        })
    }

    fn effects(&self, mv: Point, after: &Self) -> Vec<String> {
        let other = self.to_move().other() as usize;
        let captured = self.tally()[other] - after.tally()[other];
        let mut effects = Vec::new();
        if captured > 0 {
            effects.push(format!("capturing {}", counted(captured, Self::UNIT)));
        }
        if after.liberties(mv) == Some(0) {
            effects.push("leaving it no liberty".to_owned());
        }
        effects
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
