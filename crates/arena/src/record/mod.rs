//! A game that was played, turn by turn: what a store keeps, and what people can read and replay.

pub mod pdn;
mod score;
pub mod text;

use std::time::Duration;

use plyglot_core::Side;
use plyglot_games::GameId;
use plyglot_sandbox::Layers;
use serde::{Deserialize, Serialize};

use crate::referee::Ending;

pub use score::Score;

/// A whole game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Which game.
    pub game: GameId,
    /// The names of the sides' agents, the first side's first.
    pub players: [String; 2],
    /// The position before the first move, as text.
    pub start: String,
    /// The moves of the opening, which nobody chose.
    pub opening: Vec<String>,
    /// What the agents played after it.
    pub turns: Vec<TurnRecord>,
    /// How it ended.
    pub ending: Ending,
    /// The layers of isolation around each side's agent; none around what is built in.
    pub layers: [Option<Layers>; 2],
    /// What the agent was given and what it left, where its fault ended the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
}

/// One turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TurnRecord {
    /// Whose it was.
    pub side: Side,
    /// Its moves: one, but for Mancala's extra moves.
    pub moves: Vec<String>,
    /// The CPU time that it took.
    pub cpu: Duration,
    /// The time by the wall clock.
    pub wall: Duration,
    /// What a lenient referee passed over, and processes that had to be killed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// What shows why an agent lost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// The `input.txt` that it was given.
    pub input: String,
    /// The answer that it left, if any; the beginning of a long one.
    pub answer: Option<String>,
    /// The beginning of its standard output.
    pub stdout: String,
    /// The end of its standard error.
    pub stderr: String,
    /// The CPU time of its last turn.
    pub cpu: Duration,
    /// The time by the wall clock.
    pub wall: Duration,
}

impl GameRecord {
    /// All moves, those of the opening first.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        let played = self.turns.iter().flat_map(|turn| &turn.moves);
        self.opening.iter().chain(played).map(String::as_str)
    }

    /// The CPU time that each side used.
    pub fn used(&self) -> [Duration; 2] {
        Side::BOTH.map(|side| {
            let turns = self.turns.iter().filter(|turn| turn.side == side);
            turns.map(|turn| turn.cpu).sum()
        })
    }
}
