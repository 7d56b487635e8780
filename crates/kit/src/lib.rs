//! What a game may add to its rules, and what it gets for it.

pub mod any;
pub mod competition;
pub mod grading;
pub mod openings;
pub mod tree;
pub mod wording;

pub mod agent;
pub mod algorithm_names;
mod assignment;
mod atomic_file;
mod calibration;
pub mod checksummed;
mod drawn;
mod files;
pub mod general;
pub mod goal;
mod input;
mod line;
mod options;
mod own_turn;
mod plain;
mod playable;
mod report;

pub mod text;

pub use algorithm_names::DEEPEST;
pub use assignment::{Assignment, Task};
pub use calibration::Calibration;
pub use drawn::Drawn;
pub use files::{Files, Folder, InMemory, LONGEST_NOTE};
pub use goal::Goal;
pub use input::{InputError, LARGEST_INPUT, read_text};
pub use line::{Line, Undone};
pub use options::Options;
pub use own_turn::OwnTurn;
pub use plain::Plain;
pub use playable::{Playable, Size, WrongSize};
pub use report::Report;
