//! Work as units. A [`Unit`] has a key, an input and a result that does not depend on who makes it, or
//! how often. A [`UnitStore`] holds the units of one [`Job`]; any number of workers take them from it
//! and hand results back:
//!
//! - [`directory`]: a folder that machines share, also over NFS,
//! - [`postgres`]: a PostgreSQL database, for work that never ends.
//!
//! A unit is *leased*: a worker that is lost loses it after a while, and another takes it. So a unit may
//! be run more than once; its result counts once, whichever comes first. What every store promises
//! is a suite of tests, `tests/suite/laws.rs`, that each of them passes.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use plyglot_units::directory::DirectoryStore;
//! use plyglot_units::{Job, Patience, Ran, Shift, Unit, UnitStore, work};
//!
//! let folder = tempfile::tempdir().unwrap();
//! let job = Job::new("squares", serde_json::json!({}));
//! let store = DirectoryStore::create(folder.path(), &job).unwrap();
//! let unit = |n: u32| Unit { key: format!("n-{n}").parse().unwrap(), input: n.to_string() };
//! store.add(&[unit(3), unit(4)]).unwrap();
//! store.set_closed(true).unwrap();
//!
//! let stop = AtomicBool::new(false);
//! let shift = Shift { worker: "me", stop: &stop, patience: Patience::Endless };
//! work(&store, &shift, |unit, _| match unit.input.parse::<u32>() {
//!     Ok(n) => Ran::Done((n * n).to_string()),
//!     Err(error) => Ran::Failed(error.to_string()),
//! })
//! .unwrap();
//!
//! let ended = store.newly_ended(10, &|_| true).unwrap();
//! assert_eq!(ended[1].result, Ok("16".to_owned()));
//! ```

pub mod directory;
mod error;
pub mod folder;
mod follow;
mod open;
pub mod postgres;
mod store;
mod unit;
mod worker;

pub use error::UnitsError;
pub use follow::follow;
pub use open::{StoreAddress, create, open};
pub use store::{BlobName, Claim, Counts, EndedUnit, Lease, Return, UnitStore, WorkerInfo};
pub use unit::{InvalidKey, Job, Unit, UnitKey};
pub use worker::{Patience, Ran, Shift, ShiftEnd, work};
