//! Tournaments: a file that describes one, a store that survives anything, and reports.

mod file;
mod html;
mod live;
mod report;
mod settings;
mod store;
#[cfg(test)]
mod testing;

pub use file::Plan;
pub use html::html;
pub use live::LiveGame;
pub use report::{EndingCount, Meeting, Report, Row, SlowTurn, csv};
pub use settings::{Entrant, Settings, SettingsError, Tournament};
pub use store::{Listed, Selection, Store, StoreError, Writer};
