//! Commands for programs that play against each other.

pub mod check;
pub mod matches;
pub mod notices;
pub mod options;
pub mod replay;
mod scoreboard;
