use plyglot_games::checkers::{DrawRule, History, Move, Position};
use plyglot_games::{Game, GameId, Side};

use crate::knowledge;
use crate::spoken::{Ending, Spoken, Unit, counted};

impl Spoken for Position {
    type Knowledge = knowledge::Checkers;
    const ID: GameId = GameId::Checkers;
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
        let (start, rest) = positions.split_first()?;
        let mut history = History::new(start, DrawRule::Prompt);
        let mut end = None;
        for (&mv, after) in moves.iter().zip(rest) {
            end = history.push(mv, after);
        }
        if let Some(end) = end {
            let named =
                [Side::First, Side::Second].into_iter().fold(end.to_string(), |how, side| {
                    how.replace(Position::side_name(side), Position::title(side))
                });
            return Some(Ending { outcome: end.outcome(), how: named });
        }
        // A start without a move.
        let outcome = positions.last()?.outcome()?;
        let loser = Position::title(positions.last()?.to_move());
        Some(Ending { outcome, how: format!("{loser} cannot move, and has lost") })
    }
}
