//! The rules of five board games, and nothing else: no input or output, no search, no clock.
//!
//! Everything that looks ahead, referees or draws a board does so through [`Game`]. A game is one
//! folder here; its head lists the rule choices by number, and `docs/rules/` explains them.
//!
//! ```
//! use plyglot_games::{Game, star_circle::Position};
//!
//! let start = Position::start();
//! assert_eq!(start.moves().len(), 7);
//! let after = start.try_play("C1-D2".parse().unwrap()).unwrap();
//! assert_eq!(after.evaluate(start.to_move()).to_string(), "10");
//! ```

pub mod bits;
pub mod conformance;
mod game;
pub mod mix;
mod perft;
mod registry;
mod side;
pub mod text;
pub mod tree;
mod value;

pub mod capture_go;
pub mod checkers;
pub mod mancala;
pub mod stake_raid;
pub mod star_circle;

pub use game::{Game, IllegalMove, Outcome};
pub use perft::{Perft, divide, perft};
pub use registry::GameId;
pub use side::Side;
pub use value::Value;
