use plyglot_games::stake_raid::{Kind, Move, Position};

use crate::spoken::{Spoken, Unit, counted};

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
