use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};


use plyglot_core::Outcome;
use plyglot_core::picture::{Frame, Picture};
use plyglot_kit::any::AnyLine;

use super::Told;
use crate::failure::{Asked, Failure};
use crate::server::Shared;

/// A game, and how much of it the page knows already.
#[derive(Deserialize)]
pub struct Wanted {
    #[serde(flatten)]
    told: Told,
    /// Tell what happened from this move on, counted from 0.
    #[serde(default)]
    since: usize,
}

/// How a game stands.
#[derive(Serialize)]
pub struct Stand {
    game: &'static str,
    /// What was played, from the move that was asked for.
    played: Vec<Played>,
    position: String,
    picture: Picture,
    /// The side at the bottom of pictures.
    viewer: usize,
    /// 0 or 1.
    to_move: usize,
    /// None if the game is over.
    legal: Vec<Possible>,
    /// Whether the only legal move is one that nobody decides: a pass.
    is_automatic: bool,
    tally: [i64; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    notice: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<Ending>,
}

/// One move of the game.
#[derive(Serialize)]
struct Played {
    #[serde(rename = "move")]
    mv: String,
    side: usize,
    /// What it brought about beyond itself.
    effects: Vec<String>,
    /// The position after it.
    position: String,
    picture: Picture,
    /// The cells of its way.
    path: Vec<String>,
    /// How the board changes while it is made.
    frames: Vec<Frame>,
}

#[derive(Serialize)]
struct Possible {
    #[serde(rename = "move")]
    mv: String,
    effects: Vec<String>,
    /// The cells to be clicked for it.
    path: Vec<String>,
}

#[derive(Serialize)]
struct Ending {
    /// 0 or 1; nobody in a draw.
    winner: Option<usize>,
    how: String,
}

pub async fn show(
    State(shared): State<Shared>,
    Asked(wanted): Asked<Wanted>,
) -> Result<Json<Stand>, Failure> {
    let line = wanted.told.line(&shared)?;
    Ok(Json(stand(&*line, wanted.since)))
}

fn stand(line: &dyn AnyLine, since: usize) -> Stand {
    let moves = line.moves();
    let played = moves.into_iter().enumerate().skip(since).map(|(ply, mv)| Played {
        mv,
        side: line.to_move_at(ply) as usize,
        effects: line.effects_at(ply),
        position: line.position_at(ply + 1),
        picture: line.picture_at(ply + 1),
        path: line.path_at(ply),
        frames: line.frames_at(ply),
    });
    let played = played.collect();
    let ending = line.ending();
    let mut legal = Vec::new();
    if ending.is_none() {
        let parts = line.legal().into_iter().zip(line.effects()).zip(line.paths());
        legal.extend(parts.map(|((mv, effects), path)| Possible { mv, effects, path }));
    }
    Stand {
        game: line.about().name,
        played,
        position: line.position(),
        picture: line.picture_at(line.plies()),
        viewer: line.viewer() as usize,
        to_move: line.to_move() as usize,
        is_automatic: !legal.is_empty() && line.is_automatic(),
        tally: line.tally(),
        notice: if legal.is_empty() { None } else { line.notice() },
        legal,
        ending: ending.map(|ending| Ending {
            winner: match ending.outcome {
                Outcome::Win(side) => Some(side as usize),
                Outcome::Draw => None,
            },
            how: ending.how,
        }),
    }
}
