//! A game that was played, turn by turn: what a store keeps, and what people can read and replay.

pub mod text;

use std::time::Duration;

use plyglot_core::Side;
use plyglot_core::text::TextError;
use plyglot_kit::any::Games;
use plyglot_kit::notation::ScoreSheet;
use plyglot_sandbox::Layers;
use serde::{Deserialize, Serialize};

use crate::agent::Interpreter;
use crate::referee::Ending;

/// A whole game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Which game, by its name.
    pub game: String,
    /// The names of the sides' agents, the first side's first.
    pub players: [String; 2],
    /// The position before the first move, as text.
    pub start: String,
    /// The moves of the opening, which neither agent chose.
    pub opening: Vec<String>,
    /// What the agents played after it.
    pub turns: Vec<TurnRecord>,
    /// How it ended.
    pub ending: Ending,
    /// The layers of isolation around each side's agent; none around what is built in.
    pub layers: [Option<Layers>; 2],
    /// Which programs played; none of what is built in, and of games that are older than this.
    #[serde(default, skip_serializing_if = "are_unknown")]
    pub programs: [Option<ProgramRecord>; 2],
    /// Where it was played; unknown of games that are older than this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// What the agent was given and what it left, where its fault ended the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
}

/// The program that played a side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramRecord {
    /// A number for its files and commands, before it was built.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// What it is run by; none if it runs by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interpreter: Option<Interpreter>,
    /// What it asked to read and was not granted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<String>,
}

/// Where a game was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The name of the machine.
    pub machine: String,
    /// The cores that the programs stayed on.
    pub cores: Vec<usize>,
}

fn are_unknown(programs: &[Option<ProgramRecord>; 2]) -> bool {
    programs.iter().all(Option::is_none)
}

/// One turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TurnRecord {
    /// Whose it was.
    pub side: Side,
    /// Its moves: one, unless a move gives another.
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

    /// The same on paper, played through by the rules.
    ///
    /// # Errors
    /// If there is no such game or position, or a move that the rules do not allow.
    pub fn score(&self, games: Games) -> Result<ScoreSheet, TextError> {
        let start = games.find(&self.game)?.read_position(&self.start)?;
        let line = start.after(self.moves());
        Ok(ScoreSheet {
            players: self.players.clone(),
            line: line.map_err(|error| TextError::new(1, 1, error.to_string()))?,
            outcome: Some(self.ending.result.outcome),
            ending: Some(self.ending.sentence.clone()),
        })
    }

    /// The CPU time that each side used.
    pub fn used(&self) -> [Duration; 2] {
        Side::BOTH.map(|side| {
            let turns = self.turns.iter().filter(|turn| turn.side == side);
            turns.map(|turn| turn.cpu).sum()
        })
    }
}
