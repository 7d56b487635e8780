use plyglot_games::checkers::{DrawRule, Move, Position};
use plyglot_games::{Game, Side};

use crate::competition::Competition;
use crate::spoken::{Ending, Spoken, Unit, counted};

impl Spoken for Position {
    const UNIT: Unit = Unit("piece", "pieces");

    fn title(side: Side) -> &'static str {
        match side {
            Side::First => "Black",
            Side::Second => "White",
        }
    }

    fn tally(&self) -> [i64; 2] {
        [Side::First, Side::Second].map(|side| i64::from(self.board().count(side)))
    }

    fn effects(&self, mv: Move, after: &Position) -> Vec<String> {
        let mut effects = Vec::new();
        if mv.is_jump() {
            effects.push(format!("taking {}", counted(mv.jumps() as i64, Position::UNIT)));
        }
        let is_king = |position: &Position, square| {
            position.board().get(square).is_some_and(|piece| piece.is_king)
        };
        if is_king(after, mv.to()) && !is_king(self, mv.from()) {
            effects.push(format!("crowned on {}", mv.to()));
        }
        effects
    }

    fn notice(&self) -> Option<&'static str> {
        self.can_jump().then_some("There is a jump, and jumping is compulsory.")
    }

    /// Draws depend on what was before.
    fn ending(positions: &[Position], moves: &[Move]) -> Option<Ending> {
        let over = Position::over(positions, moves, DrawRule::Prompt)?;
        let how = over.sentence(positions.last()?);
        let how = [Side::First, Side::Second]
            .into_iter()
            .fold(how, |how, side| how.replace(Position::side_name(side), Position::title(side)));
        Some(Ending { outcome: over.outcome, how })
    }
}
