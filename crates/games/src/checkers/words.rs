use super::{Move, Position};
use plyglot_core::{DrawRule, Game, Side};

use plyglot_kit::competition::{Competition, sentence};
use plyglot_kit::wording::{Ending, Spoken, Unit, counted};
use plyglot_kit::{Drawn, Playable};

impl Playable for Position {
    const NAME: &'static str = "checkers";
    const TITLE: &'static str = "American checkers";
    const ABOUT: &'static str = "take the other's pieces, or leave them without a move";

    fn start(_: &[usize], _: u64) -> Position {
        Position::start()
    }
}

impl Drawn for Position {}

impl Spoken for Position {
    const UNIT: Unit = Unit("piece", "pieces");
    const LEAD: Unit = Unit("man", "men");

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
        let how = sentence(over, positions.last()?);
        let how = [Side::First, Side::Second]
            .into_iter()
            .fold(how, |how, side| how.replace(Position::side_name(side), Position::title(side)));
        Some(Ending { outcome: over.outcome, how })
    }
}
