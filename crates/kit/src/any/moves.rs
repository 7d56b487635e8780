use std::collections::HashSet;

use plyglot_core::picture::Frame;
use serde::Serialize;

use crate::wording::Spoken;

/// A legal move, with all that a person needs to choose it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LegalMove {
    /// As the game writes it.
    #[serde(rename = "move")]
    pub mv: String,
    /// As the game's players write it elsewhere, if that is another way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usual: Option<String>,
    /// What it would bring about beyond itself.
    pub effects: Vec<String>,
    /// The cells to be clicked for it, by their names. Empty for a move without a place.
    pub path: Vec<String>,
    /// How the board would change, if the move takes several clicks: first a frame for each step of
    /// the path, so that part of the move can be on the board before all of it is chosen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<Frame>,
    /// Whether an earlier choice has the same path and the same result, so that there is no need to
    /// ask which one is meant.
    pub is_double: bool,
}

/// A move that was made, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayedMove {
    /// As the game writes it.
    #[serde(rename = "move")]
    pub mv: String,
    /// As the game's players write it elsewhere, if that is another way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usual: Option<String>,
    /// The side that made it: 0 or 1.
    pub side: usize,
    /// Whether it was made for the player: a pass.
    pub is_automatic: bool,
    /// What it brought about beyond itself.
    pub effects: Vec<String>,
    /// Its cells, by their names.
    pub path: Vec<String>,
    /// How the board changed, up to the picture after it.
    pub frames: Vec<Frame>,
    /// The position after it.
    pub position: String,
}

impl LegalMove {
    pub(super) fn all<G: Spoken>(position: &G) -> Vec<LegalMove> {
        let mut seen: HashSet<(Vec<String>, G)> = HashSet::new();
        let choice = |mv| {
            let (path, after) = (position.path(mv), position.after(mv));
            let frames = if path.len() > 1 { position.frames(mv, &after) } else { Vec::new() };
            let effects = position.effects(mv, &after);
            let is_double = !seen.insert((path.clone(), after));
            let usual = G::usual(mv);
            LegalMove { mv: mv.to_string(), usual, effects, path, frames, is_double }
        };
        position.moves().into_iter().map(choice).collect()
    }
}

impl PlayedMove {
    pub(super) fn of<G: Spoken>(before: &G, mv: G::Move, after: &G) -> PlayedMove {
        PlayedMove {
            mv: mv.to_string(),
            usual: G::usual(mv),
            side: before.to_move() as usize,
            is_automatic: G::is_automatic(mv),
            effects: before.effects(mv, after),
            path: before.path(mv),
            frames: before.frames(mv, after),
            position: after.to_string(),
        }
    }
}
