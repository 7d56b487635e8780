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
pub use report::{CrossTableCell, EndingCount, SlowTurn, StandingsRow, TournamentReport, csv};
pub use settings::{Entrant, SettingsError, Tournament, TournamentSettings};
pub use store::{GameFacts, ListedGame, Selection, Store, StoreError, Writer};
