//! Positions as the assignments' `input.txt`.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};

use plyglot_kit::any::GameRef;
use plyglot_search::textbook::Algorithm;

use super::{PlayedGame, game};
use crate::failure::{Failure, JsonBody};
use crate::server::Shared;

/// A text to read: an `input.txt`, or a position alone.
#[derive(Deserialize)]
pub struct ReadInputRequest {
    /// The game, where the content should not decide.
    game: Option<String>,
    text: String,
}

/// What it says.
#[derive(Serialize)]
pub struct Meaning {
    game: &'static str,
    position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    algorithm: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
}

pub async fn read(
    State(shared): State<Shared>,
    JsonBody(asked): JsonBody<ReadInputRequest>,
) -> Result<Json<Meaning>, Failure> {
    let named = asked.game.as_deref().map(|name| game(shared.games, name)).transpose()?;
    let (line, search) = match (shared.games.read_task(&asked.text, named), named) {
        (Ok((_, task)), _) => (task.line(), task.goal().search()),
        (Err(_), Some(game)) => (game.read_line(&asked.text)?, None),
        (Err(error), None) => {
            // A position alone does not name its game: it is the one that can read it.
            let read = |game: GameRef| game.read_position(&asked.text).ok();
            (shared.games.iter().find_map(read).ok_or(error)?, None)
        }
    };
    Ok(Json(Meaning {
        game: line.about().name,
        position: line.position(),
        algorithm: search.map(|(algorithm, _)| name(algorithm)),
        depth: search.map(|(_, depth)| depth),
    }))
}

/// A game, and how its last position is to be searched.
#[derive(Deserialize)]
pub struct WriteInputRequest {
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
pub struct Input {
    input: String,
}

pub async fn write(
    State(shared): State<Shared>,
    JsonBody(wanted): JsonBody<WriteInputRequest>,
) -> Result<Json<Input>, Failure> {
    let line = wanted.told.line(&shared)?;
    let game = game(shared.games, line.about().name)?;
    let task = game
        .to_search(&*line, algorithm(&wanted.algorithm)?, wanted.depth)
        .map_err(|error| Failure::bad(format!("no input can have this: {}", error.message)))?;
    Ok(Json(Input { input: task.to_string() }))
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
