//! Positions as the assignments' `input.txt`.

use serde::{Deserialize, Serialize};

use plyglot_kit::any::GameRef;
use plyglot_search::textbook::Algorithm;

use super::PlayedGame;
use crate::request::Asked;
use crate::{Answer, Failure, Reply, Workbench};

/// A text to read: an `input.txt`, or a position alone.
#[derive(Deserialize)]
struct ReadInputRequest {
    /// The game, where the content should not decide.
    game: Option<String>,
    text: String,
}

/// What it says.
#[derive(Serialize)]
struct Meaning {
    game: &'static str,
    position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    algorithm: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
}

pub fn read(workbench: &Workbench, asked: &Asked<'_>) -> Result<Reply, Failure> {
    let wanted: ReadInputRequest = asked.json()?;
    let (games, text) = (workbench.games, wanted.text.as_str());
    let named = wanted.game.as_deref().map(|name| workbench.game(name)).transpose()?;
    let (line, search) = match (games.read_task(text, named), named) {
        (Ok((_, task)), _) => (task.line(), task.goal().search()),
        (Err(_), Some(game)) => (game.read_line(text)?, None),
        (Err(error), None) => {
            // A position alone does not name its game: it is the one that can read it.
            let read = |game: GameRef| game.read_position(text).ok();
            (games.iter().find_map(read).ok_or(error)?, None)
        }
    };
    Ok(Reply::Now(Answer::json(&Meaning {
        game: line.about().name,
        position: line.position(),
        algorithm: search.map(|(algorithm, _)| name(algorithm)),
        depth: search.map(|(_, depth)| depth),
    })))
}

/// A game, and how its last position is to be searched.
#[derive(Deserialize)]
struct WriteInputRequest {
    #[serde(flatten)]
    told: PlayedGame,
    #[serde(default = "alpha_beta")]
    algorithm: String,
    #[serde(default = "four")]
    depth: u32,
}

fn alpha_beta() -> String {
    name(Algorithm::AlphaBeta).to_owned()
}

fn four() -> u32 {
    4
}

/// An `input.txt`.
#[derive(Serialize)]
struct Input {
    input: String,
}

pub fn write(workbench: &Workbench, asked: &Asked<'_>) -> Result<Reply, Failure> {
    let wanted: WriteInputRequest = asked.json()?;
    let line = wanted.told.line(workbench)?;
    let task = workbench
        .game(line.about().name)?
        .to_search(&*line, algorithm(&wanted.algorithm)?, wanted.depth)
        .map_err(|error| Failure::bad(format!("no input can have this: {}", error.message)))?;
    Ok(Reply::Now(Answer::json(&Input { input: task.to_string() })))
}

/// As the API writes it.
pub fn name(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::Minimax => "minimax",
        Algorithm::AlphaBeta => "alpha-beta",
    }
}

/// A search by its name.
pub fn algorithm(text: &str) -> Result<Algorithm, Failure> {
    let both = [Algorithm::Minimax, Algorithm::AlphaBeta];
    both.into_iter().find(|&algorithm| name(algorithm) == text).ok_or_else(|| {
        Failure::bad(format!("algorithm: expected minimax or alpha-beta, found {text:?}"))
    })
}
