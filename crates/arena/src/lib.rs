//! Program against program: a referee for anybody's agents, matches and tournaments.

pub mod openings;
pub mod process;
pub mod schedule;
pub mod stats;
