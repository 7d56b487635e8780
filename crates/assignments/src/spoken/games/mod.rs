//! What each game adds.

mod capture_go;
mod checkers;
mod mancala;
mod stake_raid;
mod star_circle;
