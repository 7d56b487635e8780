use serde::{Deserialize, Serialize};

use plyglot_core::Outcome;
use plyglot_core::picture::Picture;
use plyglot_kit::any::{AnyLine, LegalMove, PlayedMove};

use super::PlayedGame;
use crate::request::Asked;
use crate::{Answer, Failure, Reply, Workbench};

/// A game, and how much of it the page knows already.
#[derive(Deserialize)]
struct GameRequest {
    #[serde(flatten)]
    told: PlayedGame,
    /// Tell what happened from this move on, counted from 0.
    #[serde(default)]
    since: usize,
}

/// How a game stands.
#[derive(Serialize)]
struct GameState {
    game: &'static str,
    /// What was played, from the move that was asked for.
    played: Vec<PlayedMove>,
    position: String,
    picture: Picture,
    /// The board before what was played, if anything was.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<Picture>,
    /// 0 or 1.
    to_move: usize,
    /// None if the game is over.
    legal: Vec<LegalMove>,
    /// Whether the only legal move is made for the player: a pass.
    is_automatic: bool,
    tally: [i64; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    notice: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<GameEnding>,
}

#[derive(Serialize)]
struct GameEnding {
    /// 0 or 1; none in a draw.
    winner: Option<usize>,
    how: String,
}

pub fn show(workbench: &Workbench, asked: &Asked<'_>) -> Result<Reply, Failure> {
    let wanted: GameRequest = asked.json()?;
    let line = wanted.told.line(workbench)?;
    Ok(Reply::Now(Answer::json(&stand(&*line, wanted.since))))
}

fn stand(line: &dyn AnyLine, since: usize) -> GameState {
    let plies = line.plies();
    let ending = line.ending();
    let legal = if ending.is_some() { Vec::new() } else { line.choices() };
    GameState {
        game: line.about().name,
        played: (since..plies).filter_map(|ply| line.step_at(ply)).collect(),
        position: line.position(),
        picture: line.picture_at(plies),
        before: (since < plies).then(|| line.picture_at(since)),
        to_move: line.to_move() as usize,
        is_automatic: !legal.is_empty() && line.is_automatic(),
        tally: line.tally(),
        notice: if legal.is_empty() { None } else { line.notice() },
        legal,
        ending: ending.map(|ending| GameEnding {
            winner: match ending.outcome {
                Outcome::Win(side) => Some(side as usize),
                Outcome::Draw => None,
            },
            how: ending.how,
        }),
    }
}
