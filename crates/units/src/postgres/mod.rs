//! A store in a PostgreSQL database, for work that never ends, or machines that share no folder. One
//! database may hold any number of stores, each with its name.
//!
//! Every promise is kept by one statement: a claim skips what others hold (`FOR UPDATE SKIP LOCKED`),
//! leases end by the clock of the database, and a unit has one row, hence one result. Nobody holds a
//! lock while waiting for anything but the database, so a worker that dies leaves none.

mod address;
mod connection;

use std::sync::{Mutex, PoisonError};

use postgres::Row;
use postgres::types::ToSql;

pub use address::PostgresAddress;

use crate::store::lost_with_its_workers;
use crate::{
    BlobName, Claim, Counts, EndedUnit, Job, Lease, Return, Unit, UnitKey, UnitStore, UnitsError,
    WorkerInfo,
};
use connection::Connection;

/// The units of one job in a database.
pub struct PostgresStore {
    connection: Connection,
    id: i32,
    job: Job,
    /// Up to which number of ended units this handle was told.
    told: Mutex<i64>,
}

/// Tables are made by one process at a time.
const TABLES: &str =
    concat!("SELECT pg_advisory_xact_lock(hashtext('plyglot'));", include_str!("tables.sql"),);
/// So many units travel together.
const BATCH: usize = 1000;

/// A unit that this lease holds: the parameters are the job, the key, and the lease's number.
const HELD: &str = "job = $1 AND key = $2 AND leases = $3 + 1 \
                    AND leased_until IS NOT NULL AND ended IS NULL";
/// Counts one more ended unit.
const ONE_MORE: &str = "WITH one_more AS \
                        (UPDATE plyglot.jobs SET ended = ended + 1 WHERE id = $1 RETURNING ended)";

impl PostgresStore {
    /// Opens the store of this address's job.
    ///
    /// # Errors
    /// If there is none, or the database cannot be used.
    pub fn open(address: &PostgresAddress) -> Result<PostgresStore, UnitsError> {
        let connection = Connection::new(address.clone());
        let name = address.job();
        let row = connection.ask(|client| {
            let tables = "SELECT to_regclass('plyglot.blobs') IS NOT NULL";
            if !client.query_one(tables, &[])?.try_get::<_, bool>(0)? {
                return Ok(None);
            }
            client.query_opt("SELECT id, job FROM plyglot.jobs WHERE name = $1", &[&name])
        })?;
        let row = row.ok_or_else(|| UnitsError::Missing(address.to_string()))?;
        let text: String = column(&connection, &row, 1)?;
        let job = serde_json::from_str(&text).map_err(|error| UnitsError::Refused {
            address: address.to_string(),
            why: format!("the job {name} is damaged: {error}"),
        })?;
        let id = column(&connection, &row, 0)?;
        Ok(PostgresStore { connection, id, job, told: Mutex::new(0) })
    }

    /// Makes a store for a job, or opens the one that is there for the same.
    ///
    /// # Errors
    /// If it is for another, or the database cannot be used.
    pub fn create(address: &PostgresAddress, job: &Job) -> Result<PostgresStore, UnitsError> {
        let connection = Connection::new(address.clone());
        let name = address.job();
        let text = serde_json::to_string(job).map_err(|error| UnitsError::Refused {
            address: address.to_string(),
            why: error.to_string(),
        })?;
        connection.ask(|client| {
            client.batch_execute(TABLES)?;
            let add = "INSERT INTO plyglot.jobs (name, job) VALUES ($1, $2) ON CONFLICT DO NOTHING";
            client.execute(add, &[&name, &text])
        })?;
        let store = PostgresStore::open(address)?;
        match job.difference(&store.job) {
            Some(differs) => Err(UnitsError::OtherJob { address: address.to_string(), differs }),
            None => Ok(store),
        }
    }

    /// Changes rows of this job, whose number is the first parameter; returns how many.
    fn change(&self, sql: &str, more: &[&(dyn ToSql + Sync)]) -> Result<u64, UnitsError> {
        let parameters = self.with_job(more);
        self.connection.ask(|client| client.execute(sql, &parameters))
    }

    /// Rows of this job, whose number is the first parameter.
    fn rows(&self, sql: &str, more: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, UnitsError> {
        let parameters = self.with_job(more);
        self.connection.ask(|client| client.query(sql, &parameters))
    }

    fn with_job<'p>(&'p self, more: &[&'p (dyn ToSql + Sync)]) -> Vec<&'p (dyn ToSql + Sync)> {
        let id: &(dyn ToSql + Sync) = &self.id;
        [&[id], more].concat()
    }

    fn column<'r, T>(&self, row: &'r Row, place: usize) -> Result<T, UnitsError>
    where
        T: postgres::types::FromSql<'r>,
    {
        column(&self.connection, row, place)
    }

    /// Takes the next unit, if there is any; also one that is to be given up.
    fn take(&self, worker: &str) -> Result<Option<(Lease, i32)>, UnitsError> {
        // Those that nobody has had come first, then those that were lost.
        let sql = "
            UPDATE plyglot.units
            SET leases = leases + 1, worker = $2,
                leased_until = clock_timestamp() + $3 * interval '1 second'
            WHERE id = (
                SELECT id FROM plyglot.units
                WHERE job = $1 AND ended IS NULL
                    AND (leased_until IS NULL OR leased_until <= clock_timestamp())
                ORDER BY leased_until NULLS FIRST, id
                LIMIT 1 FOR UPDATE SKIP LOCKED)
            RETURNING key, input, leases - 1, leases - 1 - releases - failures";
        let rows = self.rows(sql, &[&worker, &self.job.lease.as_secs_f64()])?;
        let Some(row) = rows.first() else { return Ok(None) };
        let key: String = self.column(row, 0)?;
        let unit = Unit { key: key.try_into()?, input: self.column(row, 1)? };
        let number: i32 = self.column(row, 2)?;
        let lease = Lease { unit, worker: worker.to_owned(), number: number.unsigned_abs() };
        Ok(Some((lease, self.column(row, 3)?)))
    }

    /// Whether no unit is left, and none will come.
    fn is_over(&self) -> Result<bool, UnitsError> {
        let sql = "
            SELECT is_closed AND NOT EXISTS
                (SELECT FROM plyglot.units WHERE job = $1 AND ended IS NULL)
            FROM plyglot.jobs WHERE id = $1";
        match self.rows(sql, &[])?.first() {
            Some(row) => self.column(row, 0),
            // Somebody has taken the job away.
            None => Err(UnitsError::Missing(self.connection.address().to_string())),
        }
    }

    fn give_up(&self, lease: &Lease, why: &str) -> Result<(), UnitsError> {
        let sql = format!(
            "{ONE_MORE} UPDATE plyglot.units
             SET failure = $4, leased_until = NULL, ended = (SELECT ended FROM one_more)
             WHERE {HELD}"
        );
        self.change(&sql, &[&lease.unit.key.as_str(), &number(lease), &storable(why)]).map(drop)
    }
}

impl UnitStore for PostgresStore {
    fn job(&self) -> &Job {
        &self.job
    }

    fn add(&self, units: &[Unit]) -> Result<(), UnitsError> {
        let sql = "
            INSERT INTO plyglot.units (job, key, input)
            SELECT $1, key, input FROM unnest($2::text[], $3::text[]) WITH ORDINALITY
                AS new (key, input, place) ORDER BY place
            ON CONFLICT DO NOTHING";
        for units in units.chunks(BATCH) {
            let keys: Vec<&str> = units.iter().map(|unit| unit.key.as_str()).collect();
            let inputs: Vec<&str> = units.iter().map(|unit| unit.input.as_str()).collect();
            self.change(sql, &[&keys, &inputs])?;
        }
        Ok(())
    }

    fn claim(&self, worker: &str) -> Result<Claim, UnitsError> {
        while let Some((lease, lost)) = self.take(worker)? {
            if lost.unsigned_abs() < Job::MOST_LOST {
                return Ok(Claim::Unit(lease));
            }
            self.give_up(&lease, &lost_with_its_workers())?;
        }
        Ok(if self.is_over()? { Claim::Closed } else { Claim::Wait })
    }

    fn renew(&self, lease: &Lease) -> Result<bool, UnitsError> {
        let sql = format!(
            "UPDATE plyglot.units
             SET leased_until = clock_timestamp() + $4 * interval '1 second' WHERE {HELD}"
        );
        let length = self.job.lease.as_secs_f64();
        let changed = self.change(&sql, &[&lease.unit.key.as_str(), &number(lease), &length])?;
        Ok(changed == 1)
    }

    fn finish(&self, lease: &Lease, result: &str) -> Result<bool, UnitsError> {
        let key = lease.unit.key.as_str();
        let sql = format!(
            "{ONE_MORE} UPDATE plyglot.units
             SET result = $3, failure = NULL, leased_until = NULL,
                 ended = (SELECT ended FROM one_more)
             WHERE job = $1 AND key = $2 AND result IS NULL"
        );
        if self.change(&sql, &[&key, &result])? == 1 {
            return Ok(true);
        }
        let there = "SELECT FROM plyglot.units WHERE job = $1 AND key = $2";
        match self.rows(there, &[&key])?.is_empty() {
            true => Err(UnitsError::NoUnit(key.to_owned())),
            false => Ok(false),
        }
    }

    fn give_back(&self, lease: &Lease, how: Return) -> Result<(), UnitsError> {
        let (key, number) = (lease.unit.key.as_str(), number(lease));
        let Return::Failed(why) = how else {
            let sql = format!(
                "UPDATE plyglot.units SET leased_until = NULL, releases = releases + 1 WHERE {HELD}"
            );
            return self.change(&sql, &[&key, &number]).map(drop);
        };
        let sql = format!(
            "{ONE_MORE} UPDATE plyglot.units
             SET failures = failures + 1, leased_until = NULL,
                 failure = CASE WHEN failures + 1 >= $5::bigint THEN $4 END,
                 ended = CASE WHEN failures + 1 >= $5::bigint THEN (SELECT ended FROM one_more) END
             WHERE {HELD}"
        );
        let attempts = i64::from(self.job.attempts);
        self.change(&sql, &[&key, &number, &storable(&why), &attempts]).map(drop)
    }

    fn newly_ended(
        &self,
        most: usize,
        wanted: &dyn Fn(&UnitKey) -> bool,
    ) -> Result<Vec<EndedUnit>, UnitsError> {
        let keys = "
            SELECT ended, key FROM plyglot.units WHERE job = $1 AND ended > $2
            ORDER BY ended LIMIT $3";
        // A unit that was given up and has a result after all has another number by then, and is told
        // with that.
        let results = "
            SELECT key, result, failure FROM plyglot.units WHERE job = $1 AND ended = ANY($2)
            ORDER BY ended";
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let mut chosen: Vec<i64> = Vec::new();
        let mut last = *told;
        'looking: while chosen.len() < most {
            let rows = self.rows(keys, &[&last, &(BATCH as i64)])?;
            for row in &rows {
                if chosen.len() == most {
                    break 'looking;
                }
                last = self.column(row, 0)?;
                let key: String = self.column(row, 1)?;
                if wanted(&key.try_into()?) {
                    chosen.push(last);
                }
            }
            if rows.len() < BATCH {
                break;
            }
        }
        let mut ended = Vec::new();
        for row in &self.rows(results, &[&chosen])? {
            let key: String = self.column(row, 0)?;
            let result: Option<String> = self.column(row, 1)?;
            let failure: Option<String> = self.column(row, 2)?;
            let result = result.ok_or_else(|| failure.unwrap_or_default());
            ended.push(EndedUnit { key: key.try_into()?, result });
        }
        *told = last;
        Ok(ended)
    }

    fn counts(&self) -> Result<Counts, UnitsError> {
        let sql = "
            SELECT count(*) FILTER (WHERE ended IS NULL AND leased_until IS NULL),
                count(*) FILTER (WHERE ended IS NULL AND leased_until IS NOT NULL),
                count(*) FILTER (WHERE result IS NOT NULL),
                count(*) FILTER (WHERE failure IS NOT NULL)
            FROM plyglot.units WHERE job = $1";
        let rows = self.rows(sql, &[])?;
        let count = |place: usize| -> Result<usize, UnitsError> {
            let count: Option<i64> = rows.first().map(|row| self.column(row, place)).transpose()?;
            Ok(count.map_or(0, |count| count as usize))
        };
        Ok(Counts { waiting: count(0)?, leased: count(1)?, done: count(2)?, failed: count(3)? })
    }

    fn set_closed(&self, is_closed: bool) -> Result<(), UnitsError> {
        let sql = "UPDATE plyglot.jobs SET is_closed = $2 WHERE id = $1";
        self.change(sql, &[&is_closed]).map(drop)
    }

    fn report(&self, worker: &WorkerInfo) -> Result<(), UnitsError> {
        let info = serde_json::to_string(worker).unwrap_or_default();
        let sql = "
            INSERT INTO plyglot.workers (job, name, info) VALUES ($1, $2, $3)
            ON CONFLICT (job, name) DO UPDATE SET info = $3";
        self.change(sql, &[&worker.name, &info]).map(drop)
    }

    fn workers(&self) -> Result<Vec<WorkerInfo>, UnitsError> {
        let mut workers = Vec::new();
        for row in &self.rows("SELECT info FROM plyglot.workers WHERE job = $1", &[])? {
            let info: String = self.column(row, 0)?;
            // One of another version may say something else of itself.
            workers.extend(serde_json::from_str::<WorkerInfo>(&info));
        }
        // Not by the database, whose order depends on its language.
        workers.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(workers)
    }

    fn put(&self, bytes: &[u8]) -> Result<BlobName, UnitsError> {
        let name = BlobName::of(bytes);
        let sql = "INSERT INTO plyglot.blobs (name, bytes) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        self.connection.ask(|client| client.execute(sql, &[&name.as_str(), &bytes]))?;
        Ok(name)
    }

    fn get(&self, name: &BlobName) -> Result<Vec<u8>, UnitsError> {
        let sql = "SELECT bytes FROM plyglot.blobs WHERE name = $1";
        let row = self.connection.ask(|client| client.query_opt(sql, &[&name.as_str()]))?;
        let row = row.ok_or_else(|| UnitsError::NoUnit(name.to_string()))?;
        let bytes: Vec<u8> = self.column(&row, 0)?;
        match BlobName::of(&bytes) == *name {
            true => Ok(bytes),
            false => Err(UnitsError::Damaged {
                path: name.as_str().into(),
                why: "it is not what its name says".to_owned(),
            }),
        }
    }
}

fn column<'r, T>(connection: &Connection, row: &'r Row, place: usize) -> Result<T, UnitsError>
where
    T: postgres::types::FromSql<'r>,
{
    row.try_get(place).map_err(|error| connection.failed(&error))
}

/// As the database counts.
fn number(lease: &Lease) -> i32 {
    lease.number as i32
}

/// A text without the one character that a database does not take. Results are JSON, which has none.
fn storable(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}
