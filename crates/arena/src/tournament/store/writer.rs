use std::collections::HashMap;
use std::path::Path;

use plyglot_core::Outcome;
use rusqlite::{ErrorCode, OpenFlags, ffi, params};

use super::lock::Lock;
use super::schema::{self, StoreState};
use super::{GameFacts, Store, StoreError};
use crate::agent::Interpreter;
use crate::contest::Event;
use crate::record::{GameRecord, ProgramRecord};
use crate::schedule::{GameKey, ScheduledGame};
use crate::tournament::Tournament;
use crate::tournament::live::LiveWriter;

/// A store to which games are added. There is never more than one for a file.
#[derive(Debug)]
pub struct Writer {
    store: Store,
    accepts_changes: bool,
    changed: Vec<String>,
    /// Goes before the lock does.
    live: LiveWriter,
    _lock: Lock,
}

impl Writer {
    /// Begins a new store. One without games, from a start that was interrupted, is as good as none.
    ///
    /// # Errors
    /// If games are stored there already, or it cannot be written.
    pub fn create(path: &Path, tournament: &Tournament) -> Result<Writer, StoreError> {
        let writer = Writer::open(path, tournament)?;
        match writer.store.count()? {
            0 => Ok(writer),
            games => Err(StoreError::Exists { games }),
        }
    }

    /// Goes on with the store of the same tournament; if nothing was stored yet, begins it.
    ///
    /// # Errors
    /// If it is another tournament's, or it cannot be written.
    pub fn resume(path: &Path, tournament: &Tournament) -> Result<Writer, StoreError> {
        let writer = Writer::open(path, tournament)?;
        let differences = tournament.settings().differences(&writer.store.settings()?);
        if !differences.is_empty() {
            return Err(StoreError::Differs { differences });
        }
        writer.check_schedule(tournament)?;
        Ok(writer)
    }

    fn open(path: &Path, tournament: &Tournament) -> Result<Writer, StoreError> {
        let lock = Lock::take(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let store = Store::connect(path, tournament.games(), flags)?;
        // Nothing is changed before it is clear that the file is ours.
        let state = schema::state(&store.connection)?;
        store.connection.pragma_update(None, "journal_mode", "wal")?;
        store.connection.pragma_update(None, "synchronous", "full")?;
        // Where a plain fsync leaves data in the drive's own memory (macOS), ask for more.
        store.connection.pragma_update(None, "fullfsync", true)?;
        store.connection.pragma_update(None, "foreign_keys", true)?;
        let live = LiveWriter::new(path);
        let mut writer =
            Writer { store, accepts_changes: false, changed: Vec::new(), live, _lock: lock };
        if matches!(state, StoreState::Older) {
            schema::renew(&mut writer.store.connection)?;
        }
        // Without a game, settings may still change: the file may have been corrected.
        if matches!(state, StoreState::Empty) || writer.store.count()? == 0 {
            let settings = serde_json::to_string(tournament.settings())
                .map_err(|error| StoreError::Damaged(error.to_string()))?;
            let names = tournament.settings().agents.iter().map(|entrant| entrant.name.clone());
            schema::create(&mut writer.store.connection, &settings, names)?;
        }
        Ok(writer)
    }

    /// Keeps what happens in a contest: games that have ended for good, and those under way for
    /// onlookers.
    ///
    /// # Errors
    /// If a game that has ended cannot be added, or a program has changed.
    pub fn hear(&mut self, event: &Event<'_>) -> Result<(), StoreError> {
        match event {
            Event::Entered { programs } => self.enter(programs)?,
            Event::Ended { game, record } => self.insert(game, record)?,
            _ => {}
        }
        self.live.hear(event);
        Ok(())
    }

    /// Goes on with programs that have changed since they played.
    pub fn accept_changes(&mut self) {
        self.accepts_changes = true;
    }

    /// The names of the agents whose programs have changed, as far as that was accepted.
    pub fn changed(&self) -> &[String] {
        &self.changed
    }

    /// Writes down which programs play. One that has played must still be the same.
    fn enter(&mut self, programs: &[Option<ProgramRecord>]) -> Result<(), StoreError> {
        let transaction = self.store.connection.transaction()?;
        let mut changed = Vec::new();
        for (player, program) in (0_u32..).zip(programs) {
            let Some(program) = program else { continue };
            let (name, known): (String, Option<String>) = transaction.query_row(
                "SELECT name, CASE WHEN EXISTS (SELECT 1 FROM games WHERE player IN (first, second)) \
                 THEN digest END FROM agents WHERE player = ?1",
                [player],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )?;
            if known.is_some() && known != program.digest {
                changed.push(name);
            }
            let interpreter = program.interpreter.as_ref().map(Interpreter::to_string);
            transaction.execute(
                "UPDATE agents SET digest = ?2, interpreter = ?3 WHERE player = ?1",
                (player, &program.digest, interpreter),
            )?;
        }
        if !changed.is_empty() && !self.accepts_changes {
            return Err(StoreError::Changed { agents: changed });
        }
        transaction.commit()?;
        self.changed = changed;
        Ok(())
    }

    /// Adds a game. When this returns, the disk has it.
    ///
    /// # Errors
    /// If the game is there already, or cannot be written; then nothing has changed.
    pub fn insert(&mut self, game: &ScheduledGame, record: &GameRecord) -> Result<(), StoreError> {
        let text = serde_json::to_string(record)
            .map_err(|error| StoreError::Damaged(error.to_string()))?;
        let ScheduledGame { key: GameKey { round, table, number }, first, second, opening } = *game;
        let winner = match record.ending.result.outcome {
            Outcome::Win(side) => Some(side as u8),
            Outcome::Draw => None,
        };
        let kind = record.ending.kind();
        // One statement is one transaction.
        let mut insert = self.store.connection.prepare_cached(
            "INSERT INTO games (round, board, number, first, second, opening, winner, ending, \
             sentence, record, margin, faults, turns_first, turns_second, cpu_first, cpu_second, \
             slowest_first, slowest_second) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, \
             ?12, ?13, ?14, ?15, ?16, ?17, ?18)",
        )?;
        let sentence = &record.ending.sentence;
        let opening = opening.cast_signed();
        let [first, second] = [first, second].map(|player| player as u32);
        let (margin, faults, [a, b, c, d, e, f]) = GameFacts::of(record).values();
        let row = params![
            round, table, number, first, second, opening, winner, kind, sentence, text, margin,
            faults, a, b, c, d, e, f
        ];
        match insert.execute(row) {
            Ok(_) => Ok(()),
            Err(error) if is_twice(&error) => Err(StoreError::Twice(game.key)),
            Err(error) => Err(error.into()),
        }
    }

    /// Ends it before all games are played, and says why.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn decide(&mut self, why: &str) -> Result<(), StoreError> {
        self.store.connection.execute("UPDATE tournament SET decided = ?1", [why])?;
        Ok(())
    }

    /// What is there, for reading.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Every game that is there must be one that the schedule has.
    fn check_schedule(&self, tournament: &Tournament) -> Result<(), StoreError> {
        let schedule = tournament.schedule();
        let rounds = schedule.rounds(&self.store.results()?);
        let scheduled: HashMap<GameKey, ScheduledGame> = rounds
            .iter()
            .flat_map(|round| round.games(schedule.games()))
            .map(|game| (game.key, game))
            .collect();
        let mut is_scheduled = true;
        self.store.for_each_facts(|game, _| {
            is_scheduled &= scheduled.get(&game.key) == Some(game);
        })?;
        if is_scheduled { Ok(()) } else { Err(StoreError::Unscheduled) }
    }
}

fn is_twice(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation)
        && error
            .sqlite_error()
            .is_some_and(|error| error.extended_code == ffi::SQLITE_CONSTRAINT_PRIMARYKEY)
}
