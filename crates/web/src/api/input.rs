//! Positions as the assignments' `input.txt`.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};

use plyglot_games::GameId;
use plyglot_games::{
    AnyPosition, Task, capture_go::files as capture_go, mancala::files as mancala,
    stake_raid::files as stake_raid, star_circle::files as star_circle, with_position,
};
use plyglot_kit::Mode;
use plyglot_search::textbook::Algorithm;

use super::{Line, game};
use crate::failure::{Asked, Failure};
use crate::server::Shared;

/// A text that somebody has: an `input.txt`, or a position alone.
#[derive(Deserialize)]
pub struct Text {
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

pub async fn read(Asked(asked): Asked<Text>) -> Result<Json<Meaning>, Failure> {
    let named = asked.game.as_deref().map(game).transpose()?;
    let task = Task::read(&asked.text, named);
    let (position, search) = match (task, named) {
        (Ok(task), _) => (AnyPosition::of(&task), search(&task)),
        (Err(_), Some(game)) => (AnyPosition::read(&asked.text, game)?, None),
        (Err(error), None) => {
            // A position alone does not say whose it is: it is the game that can read it.
            let read = |game: &GameId| AnyPosition::of_text(&asked.text, *game).ok();
            (GameId::ALL.iter().find_map(read).ok_or(error)?, None)
        }
    };
    Ok(Json(Meaning {
        game: position.game().name(),
        position: with_position!(&position, position => position.to_string()),
        algorithm: search.map(|(algorithm, _)| name(algorithm)),
        depth: search.map(|(_, depth)| depth),
    }))
}

/// The search that a task asks for, if it is one to be followed to the node.
fn search(task: &Task) -> Option<(Algorithm, u32)> {
    match task {
        Task::StarCircle(star_circle::Task { mode, .. })
        | Task::StakeRaid(stake_raid::Task { mode, .. }) => match *mode {
            Mode::Exact { algorithm, depth } => Some((algorithm, depth)),
            Mode::Competition { .. } => None,
        },
        Task::Mancala(task) => match task.goal {
            mancala::Goal::Greedy => Some((Algorithm::Minimax, 1)),
            mancala::Goal::Search { algorithm, depth } => Some((algorithm, depth)),
            mancala::Goal::Competition { .. } => None,
        },
        Task::CaptureGo(task) => match task.goal {
            capture_go::Goal::Compare { depth } => Some((Algorithm::AlphaBeta, depth)),
            capture_go::Goal::Competition { .. } => None,
        },
        Task::Checkers(_) => None,
    }
}

/// A game, and how its last position is to be searched.
#[derive(Deserialize)]
pub struct Wanted {
    #[serde(flatten)]
    line: Line,
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
    Asked(wanted): Asked<Wanted>,
) -> Result<Json<Input>, Failure> {
    let position = wanted.line.last(&shared.limits)?;
    let task = Task::about(&position, algorithm(&wanted.algorithm)?, wanted.depth)
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
