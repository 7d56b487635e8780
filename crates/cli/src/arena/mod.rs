//! Commands for programs that play against each other.

pub mod matches;
pub mod options;
pub mod replay;
mod scoreboard;
