use axum::Json;
use serde::{Deserialize, Serialize};

use plyglot_games::{Sizes, Start, with_position};

use super::game;
use crate::failure::{Asked, Failure};

/// A new game, of this size.
#[derive(Deserialize)]
pub struct Wanted {
    game: String,
    size: Option<usize>,
    pits: Option<usize>,
    stones: Option<u16>,
    /// Where chance comes from: the values of Stake and Raid.
    #[serde(default)]
    seed: u64,
}

#[derive(Serialize)]
pub struct Begun {
    game: &'static str,
    position: String,
}

pub async fn start(Asked(wanted): Asked<Wanted>) -> Result<Json<Begun>, Failure> {
    let game = game(&wanted.game)?;
    let Wanted { size, pits, stones, seed, .. } = wanted;
    let start = Start::new(game, &Sizes { size, pits, stones });
    let start = start.map_err(|error| Failure::bad(error.to_string()))?.position(seed);
    let position = with_position!(&start, position => position.to_string());
    Ok(Json(Begun { game: game.name(), position }))
}
