//! Where the games of a tournament are kept: one SQLite file.
//!
//! What must never happen is that a finished game is lost or counted twice, whenever the power goes.
//! So every game is one transaction under the key that its schedule gave it, and the file is written
//! ahead of (`journal_mode = WAL`) with `synchronous = FULL`: a commit returns when the disk has it.
//! With `NORMAL`, which many recommend for WAL, the last games would be lost with the power. WAL also
//! lets others read while games are added.

mod error;
mod facts;
mod games;
mod lock;
mod schema;
#[cfg(test)]
mod tests;
mod writer;

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use plyglot_core::{Outcome, Side};
use plyglot_kit::any::Games;
use rusqlite::{Connection, OpenFlags, Row};

use super::{LiveGame, Tournament, TournamentSettings, live};
use crate::record::GameRecord;
use crate::schedule::{GameKey, Results, ScheduledGame};

pub use error::StoreError;
pub use facts::GameFacts;
pub use games::{ListedGame, Selection};
pub use writer::Writer;

use lock::Lock;
use schema::StoreState;

/// The games of a tournament, for reading; also while another process adds to them.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    games: Games,
    /// Whether it has columns for what reports count.
    has_facts: bool,
}

/// No database has a smaller page, in bytes.
const SHORTEST: u64 = 512;
/// How long to wait for another process that is in the middle of something.
const PATIENCE: Duration = Duration::from_secs(10);

impl Store {
    /// Opens a store that is there, without changing it. Its game is one of these.
    ///
    /// # Errors
    /// If there is none, or it is something else.
    pub fn open(path: &Path, games: Games) -> Result<Store, StoreError> {
        if !path.exists() {
            return Err(StoreError::Missing);
        }
        let store = Store::connect(path, games, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        match schema::state(&store.connection)? {
            StoreState::Empty => Err(StoreError::Missing),
            StoreState::Ours => Ok(store),
            StoreState::Older => Ok(Store { has_facts: false, ..store }),
        }
    }

    fn connect(path: &Path, games: Games, flags: OpenFlags) -> Result<Store, StoreError> {
        // SQLite takes what is too short for a database for an empty one, and would write over it. The
        // file must not be opened to look: closing it again would end SQLite's locks on it.
        if fs::metadata(path).is_ok_and(|found| (1..SHORTEST).contains(&found.len())) {
            return Err(StoreError::Foreign);
        }
        let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(PATIENCE)?;
        Ok(Store { connection, path: path.to_owned(), games, has_facts: true })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The tournament whose games these are.
    ///
    /// # Errors
    /// If it cannot be read, or makes no sense.
    pub fn tournament(&self) -> Result<Tournament, StoreError> {
        Tournament::new(self.settings()?, self.games)
            .map_err(|error| StoreError::Damaged(format!("its settings: {error}")))
    }

    fn settings(&self) -> Result<TournamentSettings, StoreError> {
        let text: String =
            self.connection.query_row("SELECT settings FROM tournament", (), |row| row.get(0))?;
        serde_json::from_str(&text)
            .map_err(|error| StoreError::Damaged(format!("its settings: {error}")))
    }

    /// Why it has ended before all games were played, if it has.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn decided(&self) -> Result<Option<String>, StoreError> {
        let decided = "SELECT decided FROM tournament";
        Ok(self.connection.query_row(decided, (), |row| row.get(0))?)
    }

    /// Whether a process adds games to it.
    pub fn is_being_played(&self) -> bool {
        Lock::is_taken(&self.path)
    }

    /// The games that are being played just now, as far as they have come.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn live(&self) -> Result<Vec<LiveGame>, StoreError> {
        // Without a player, what is there was left by one who was killed.
        if !self.is_being_played() {
            return Ok(Vec::new());
        }
        let mut under_way = Vec::new();
        for game in live::read(&self.path) {
            if !self.has(game.key)? {
                under_way.push(game);
            }
        }
        Ok(under_way)
    }

    /// How the games ended that are there.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn results(&self) -> Result<Results, StoreError> {
        let mut results = self.tournament()?.no_results();
        self.for_each_facts(|game, facts| {
            results.insert(game.key, facts.result);
        })?;
        Ok(results)
    }

    /// What reports count of each game, in the order of their keys. Of a store of this version, records
    /// are not read for it.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn for_each_facts(
        &self,
        mut each: impl FnMut(&ScheduledGame, &GameFacts),
    ) -> Result<(), StoreError> {
        if !self.has_facts {
            return self.for_each(|game, record| {
                each(game, &GameFacts::of(record));
                Ok(())
            });
        }
        let mut select = self.connection.prepare_cached(&format!(
            "SELECT round, board, number, first, second, opening, {} FROM games \
             ORDER BY round, board, number",
            facts::COLUMNS
        ))?;
        let mut rows = select.query(())?;
        while let Some(row) = rows.next()? {
            let (game, facts) = GameFacts::read(row)?;
            each(&game, &facts);
        }
        Ok(())
    }

    /// The games themselves, in the order of their keys, one after the other: together they may not
    /// fit into memory.
    ///
    /// # Errors
    /// If they cannot be read, or `each` fails.
    pub fn for_each<E: From<StoreError>>(
        &self,
        mut each: impl FnMut(&ScheduledGame, &GameRecord) -> Result<(), E>,
    ) -> Result<(), E> {
        self.for_each_until(|game, record| each(game, record).map(ControlFlow::Continue))
    }

    /// The same, until `each` has enough.
    ///
    /// # Errors
    /// If they cannot be read, or `each` fails.
    pub fn for_each_until<E: From<StoreError>>(
        &self,
        mut each: impl FnMut(&ScheduledGame, &GameRecord) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let mut select = self.select_games().map_err(E::from)?;
        let mut rows = select.query(()).map_err(|error| E::from(error.into()))?;
        while let Some(row) = rows.next().map_err(|error| E::from(error.into()))? {
            let (game, record) = game_and_record(row).map_err(E::from)?;
            if each(&game, &record)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    fn select_games(&self) -> Result<rusqlite::Statement<'_>, StoreError> {
        Ok(self.connection.prepare(
            "SELECT round, board, number, first, second, opening, record FROM games \
             ORDER BY round, board, number",
        )?)
    }
}

fn key(row: &Row<'_>) -> rusqlite::Result<GameKey> {
    Ok(GameKey { round: row.get(0)?, table: row.get(1)?, number: row.get(2)? })
}

fn game(row: &Row<'_>) -> rusqlite::Result<ScheduledGame> {
    let opening = row.get::<_, i64>(5)?.cast_unsigned();
    let player = |column| row.get::<_, u32>(column).map(|number| number as usize);
    Ok(ScheduledGame { key: key(row)?, first: player(3)?, second: player(4)?, opening })
}

fn game_and_record(row: &Row<'_>) -> Result<(ScheduledGame, GameRecord), StoreError> {
    let game = game(row)?;
    let text: String = row.get(6)?;
    let record = serde_json::from_str(&text).map_err(|error| {
        let GameKey { round, table, number } = game.key;
        StoreError::Damaged(format!("game {number} of table {table} in round {round}: {error}"))
    })?;
    Ok((game, record))
}

/// As the column `winner` has it; NULL is a draw.
fn outcome(winner: Option<u8>) -> Outcome {
    match winner {
        None => Outcome::Draw,
        Some(0) => Outcome::Win(Side::First),
        Some(_) => Outcome::Win(Side::Second),
    }
}
