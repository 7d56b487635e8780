use serde::{Deserialize, Serialize};

use plyglot_core::picture::Picture;
use plyglot_kit::Stroke;

use crate::request::Asked;
use crate::{Answer, Failure, Reply, Workbench};

/// A position, and how it is painted over.
#[derive(Deserialize)]
struct SetUpRequest {
    game: String,
    position: String,
    strokes: Vec<Stroke>,
}

/// What comes out, which need not be a position that can be played from.
#[derive(Serialize)]
struct Painted {
    position: String,
    picture: Picture,
}

/// More strokes than a person would make.
const MOST_STROKES: usize = 10_000;

pub fn set_up(workbench: &Workbench, asked: &Asked<'_>) -> Result<Reply, Failure> {
    let wanted: SetUpRequest = asked.json()?;
    if wanted.strokes.len() > MOST_STROKES {
        return Err(Failure::too_much(format!("more than {MOST_STROKES} strokes")));
    }
    let line = workbench.game(&wanted.game)?.read_line(&wanted.position)?;
    let painted = line.painted(&wanted.strokes);
    let painted = Painted { position: painted.position(), picture: painted.picture_at(0) };
    Ok(Reply::Now(Answer::json(&painted)))
}
