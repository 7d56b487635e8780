//! How each game looks and is spoken of.

mod capture_go;
mod checkers;
mod mancala;
mod stake_raid;
mod star_circle;
