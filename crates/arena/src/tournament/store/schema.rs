use rusqlite::Connection;

use super::{GameFacts, StoreError};
use crate::record::GameRecord;

/// "Plyg" in ASCII: tells our files from others that SQLite made.
const APPLICATION: i32 = 0x506c_7967;
/// Rises when a table changes its meaning.
const VERSION: i32 = 4;
/// Has no columns for what reports count of a game.
const WITHOUT_FACTS: i32 = 3;
/// The oldest that can be read. It knows nothing of the agents' programs either.
const OLDEST: i32 = 2;

/// `board` is the table of the round; "table" is a word of SQL. Counts are from 0, players by their
/// number in `agents`, `winner` is 0 for the first side and 1 for the second, and NULL for a draw.
/// `record` has everything as JSON, and the other columns are for queries in SQL; those from `margin` on
/// are what reports count (`facts.rs`). `decided` says
/// why the games that are missing will not be played. `digest` is of an agent's program as it was
/// when it last played, and `interpreter` what that was run by.
const TABLES: &str = "
    DROP TABLE IF EXISTS games;
    DROP TABLE IF EXISTS agents;
    DROP TABLE IF EXISTS tournament;
    CREATE TABLE tournament (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        settings TEXT NOT NULL,
        decided TEXT
    ) STRICT;
    CREATE TABLE agents (
        player INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        digest TEXT,
        interpreter TEXT
    ) STRICT;
    CREATE TABLE games (
        round INTEGER NOT NULL,
        board INTEGER NOT NULL,
        number INTEGER NOT NULL,
        first INTEGER NOT NULL REFERENCES agents,
        second INTEGER NOT NULL REFERENCES agents,
        opening INTEGER NOT NULL,
        winner INTEGER CHECK (winner IN (0, 1)),
        ending TEXT NOT NULL,
        sentence TEXT NOT NULL,
        record TEXT NOT NULL,
        margin INTEGER,
        faults INTEGER NOT NULL DEFAULT 0,
        turns_first INTEGER NOT NULL DEFAULT 0,
        turns_second INTEGER NOT NULL DEFAULT 0,
        cpu_first INTEGER NOT NULL DEFAULT 0,
        cpu_second INTEGER NOT NULL DEFAULT 0,
        slowest_first INTEGER NOT NULL DEFAULT 0,
        slowest_second INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (round, board, number)
    ) STRICT;
";

/// All but the records, in the order of the keys: whoever counts reads this and not the games, which are a
/// hundred times as long.
const INDEX: &str = "
    CREATE INDEX facts ON games (round, board, number, first, second, opening, winner, margin, ending,
        faults, turns_first, turns_second, cpu_first, cpu_second, slowest_first, slowest_second);
";

/// What stores of earlier versions lack.
const FACTS: &str = "
    ALTER TABLE games ADD COLUMN margin INTEGER;
    ALTER TABLE games ADD COLUMN faults INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE games ADD COLUMN turns_first INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE games ADD COLUMN turns_second INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE games ADD COLUMN cpu_first INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE games ADD COLUMN cpu_second INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE games ADD COLUMN slowest_first INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE games ADD COLUMN slowest_second INTEGER NOT NULL DEFAULT 0;
";

/// What a file holds.
pub enum StoreState {
    /// Nothing yet.
    Empty,
    /// A store of this version.
    Ours,
    /// A store of an older version, which can be read as it is.
    Older,
}

/// Looks, and changes nothing.
pub fn state(connection: &Connection) -> Result<StoreState, StoreError> {
    let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let tables: u32 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", (), |row| row.get(0))?;
    match (number("application_id")?, number("user_version")?) {
        (0, 0) if tables == 0 => Ok(StoreState::Empty),
        (APPLICATION, VERSION) => Ok(StoreState::Ours),
        (APPLICATION, OLDEST | WITHOUT_FACTS) => Ok(StoreState::Older),
        (APPLICATION, found) => Err(StoreError::Version { found, known: VERSION }),
        _ => Err(StoreError::Foreign),
    }
}

/// Makes an older store one of this version; all of it or nothing.
pub fn renew(connection: &mut Connection) -> Result<(), StoreError> {
    let transaction = connection.transaction()?;
    let version: i32 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if version == OLDEST {
        transaction.execute_batch(
            "ALTER TABLE agents ADD COLUMN digest TEXT; \
             ALTER TABLE agents ADD COLUMN interpreter TEXT;",
        )?;
    }
    transaction.execute_batch(FACTS)?;
    {
        let mut select = transaction.prepare("SELECT rowid, record FROM games")?;
        let mut update = transaction.prepare(
            "UPDATE games SET margin = ?2, faults = ?3, turns_first = ?4, turns_second = ?5, \
             cpu_first = ?6, cpu_second = ?7, slowest_first = ?8, slowest_second = ?9 \
             WHERE rowid = ?1",
        )?;
        let mut rows = select.query(())?;
        while let Some(row) = rows.next()? {
            let (id, text): (i64, String) = (row.get(0)?, row.get(1)?);
            // A record that makes no sense is told of where it is read.
            let Ok(record) = serde_json::from_str::<GameRecord>(&text) else { continue };
            let (margin, faults, [a, b, c, d, e, f]) = GameFacts::of(&record).values();
            update.execute((id, margin, faults, a, b, c, d, e, f))?;
        }
    }
    transaction.execute_batch(INDEX)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    Ok(transaction.commit()?)
}

/// Makes the tables, in the place of those of a tournament without games, and fills in what does not
/// change; all of it or, if it is interrupted, nothing.
pub fn create(
    connection: &mut Connection,
    settings: &str,
    names: impl Iterator<Item = String>,
) -> Result<(), StoreError> {
    let transaction = connection.transaction()?;
    transaction.execute_batch(TABLES)?;
    transaction.execute_batch(INDEX)?;
    transaction.execute("INSERT INTO tournament (only, settings) VALUES (1, ?1)", [settings])?;
    for (player, name) in (0_u32..).zip(names) {
        let row = (player, name);
        transaction.execute("INSERT INTO agents (player, name) VALUES (?1, ?2)", row)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    Ok(transaction.commit()?)
}
