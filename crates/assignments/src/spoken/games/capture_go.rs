use plyglot_games::capture_go::{Cell, Point, Position};
use plyglot_games::{Game, Side};

use crate::spoken::{Spoken, Unit, counted};

impl<const W: usize> Spoken for Position<W> {
    const UNIT: Unit = Unit("stone", "stones");

    fn title(side: Side) -> &'static str {
        match side {
            Side::First => "Black",
            Side::Second => "White",
        }
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
