//! Tournaments: a file that describes one, a store that survives anything, and reports.

mod file;
mod settings;

pub use file::Plan;
pub use settings::{Entrant, OpeningSuite, Settings, SettingsError, Tournament};
