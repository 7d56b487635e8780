use super::{Board, Kind, Move, Position, Values};
use plyglot_core::Game;

use plyglot_kit::wording::{Spoken, Unit, counted};
use plyglot_kit::{Playable, Size};

impl Playable for Position {
    const NAME: &'static str = "stake-raid";
    const TITLE: &'static str = "Stake and Raid";
    const ABOUT: &'static str = "stake cells for their values, and raid those of the other";
    const RULES: &'static str = include_str!("RULES.md");
    const MEASURED_LEVELS: &'static str = include_str!("levels.tsv");
    const SIZES: &'static [Size] =
        &[Size { name: "size", about: "rows and columns", range: 1..=Board::LARGEST, usual: 5 }];

    /// An empty board with random values.
    fn start(sizes: &[usize], seed: u64) -> Position {
        let size = sizes.first().copied().unwrap_or(5);
        Position::empty(Values::random(size, Values::LARGEST, seed))
    }

    fn sample() -> Position {
        Position::empty(Values::random(5, 99, 0))
    }
}

impl Spoken for Position {
    const UNIT: Unit = Unit("point", "points");
    const CLEAR_LEAD: u32 = 60;
    const HOW_TO_MOVE: &'static str = "C3 Stake or C3 Raid";

    /// The cell alone, unless a Raid there would make a difference.
    fn spellings(&self, mv: Move) -> Vec<String> {
        let raid = Move { kind: Kind::Raid, ..mv };
        let makes_a_difference = || self.why_illegal(raid).is_none() && self.conquered(raid) > 0;
        if mv.kind == Kind::Stake && !makes_a_difference() {
            vec![mv.cell.to_string()]
        } else {
            Vec::new()
        }
    }

    /// `C3 Raid` from `c3raid` or `c3 r`.
    fn respelled(typed: &str) -> String {
        let typed: String = typed.chars().filter(|c| !c.is_whitespace()).collect();
        let end_of_cell = typed.rfind(|c: char| c.is_ascii_digit()).map_or(0, |index| index + 1);
        let (cell, kind) = typed.split_at(end_of_cell);
        let kind = kind.to_ascii_lowercase();
        let kind = match kind.as_str() {
            kind if "stake".starts_with(kind) => "Stake", // nothing at all included
            kind if "raid".starts_with(kind) => "Raid",
            other => other,
        };
        format!("{} {kind}", cell.to_ascii_uppercase())
    }

    fn tally(&self) -> [i64; 2] {
        let mut tally = [0; 2];
        for cell in self.values().cells() {
            if let Some(side) = self.board().get(cell) {
                tally[side as usize] += self.values().get(cell);
            }
        }
        tally
    }

    fn effects(&self, mv: Move, _after: &Position) -> Vec<String> {
        if mv.kind == Kind::Stake {
            return Vec::new();
        }
        vec![match self.conquered(mv) {
            0 => "conquering nothing".to_owned(),
            cells => format!("conquering {}", counted(cells as i64, Unit("cell", "cells"))),
        }]
    }
}
