use serde::{Deserialize, Serialize};

use crate::{Outcome, Side};

/// How the rules ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Over {
    /// Who won.
    pub outcome: Outcome,
    /// Why there is no more to play.
    pub cause: Cause,
}

impl Over {
    /// A win of that side.
    pub const fn won(side: Side, cause: Cause) -> Over {
        Over { outcome: Outcome::Win(side), cause }
    }

    /// A draw.
    pub const fn drawn(cause: Cause) -> Over {
        Over { outcome: Outcome::Draw, cause }
    }
}

/// Why a game is over by its rules, in words that many games share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// One side has no piece left.
    NoPieces,
    /// The side to move has pieces, but no move.
    NoMoves,
    /// The same board again, as often as the rules allow.
    Repetition,
    /// Too many turns in a row that could be taken back.
    QuietTurns,
    /// No free place is left.
    BoardFull,
    /// A row of pits is empty.
    RowEmpty,
    /// Both sides have passed, one after the other.
    BothPassed,
    /// A side has reached the aim of the game.
    Goal,
}

/// When a referee notices a draw that depends on earlier positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DrawRule {
    /// Right after the turn that makes it so.
    #[default]
    Prompt,
    /// One turn later, as one source's referee did.
    Late,
}
