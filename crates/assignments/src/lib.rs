//! How the outside speaks: five assignments' files, read into a task and answered to the byte.
//!
//! One module a source. Each reads its `input.txt` into a `Task` and solves that into named files;
//! [`Task`] is any of them, told apart by the content.
//!
//! ```
//! use plyglot_assignments::{InMemory, Options, Task};
//!
//! let input = "3\nMINIMAX\nO\n2\n1 8 23\n5 42 12\n26 30 9\nX..\n...\n...\n";
//! let mut files = InMemory::default();
//! Task::read(input, None).unwrap().solve(&Options::default(), &mut files).unwrap();
//! assert_eq!(files.text("output.txt"), Some("B3 Stake\nX..\n...\n.O.\n"));
//! ```

pub mod capture_go;
pub mod checkers;
pub mod competition;
pub mod mancala;
pub mod spoken;
pub mod stake_raid;
pub mod star_circle;

mod agent;
mod any_position;
mod calibration;
mod draft;
mod files;
mod input;
mod mode;
mod report;
mod sealed;
mod start;
mod task;
mod words;
mod written;

pub use any_position::AnyPosition;
pub use calibration::Calibration;
pub use files::{Files, Folder, InMemory, LONGEST_NOTE};
pub use input::{InputError, LARGEST_INPUT, read_text};
pub use mode::Mode;
pub use report::Report;
pub use start::{Sizes, Start, WrongSize};
pub use task::{Options, Task};
pub use words::DEEPEST;
