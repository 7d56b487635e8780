//! Tournaments: a file that describes one, a store that survives anything, and reports.

mod file;
mod html;
mod report;
mod settings;
mod store;
#[cfg(test)]
mod testing;

pub use file::Plan;
pub use html::html;
pub use report::{EndingCount, Meeting, Report, Row, SlowTurn, csv};
pub use settings::{Entrant, Settings, SettingsError, Tournament};
pub use store::{Store, StoreError, Writer};
