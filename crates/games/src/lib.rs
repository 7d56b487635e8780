//! The games, one folder each, with everything that is particular to them: rules, knowledge for the
//! engine, files, words, short cuts.
//!
//! A folder's head lists the rule choices by number, and its `RULES.md` explains them. [`GAMES`] is
//! the one list of all.
//!
//! ```
//! use plyglot_games::GAMES;
//! use plyglot_kit::{InMemory, Options};
//!
//! let input = "3\nMINIMAX\nO\n2\n1 8 23\n5 42 12\n26 30 9\nX..\n...\n...\n";
//! let (game, task) = GAMES.read_task(input, None).unwrap();
//! let mut files = InMemory::default();
//! task.solve(&Options::default(), &mut files).unwrap();
//! assert_eq!(game.title(), "Stake and Raid");
//! assert_eq!(files.text("output.txt"), Some("B3 Stake\nX..\n...\n.O.\n"));
//! ```

mod registry;

pub mod capture_go;
pub mod checkers;
pub mod mancala;
pub mod stake_raid;
pub mod star_circle;

pub use registry::GAMES;
