use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::request::Asked;
use crate::{Answer, Failure, Reply, Workbench};

/// A new game, of this size.
#[derive(Deserialize)]
struct StartRequest {
    game: String,
    /// Decides what the rules leave to chance.
    #[serde(default)]
    seed: u64,
    /// The sizes of its board, by the names that the catalogue gives.
    #[serde(flatten)]
    sizes: BTreeMap<String, Option<usize>>,
}

#[derive(Serialize)]
struct StartedGame {
    game: &'static str,
    position: String,
}

pub fn start(workbench: &Workbench, asked: &Asked<'_>) -> Result<Reply, Failure> {
    let wanted: StartRequest = asked.json()?;
    let game = workbench.game(&wanted.game)?;
    let sizes = wanted.sizes.iter().filter_map(|(name, size)| Some((name.as_str(), (*size)?)));
    let line = game.start(&sizes.collect::<Vec<_>>(), wanted.seed);
    let position = line.map_err(|error| Failure::bad(error.to_string()))?.position();
    Ok(Reply::Now(Answer::json(&StartedGame { game: game.name(), position })))
}
