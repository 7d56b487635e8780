//! One module a game: known values and node counts, and every shortcut against the plain search.

mod alpha_beta;
mod analysis;
mod checkers_endings;
mod checkers_knowledge;
mod checkers_problems;
mod engine;
mod engine_conduct;

mod capture_go;
mod mancala;
mod openings;
mod solved;
mod stake_raid;
mod star_circle;
mod tree_steps;
mod verdict;
