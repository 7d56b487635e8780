use super::{Move, Position, Square};
use plyglot_core::picture::Shape;
use plyglot_core::{Game, Side};

use plyglot_kit::Playable;
use plyglot_kit::text::words;
use plyglot_kit::wording::{Legend, Spoken, Unit};

impl Playable for Position {
    const NAME: &'static str = "star-circle";
    const TITLE: &'static str = "Star and Circle";
    const ABOUT: &'static str = "bring your pieces across the board; far rows are worth more";
    const RULES: &'static str = include_str!("RULES.md");
    const MEASURED_LEVELS: &'static str = include_str!("levels.tsv");

    fn start(_: &[usize], _: u64) -> Position {
        Position::start()
    }
}

impl Spoken for Position {
    const UNIT: Unit = Unit("point", "points");
    const CLEAR_LEAD: u32 = 60;
    const HOW_TO_MOVE: &'static str = "C1-D2";

    fn legend(side: Side) -> Legend {
        Legend::piece(shape(side))
    }

    fn respelled(typed: &str) -> String {
        if typed.eq_ignore_ascii_case("pass") {
            return "pass".to_owned();
        }
        words(typed).join("-").to_ascii_uppercase()
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

    fn is_automatic(mv: Move) -> bool {
        mv == Move::Pass
    }
}

/// What a side's pieces look like.
pub(super) const fn shape(side: Side) -> Shape {
    match side {
        Side::First => Shape::Star,
        Side::Second => Shape::Ring,
    }
}
