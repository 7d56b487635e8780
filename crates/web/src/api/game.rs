use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};

use plyglot_core::Outcome;
use plyglot_games::with_position;
use plyglot_kit::{Record, wording::Spoken};

use super::{Line, mover, texts};
use crate::failure::{Asked, Failure};
use crate::server::Shared;

/// A game, and how much of it the page knows already.
#[derive(Deserialize)]
pub struct Wanted {
    #[serde(flatten)]
    line: Line,
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
}

#[derive(Serialize)]
struct Possible {
    #[serde(rename = "move")]
    mv: String,
    effects: Vec<String>,
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
    let start = wanted.line.start(&shared.limits)?;
    with_position!(&start, start => {
        let record = wanted.line.replay(start)?;
        Ok(Json(stand(&record, wanted.since)))
    })
}

fn stand<G: Spoken>(record: &Record<G>, since: usize) -> Stand {
    let position = record.position();
    let steps = record.positions().windows(2).zip(record.moves()).skip(since);
    let played = steps.filter_map(|(pair, &mv)| {
        let [before, after] = pair else { return None };
        Some(Played {
            mv: mv.to_string(),
            side: mover(before),
            effects: before.effects(mv, after),
            position: after.to_string(),
        })
    });
    let played = played.collect();
    let ending = record.ending();
    let moves = if ending.is_some() { Vec::new() } else { position.moves() };
    let legal = texts(&moves).into_iter().zip(&moves).map(|(text, &mv)| Possible {
        mv: text,
        effects: position.effects(mv, &position.after(mv)),
    });
    Stand {
        game: G::ID.name(),
        played,
        position: position.to_string(),
        to_move: mover(position),
        legal: legal.collect(),
        is_automatic: matches!(moves[..], [only] if G::is_automatic(only)),
        tally: position.tally(),
        notice: if moves.is_empty() { None } else { position.notice() },
        ending: ending.map(|ending| Ending {
            winner: match ending.outcome {
                Outcome::Win(side) => Some(side as usize),
                Outcome::Draw => None,
            },
            how: ending.how,
        }),
    }
}
