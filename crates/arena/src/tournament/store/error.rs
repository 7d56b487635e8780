use std::io;

use rusqlite::ErrorCode;

use crate::schedule::GameKey;

/// Why a store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is none.
    #[error("no tournament is stored here")]
    Missing,
    /// There is one already.
    #[error("a tournament is stored here already, with {games} games; --resume goes on with it")]
    Exists {
        /// How many games it holds.
        games: u32,
    },
    /// Something else has that name.
    #[error("this is not the store of a tournament")]
    Foreign,
    /// Another version of this program made it.
    #[error("this store has version {found}, and this program knows version {known}")]
    Version {
        /// What it has.
        found: i32,
        /// What we know.
        known: i32,
    },
    /// Only one process may add games.
    #[error("another process plays this tournament{}", process.map_or(String::new(), |id| format!(": {id}")))]
    Locked {
        /// Its number.
        process: Option<u32>,
    },
    /// The games that are stored were played by other rules.
    #[error("its games were played with other settings: {}", differences.join("; "))]
    Differs {
        /// Each setting that differs.
        differences: Vec<String>,
    },
    /// Programs are not those that played the games that are stored.
    #[error(
        "the program of {} has changed since its games were played; --accept-changes goes on, and \
         counts the games of both", agents.join(" and of ")
    )]
    Changed {
        /// The names of the agents.
        agents: Vec<String>,
    },
    /// The games that are stored are not those that the schedule has.
    #[error(
        "its games do not fit the schedule, which another version of this program may have made"
    )]
    Unscheduled,
    /// A game was to be added a second time.
    #[error("game {} of table {} in round {} is stored already", .0.number, .0.table, .0.round)]
    Twice(GameKey),
    /// There is no room.
    #[error(
        "the disk is full; all games up to now are kept, and --resume goes on when there is room"
    )]
    Full,
    /// The content makes no sense.
    #[error("damaged: {0}")]
    Damaged(String),
    /// The lock beside it cannot be made.
    #[error("its lock: {0}")]
    Lock(io::Error),
    /// Anything else that SQLite reports.
    #[error("{0}")]
    Database(rusqlite::Error),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => StoreError::Foreign,
            Some(ErrorCode::DiskFull) => StoreError::Full,
            Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged(error.to_string()),
            _ => StoreError::Database(error),
        }
    }
}
