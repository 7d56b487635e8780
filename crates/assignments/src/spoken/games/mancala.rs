use plyglot_games::mancala::{Move, Position};
use plyglot_games::{Game, Side};

use crate::spoken::{Spoken, Unit, counted};

impl Spoken for Position {
    const UNIT: Unit = Unit("stone", "stones");

    fn title(side: Side) -> &'static str {
        match side {
            Side::First => "Player 1",
            Side::Second => "Player 2",
        }
    }

    fn tally(&self) -> [i64; 2] {
        [Side::First, Side::Second].map(|side| i64::from(self.board().mancala(side)))
    }

    fn effects(&self, _mv: Move, after: &Position) -> Vec<String> {
        let mover = self.to_move() as usize;
        let gained = after.tally()[mover] - self.tally()[mover];
        let mut effects = Vec::new();
        // The other row loses stones only to a capture, or to its owner when the game ends.
        let other = self.to_move().other();
        let stones = |position: &Position, column| i64::from(position.board().pit(other, column));
        let lost = |column| (stones(self, column) - stones(after, column)).max(0);
        let captured: i64 = (0..self.board().pits()).map(lost).sum();
        if captured > 0 && after.outcome().is_none() {
            effects.push(format!("capturing {}", counted(captured, Position::UNIT)));
        }
        if gained > 0 {
            effects.push(format!("bringing home {}", counted(gained, Position::UNIT)));
        }
        effects
    }
}
