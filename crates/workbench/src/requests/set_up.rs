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
    /// Why it cannot be played from, if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

/// More strokes than a person would make.
const MOST_STROKES: usize = 10_000;

pub fn set_up(workbench: &Workbench, asked: &Asked<'_>) -> Result<Reply, Failure> {
    let wanted: SetUpRequest = asked.json()?;
    if wanted.strokes.len() > MOST_STROKES {
        return Err(Failure::too_much(format!("more than {MOST_STROKES} strokes")));
    }
    let game = workbench.game(&wanted.game)?;
    let painted = game.read_line(&wanted.position)?.painted(&wanted.strokes);
    let position = painted.position();
    let problem = match game.read_line(&position) {
        Ok(_) => painted.why_impossible(),
        Err(error) => Some(error.message),
    };
    let painted = Painted { position, picture: painted.picture_at(0), problem };
    Ok(Reply::Now(Answer::json(&painted)))
}
