//! A game behind one door: what commands, arena, grader and page ask of any game, without knowing
//! its types. Inside, everything is compiled for the game; outside, moves and positions are texts.

mod about;
mod games;
mod kept;
mod kit;
mod line;
mod moves;
mod player;
mod task;

pub use about::{About, FileFacts, Scale, SideNames};
pub use games::{GameRef, Games};
pub use kept::KeptMoves;
pub use kit::{GameKit, kit};
pub use line::{AnyLine, MoveError};
pub use moves::{LegalMove, PlayedMove};
pub use player::{AnyPlayer, Pondered};
pub use task::AnyTask;

/// Contests, measurements and files of whole games are nothing for a browser. Behind this door they
/// would be compiled all the same, and without them its module is a good deal smaller.
const IN_BROWSER: bool = cfg!(target_family = "wasm");
