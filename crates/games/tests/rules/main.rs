//! One module a game: its rule choices by number, the laws of every game, known numbers, and one
//! whole game as a text file.

mod playthrough;
mod rule_docs;

mod capture_go;
mod checkers;
mod kept_moves;
mod mancala;
mod stake_raid;
mod star_circle;
