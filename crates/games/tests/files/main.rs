//! One module a game: the examples of its source, its cases, and what it says about bad input.

mod bad_input;
mod cases;
mod competition;
mod public;
mod situations;
mod written;

mod capture_go;
mod checkers;
mod mancala;
mod stake_raid;
mod star_circle;
