use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{Job, Unit, UnitKey, UnitsError};

/// Where the units of one job are, and their results. Several processes on several machines may use
/// one at the same time, each through its own handle.
pub trait UnitStore: Send + Sync {
    /// What the units are for.
    fn job(&self) -> &Job;

    /// Adds units. Those whose keys are there already stay as they are.
    ///
    /// # Errors
    /// If the store cannot be used; then some may have been added.
    fn add(&self, units: &[Unit]) -> Result<(), UnitsError>;

    /// Takes a unit that is neither done nor leased.
    ///
    /// # Errors
    /// If the store cannot be used.
    fn claim(&self, worker: &str) -> Result<Claim, UnitsError>;

    /// Says that the worker is alive. `false` if the unit is another's by now, or done: then go on with
    /// something else.
    ///
    /// # Errors
    /// If the store cannot be used.
    fn renew(&self, lease: &Lease) -> Result<bool, UnitsError>;

    /// Hands in a result; also for a lease that was lost. `false` if there was one already, which
    /// stays. When this returns, the result outlives the power.
    ///
    /// # Errors
    /// If the store cannot be used.
    fn finish(&self, lease: &Lease, result: &str) -> Result<bool, UnitsError>;

    /// Gives a unit back without a result. Another may take it at once.
    ///
    /// # Errors
    /// If the store cannot be used.
    fn give_back(&self, lease: &Lease, how: Return) -> Result<(), UnitsError>;

    /// At most `most` units that have ended since this handle was asked last; a new handle begins with
    /// the first. Units that are not `wanted` are passed over without reading their results; each is
    /// asked for once.
    ///
    /// # Errors
    /// If the store cannot be used.
    fn newly_ended(
        &self,
        most: usize,
        wanted: &dyn Fn(&UnitKey) -> bool,
    ) -> Result<Vec<EndedUnit>, UnitsError>;

    /// How far the work is.
    ///
    /// # Errors
    /// If the store cannot be used.
    fn counts(&self) -> Result<Counts, UnitsError>;

    /// Says that no more units will come: workers end when all are done or given up. It may be opened
    /// again, to go on.
    ///
    /// # Errors
    /// If the store cannot be used.
    fn set_closed(&self, is_closed: bool) -> Result<(), UnitsError>;

    /// Introduces a worker, or says something new of it.
    ///
    /// # Errors
    /// If the store cannot be used.
    fn report(&self, worker: &WorkerInfo) -> Result<(), UnitsError>;

    /// All workers that have introduced themselves, by name.
    ///
    /// # Errors
    /// If the store cannot be used.
    fn workers(&self) -> Result<Vec<WorkerInfo>, UnitsError>;

    /// Keeps bytes that workers need, such as an agent's files, under the name of their content.
    ///
    /// # Errors
    /// If the store cannot be used.
    fn put(&self, bytes: &[u8]) -> Result<BlobName, UnitsError>;

    /// Those bytes, and no others: a copy that has changed is an error.
    ///
    /// # Errors
    /// If the store cannot be used, or has no such bytes.
    fn get(&self, name: &BlobName) -> Result<Vec<u8>, UnitsError>;
}

/// What a worker that asks for a unit gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// This one.
    Unit(Lease),
    /// None now: all are leased, or more are to come.
    Wait,
    /// None any more.
    Closed,
}

/// A unit in the hands of a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    /// What to do.
    pub unit: Unit,
    /// Who does it.
    pub worker: String,
    /// How often the unit was leased before: what tells this lease from others of the same unit.
    pub number: u32,
}

/// How a unit is given back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Return {
    /// The worker stops; nothing is wrong with the unit.
    Released,
    /// It could not be done; after some attempts it is given up.
    Failed(String),
}

/// A unit that nobody works on any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedUnit {
    /// Which one.
    pub key: UnitKey,
    /// Its result, or why it was given up.
    pub result: Result<String, String>,
}

/// How many units are where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Nobody has them yet.
    pub waiting: usize,
    /// Workers have them, of which some may be lost.
    pub leased: usize,
    /// They have a result.
    pub done: usize,
    /// They were given up.
    pub failed: usize,
}

impl Counts {
    /// All there are.
    pub fn all(&self) -> usize {
        self.waiting + self.leased + self.done + self.failed
    }
}

/// What a worker says of itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkerInfo {
    /// Its name, which no other worker has.
    pub name: String,
    /// The machine that it runs on.
    pub machine: String,
    /// How many units it runs at the same time.
    pub slots: usize,
    /// The isolation of the programs that it runs.
    pub isolation: String,
    /// How fast the machine is, as `calibrate` measures it, in nodes a second; 0 if it was not measured.
    pub speed: f64,
    /// The version of the program.
    pub version: String,
}

/// The name of some bytes: the SHA-256 of what they are.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "UnitKey", into = "String")]
pub struct BlobName(UnitKey);

impl BlobName {
    /// Of these bytes.
    pub fn of(bytes: &[u8]) -> BlobName {
        BlobName(UnitKey::hexadecimal(&Sha256::digest(bytes).into()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

/// What is no such sum is the name of nothing.
impl From<UnitKey> for BlobName {
    fn from(key: UnitKey) -> BlobName {
        BlobName(key)
    }
}

impl From<BlobName> for String {
    fn from(name: BlobName) -> String {
        name.0.into()
    }
}

impl fmt::Display for BlobName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How long a store that must be asked again and again is left alone in between.
pub(crate) fn look_again_after(lease: Duration) -> Duration {
    (lease / 8).clamp(Duration::from_millis(5), Duration::from_secs(5))
}

/// Why a unit is given up whose workers are lost again and again.
pub(crate) fn lost_with_its_workers() -> String {
    format!("{} workers were lost while they had it", Job::MOST_LOST)
}
