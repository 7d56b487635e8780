use plyglot_games::checkers::{End, History};
use plyglot_games::{Outcome, Side};
use plyglot_search::engine::Knowledge;
use serde::{Deserialize, Serialize};

use super::Competition;

/// How the rules ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Over {
    /// Who won.
    pub outcome: Outcome,
    /// Why there is no more to play.
    pub cause: Cause,
}

/// Why a game is over by its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// One side has no piece left.
    NoPieces,
    /// The side to move has pieces, but no move.
    NoMoves,
    /// The same board for the third time.
    Repetition,
    /// Too many turns without a jump or a crowning.
    QuietTurns,
    /// There is no free place any more.
    BoardFull,
    /// A row of pits is empty.
    RowEmpty,
    /// Both sides have passed, one after the other.
    BothPassed,
}

impl Over {
    /// In words, with the names that the game has for its sides: `X wins by 12: the board is full`.
    pub fn sentence<G: Competition>(self, last: &G) -> String {
        let name = G::side_name;
        let margin = last.evaluate(Side::First).number().unwrap_or_default().abs();
        let because = match (self.cause, self.outcome) {
            // Nobody takes his own last piece.
            (Cause::NoPieces, _) => format!("{} has no piece left", name(last.to_move())),
            (Cause::NoMoves, Outcome::Win(winner)) => {
                format!("{} cannot move", name(winner.other()))
            }
            (Cause::NoMoves, Outcome::Draw) => "nobody can move".to_owned(),
            (Cause::Repetition, _) => "the same board for the third time".to_owned(),
            (Cause::QuietTurns, _) => {
                format!("{} turns without a jump or a crowning", History::MOST_QUIET_TURNS)
            }
            (Cause::BoardFull, _) => "the board is full".to_owned(),
            (Cause::RowEmpty, _) => "a row is empty".to_owned(),
            (Cause::BothPassed, _) => "both sides passed".to_owned(),
        };
        match self.outcome {
            Outcome::Draw => format!("draw: {because}"),
            Outcome::Win(winner) if !G::Knowledge::DECISIVE => {
                format!("{} wins by {margin}: {because}", name(winner))
            }
            Outcome::Win(winner) => format!("{} wins: {because}", name(winner)),
        }
    }
}

impl From<End> for Over {
    fn from(end: End) -> Over {
        let cause = match end {
            End::NoPieces(_) => Cause::NoPieces,
            End::NoMoves(_) => Cause::NoMoves,
            End::Repetition => Cause::Repetition,
            End::Quiet => Cause::QuietTurns,
        };
        Over { outcome: end.outcome(), cause }
    }
}
