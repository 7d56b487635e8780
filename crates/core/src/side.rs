use serde::{Deserialize, Serialize};

/// One of the two players. Each game has its own names for them; `First` begins a full game (Star,
/// Black, X, player 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Star, Black, X, player 1.
    First,
    /// Circle, White, O, player 2.
    Second,
}

impl Side {
    /// Both, the first one first.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}
