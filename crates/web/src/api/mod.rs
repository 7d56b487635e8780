//! What the page asks, as JSON; `docs/API.md` describes it.

mod contests;
mod game;
mod games;
mod gradings;
mod input;
mod start;
mod think;
mod trees;

use axum::Router;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use serde::Deserialize;

use plyglot_core::Game;
use plyglot_core::text::TextError;
use plyglot_games::GameId;
use plyglot_games::{AnyPosition, with_position};
use plyglot_kit::{Record, wording::Spoken};

use crate::Limits;
use crate::failure::Failure;
use crate::server::Shared;

pub use gradings::page as graded_page;

pub fn router(shared: Shared) -> Router {
    Router::new()
        .route("/games", get(games::list))
        .route("/openapi.json", get(openapi))
        .route("/start", post(start::start))
        .route("/position", post(input::read))
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
    let description = include_str!("../../../../docs/openapi.json");
    ([(header::CONTENT_TYPE, "application/json")], description)
}

/// A game as the page knows it: where it began, and what was played.
#[derive(Debug, Deserialize)]
pub struct Line {
    game: String,
    /// The text of a position, or an `input.txt`.
    position: String,
    #[serde(default)]
    moves: Vec<String>,
}

impl Line {
    fn start(&self, limits: &Limits) -> Result<AnyPosition, Failure> {
        if self.moves.len() > limits.moves {
            return Err(Failure::too_much(format!("more than {} moves", limits.moves)));
        }
        Ok(AnyPosition::read(&self.position, game(&self.game)?)?)
    }

    /// The position after all moves.
    fn last(&self, limits: &Limits) -> Result<AnyPosition, Failure> {
        let start = self.start(limits)?;
        let text = with_position!(&start, start => self.replay(start)?.position().to_string());
        Ok(AnyPosition::of_text(&text, start.game())?)
    }

    /// Plays all moves, each checked by the rules.
    fn replay<G: Spoken>(&self, start: &G) -> Result<Record<G>, Failure> {
        let mut record = Record::new(start);
        for (number, text) in (1..).zip(&self.moves) {
            let in_move = |what: String| Failure::bad(format!("move {number}: {what}"));
            let mv: G::Move =
                text.parse().map_err(|error: TextError| in_move(error.message.clone()))?;
            record.try_play(mv).map_err(in_move)?;
        }
        Ok(record)
    }
}

/// A game by its name.
fn game(name: &str) -> Result<GameId, Failure> {
    name.parse().map_err(|error: TextError| Failure::bad(format!("game: {}", error.message)))
}

/// Moves as texts.
fn texts<M: ToString>(moves: &[M]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

/// The side to move, as 0 or 1.
fn mover<G: Game>(position: &G) -> usize {
    position.to_move() as usize
}
