//! The games, one folder each, with everything that is particular to them.

pub mod capture_go;
pub mod checkers;
pub mod mancala;
pub mod stake_raid;
pub mod star_circle;
