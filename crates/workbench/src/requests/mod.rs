//! What the page asks, as JSON; `docs/API.md` describes it.

pub mod explain;
pub mod game;
pub mod games;
pub mod input;
pub mod misread;
pub mod records;
pub mod set_up;
pub mod solve;
pub mod start;
pub mod think;
pub mod trees;

use serde::Deserialize;

use plyglot_kit::any::AnyLine;

use crate::{Failure, Limits, Workbench};

/// A game as the page knows it: where it began, and what was played.
#[derive(Debug, Deserialize)]
pub struct PlayedGame {
    game: String,
    /// The text of a position, or an `input.txt`.
    position: String,
    #[serde(default)]
    moves: Vec<String>,
}

impl PlayedGame {
    /// Plays all moves, each checked by the rules.
    fn line(&self, workbench: &Workbench) -> Result<Box<dyn AnyLine>, Failure> {
        let most = workbench.limits.moves;
        if self.moves.len() > most {
            return Err(Failure::too_much(format!("more than {most} moves")));
        }
        let mut line = workbench.game(&self.game)?.read_line(&self.position)?;
        for (number, mv) in (1..).zip(&self.moves) {
            line.play(mv).map_err(|error| Failure::bad(format!("move {number}: {error}")))?;
        }
        Ok(line)
    }
}

/// A search was given up.
fn too_long(limits: &Limits) -> Failure {
    let nodes = limits.solved;
    Failure::too_much(format!("this search visits more than {nodes} nodes: look less far ahead"))
}
