use super::files::FIGURE_4;
use super::{Cell, LARGEST, Point, Position};
use plyglot_core::picture::Shape;
use plyglot_core::{Game, Side};

use plyglot_kit::text::words;
use plyglot_kit::wording::{Legend, Spoken, Unit, counted};
use plyglot_kit::{Playable, Size};

impl<const W: usize> Playable for Position<W> {
    const NAME: &'static str = "capture-go";
    const TITLE: &'static str = "Capture Go";
    const ABOUT: &'static str = "surround stones to remove them; most stones on the full board win";
    const RULES: &'static str = include_str!("RULES.md");
    const MEASURED_LEVELS: &'static str = include_str!("levels.tsv");
    const SIZES: &'static [Size] =
        &[Size { name: "size", about: "rows and columns", range: 1..=LARGEST, usual: 6 }];

    /// An empty board.
    fn start(sizes: &[usize], _: u64) -> Self {
        let size = sizes.first().copied().unwrap_or(6);
        Position::empty(size, size).unwrap_or_else(Position::start)
    }

    /// The position that the source's own program solves.
    fn sample() -> Self {
        FIGURE_4.parse().unwrap_or_else(|_| Position::start())
    }
}

impl<const W: usize> Spoken for Position<W> {
    const UNIT: Unit = Unit("stone", "stones");
    const CLEAR_LEAD: u32 = 6;
    const HOW_TO_MOVE: &'static str = "(3,4) or 3 4, column and row";

    fn title(side: Side) -> &'static str {
        match side {
            Side::First => "Black",
            Side::Second => "White",
        }
    }

    fn legend(_side: Side) -> Legend {
        Legend::piece(Shape::Stone)
    }

    /// `(3,4)` from `3 4` or `3,4`.
    fn respelled(typed: &str) -> String {
        format!("({})", words(typed).join(","))
    }

    fn tally(&self) -> [i64; 2] {
        let board = self.board();
        [Side::First, Side::Second].map(|side| {
            board.points().filter(|&point| board.get(point) == Cell::Stone(side)).count() as i64
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
}
