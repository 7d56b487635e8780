use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use plyglot_core::{text, text::TextError};

/// The games by name. A new game is one line in each of these lists; the compiler finds the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameId {
    /// [`crate::star_circle`].
    StarCircle,
    /// [`crate::checkers`].
    Checkers,
    /// [`crate::stake_raid`].
    StakeRaid,
    /// [`crate::mancala`].
    Mancala,
    /// [`crate::capture_go`].
    CaptureGo,
}

impl GameId {
    /// All games.
    pub const ALL: [GameId; 5] = [
        GameId::StarCircle,
        GameId::Checkers,
        GameId::StakeRaid,
        GameId::Mancala,
        GameId::CaptureGo,
    ];

    /// As written on the command line and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            GameId::StarCircle => "star-circle",
            GameId::Checkers => "checkers",
            GameId::StakeRaid => "stake-raid",
            GameId::Mancala => "mancala",
            GameId::CaptureGo => "capture-go",
        }
    }

    /// As written in a sentence.
    pub const fn title(self) -> &'static str {
        match self {
            GameId::StarCircle => "Star and Circle",
            GameId::Checkers => "American checkers",
            GameId::StakeRaid => "Stake and Raid",
            GameId::Mancala => "Mancala",
            GameId::CaptureGo => "Capture Go",
        }
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for GameId {
    type Err = TextError;

    fn from_str(name: &str) -> Result<GameId, TextError> {
        text::whole(name).one_of(&GameId::ALL.map(|game| (game.name(), game)))
    }
}
