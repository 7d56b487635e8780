//! A tournament on several machines: its games as units of a store, which workers play.
//!
//! One process, the host, has the tournament's own store and is the only one that writes to it. It
//! publishes the games that are known as units (`host`), and adds their results as they come. Workers
//! (`player`) play units with the same code as the pool of one process, and know nothing of the
//! tournament but its [`TournamentJob`]. Who plays whom still depends on results alone, so it does not
//! matter which machine plays what, nor which of them are lost.

mod host;
mod job;
mod player;
mod units;

pub use host::{Host, HostError, run_until};
pub use job::{JobError, TournamentJob};
pub use player::{TournamentWorker, UnitPlayer};
