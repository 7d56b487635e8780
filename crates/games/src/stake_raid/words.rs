use super::{Board, Kind, Move, Position, Values};

use plyglot_kit::wording::{Spoken, Unit, counted};
use plyglot_kit::{Drawn, Playable, Size};

impl Playable for Position {
    const NAME: &'static str = "stake-raid";
    const TITLE: &'static str = "Stake and Raid";
    const ABOUT: &'static str = "stake cells for their values, and raid those of the other";
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

impl Drawn for Position {}

impl Spoken for Position {
    const UNIT: Unit = Unit("point", "points");

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
