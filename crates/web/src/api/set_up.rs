use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};

use plyglot_core::picture::Picture;
use plyglot_kit::Stroke;

use super::game;
use crate::failure::{Failure, JsonBody};
use crate::server::Shared;

/// A position, and how it is painted over.
#[derive(Deserialize)]
pub struct SetUpRequest {
    game: String,
    position: String,
    strokes: Vec<Stroke>,
}

/// What comes out, which need not be a position that can be played from.
#[derive(Serialize)]
pub struct Painted {
    position: String,
    picture: Picture,
}

/// More strokes than a person would make.
const MOST_STROKES: usize = 10_000;

pub async fn set_up(
    State(shared): State<Shared>,
    JsonBody(wanted): JsonBody<SetUpRequest>,
) -> Result<Json<Painted>, Failure> {
    if wanted.strokes.len() > MOST_STROKES {
        return Err(Failure::too_much(format!("more than {MOST_STROKES} strokes")));
    }
    let line = game(shared.games, &wanted.game)?.read_line(&wanted.position)?;
    let painted = line.painted(&wanted.strokes);
    Ok(Json(Painted { position: painted.position(), picture: painted.picture_at(0) }))
}
