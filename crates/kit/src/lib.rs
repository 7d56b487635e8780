//! What a game may add to its rules, and what it gets for it.
//!
//! A game implements [`Game`](plyglot_core::Game) and these traits, each of which is about one thing.
//! All but the first two have a default for everything.
//!
//! | trait | what a game gives | what it gets |
//! |---|---|---|
//! | [`Playable`] | a name and a start | commands, tables, perft |
//! | [`Drawn`] | a picture of its board | terminal, page and reports |
//! | [`Competition`](competition::Competition) | what the engine knows, how programs answer, how games end | a strong engine, matches and tournaments |
//! | [`Spoken`](wording::Spoken) | units, effects of a move | sentences that fit the game |
//! | [`Assignment`] | its own files | exactness with a source, cases and grading |
//!
//! [`any`] is the door to all of it for code that does not know the game.
//!
//! ```
//! use plyglot_games::GAMES;
//!
//! let mut line = GAMES.find("mancala").unwrap().start(&[("pits", 3)], 0).unwrap();
//! line.play("B3").unwrap();
//! assert_eq!(line.effects_at(0), ["bringing home 1 stone"]);
//! assert_eq!(line.legal(), ["A2", "A3", "A4"]);
//! ```

pub mod agent;
pub mod algorithm_names;
pub mod analysis;
pub mod any;
mod assignment;
mod at_most;
mod atomic_file;
pub mod bench;
mod bounded;
mod calibration;
pub mod checksummed;
pub mod competition;
mod drawn;
mod files;
pub mod general;
pub mod goal;
pub mod grading;
mod input;
mod line;
pub mod measured;
pub mod notation;
pub mod openings;
mod options;
mod own_turn;
mod plain;
mod playable;
pub mod problems;
pub mod records;
mod report;
pub mod svg;
pub mod tables;
pub mod text;
pub mod tree;
pub mod wording;

pub use algorithm_names::DEEPEST;
pub use assignment::{Assignment, Task};
pub use at_most::AtMost;
pub use atomic_file::abandon_drafts;
pub use bounded::{Unsolved, solve_within};
pub use calibration::Calibration;
pub use drawn::{Brush, Does, Drawn, Stroke};
pub use files::{Files, Folder, InMemory, LONGEST_NOTE, Nowhere};
pub use goal::Goal;
pub use input::{InputError, LARGEST_INPUT, read_text};
pub use line::{Line, Undone};
pub use options::Options;
pub use own_turn::OwnTurn;
pub use plain::Plain;
pub use playable::{Playable, Size, WrongSize};
pub use report::Report;
