use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};

use super::game;
use crate::failure::{Failure, JsonBody};
use crate::server::Shared;

/// A new game, of this size.
#[derive(Deserialize)]
pub struct StartRequest {
    game: String,
    /// Decides what the rules leave to chance.
    #[serde(default)]
    seed: u64,
    /// The sizes of its board, by the names that the catalogue gives.
    #[serde(flatten)]
    sizes: BTreeMap<String, Option<usize>>,
}

#[derive(Serialize)]
pub struct StartedGame {
    game: &'static str,
    position: String,
}

pub async fn start(
    State(shared): State<Shared>,
    JsonBody(wanted): JsonBody<StartRequest>,
) -> Result<Json<StartedGame>, Failure> {
    let game = game(shared.games, &wanted.game)?;
    let sizes = wanted.sizes.iter().filter_map(|(name, size)| Some((name.as_str(), (*size)?)));
    let line = game.start(&sizes.collect::<Vec<_>>(), wanted.seed);
    let position = line.map_err(|error| Failure::bad(error.to_string()))?.position();
    Ok(Json(StartedGame { game: game.name(), position }))
}
