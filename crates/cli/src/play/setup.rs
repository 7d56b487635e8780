//! Who plays, and how.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use plyglot_core::Side;
use plyglot_core::text::{Span, TextError, whole};
use plyglot_search::opponents::Opponent;

/// Who decides for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SidePlayer {
    /// A person at the keyboard.
    Human,
    Machine(Opponent),
}

/// What a game needs besides its start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setup {
    pub seats: [SidePlayer; 2],
    /// Seeds the machine's random choices.
    pub seed: u64,
    /// CPU time of the full level for each move.
    pub seconds: f64,
}

impl Setup {
    /// The default time of the full level.
    pub const SECONDS: f64 = 2.0;
    /// The longest that a player can be made to wait.
    pub const MOST_SECONDS: f64 = 86_400.0;

    pub fn seat(&self, side: Side) -> SidePlayer {
        self.seats[side as usize]
    }

    pub fn is_human(&self, side: Side) -> bool {
        self.seat(side) == SidePlayer::Human
    }

    /// The side of the only person, if there is just one.
    pub fn only_human(&self) -> Option<Side> {
        match self.seats {
            [SidePlayer::Human, SidePlayer::Machine(_)] => Some(Side::First),
            [SidePlayer::Machine(_), SidePlayer::Human] => Some(Side::Second),
            _ => None,
        }
    }

    /// The machine that plays, if one does.
    pub fn machine(&self) -> Option<Opponent> {
        self.seats.into_iter().find_map(|seat| match seat {
            SidePlayer::Human => None,
            SidePlayer::Machine(opponent) => Some(opponent),
        })
    }

    pub fn time(&self) -> Duration {
        Duration::from_secs_f64(self.seconds)
    }
}

/// A time for thinking, in seconds.
pub fn read_seconds(span: Span<'_>) -> Result<f64, TextError> {
    let seconds = span.seconds("a time")?;
    if seconds > Setup::MOST_SECONDS {
        return Err(span.error(format!("a time is at most {} seconds", Setup::MOST_SECONDS)));
    }
    Ok(seconds)
}

impl fmt::Display for SidePlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SidePlayer::Human => f.pad("human"),
            SidePlayer::Machine(opponent) => opponent.fmt(f),
        }
    }
}

impl FromStr for SidePlayer {
    type Err = TextError;

    fn from_str(name: &str) -> Result<SidePlayer, TextError> {
        if name == "human" {
            return Ok(SidePlayer::Human);
        }
        name.parse().map(SidePlayer::Machine).map_err(|error: TextError| {
            whole(name).error(error.message.replacen("expected ", "expected human, ", 1))
        })
    }
}
