//! Program against program: a referee for anybody's agents, matches and tournaments.

pub mod agent;
pub mod check;
pub mod contest;
pub mod record;
pub mod referee;
pub mod schedule;
pub mod stats;
pub mod tournament;
