//! What the engine knows of each game beyond its rules.

mod capture_go;
pub mod checkers;
mod mancala;
mod stake_raid;
mod star_circle;

pub use capture_go::CaptureGo;
pub use checkers::Checkers;
pub use mancala::Mancala;
pub use stake_raid::StakeRaid;
pub use star_circle::StarCircle;

use plyglot_games::{Game, Value};

use crate::engine::Score;
use crate::engine::score::{MOST_ESTIMATE, from_points};

/// The rules' own evaluation for the side to move, as a score.
#[inline]
fn points<G: Game>(position: &G, point: Score) -> Score {
    match position.evaluate(position.to_move()) {
        Value::INFINITY => MOST_ESTIMATE,
        Value::NEG_INFINITY => -MOST_ESTIMATE,
        value => from_points(value.number().unwrap_or_default(), point),
    }
}
