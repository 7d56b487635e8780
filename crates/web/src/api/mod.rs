//! What the page asks, as JSON; `docs/API.md` describes it.

mod contests;
mod game;
mod games;
mod gradings;
mod input;
mod set_up;
mod start;
mod think;
mod trees;

use axum::Router;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use serde::Deserialize;

use plyglot_core::text::TextError;
use plyglot_kit::any::{AnyLine, GameRef, Games};

use crate::ServerLimits;
use crate::failure::Failure;
use crate::server::Shared;

pub use gradings::page as graded_page;

pub fn router(shared: Shared) -> Router {
    Router::new()
        .route("/games", get(games::list))
        .route("/openapi.json", get(openapi))
        .route("/start", post(start::start))
        .route("/position", post(input::read))
        .route("/set-up", post(set_up::set_up))
        .route("/input", post(input::write))
        .route("/game", post(game::show))
        .route("/think", post(think::think))
        .route("/trees", post(trees::search))
        .route("/trees/{id}/nodes", get(trees::nodes))
        .route("/trees/{id}/steps/{step}", get(trees::step))
        .route("/contests", get(contests::list))
        .route("/contests/{id}", get(contests::one))
        .route("/contests/{id}/live", get(contests::live))
        .route("/contests/{id}/games", get(contests::games))
        .route("/contests/{id}/games/{key}", get(contests::game))
        .route("/gradings/{id}", get(gradings::one))
        .route("/gradings/{id}/students/{number}", get(gradings::student))
        .fallback(async || Failure::missing("there is nothing at this address"))
        .method_not_allowed_fallback(async || Failure::wrong_method())
        .with_state(shared)
}

async fn openapi() -> impl IntoResponse {
    let description = include_str!("../../openapi.json");
    ([(header::CONTENT_TYPE, "application/json")], description)
}

/// A game as the page knows it: where it began, and what was played.
#[derive(Debug, Deserialize)]
pub struct PlayedGame {
    game: String,
    /// The text of a position, or an `input.txt`.
    position: String,
    #[serde(default)]
    moves: Vec<String>,
}

impl PlayedGame {
    /// Plays all moves, each checked by the rules.
    fn line(&self, shared: &Shared) -> Result<Box<dyn AnyLine>, Failure> {
        let limits: &ServerLimits = &shared.limits;
        if self.moves.len() > limits.moves {
            return Err(Failure::too_much(format!("more than {} moves", limits.moves)));
        }
        let mut line = game(shared.games, &self.game)?.read_line(&self.position)?;
        for (number, mv) in (1..).zip(&self.moves) {
            line.play(mv).map_err(|error| Failure::bad(format!("move {number}: {error}")))?;
        }
        Ok(line)
    }
}

/// A game by its name.
fn game(games: Games, name: &str) -> Result<GameRef, Failure> {
    games.find(name).map_err(|error: TextError| Failure::bad(format!("game: {}", error.message)))
}
