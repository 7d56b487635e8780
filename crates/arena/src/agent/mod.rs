//! Who plays: an engine that is built in, or any program.

mod commands;
mod named;
mod workshop;

use std::path::PathBuf;

use plyglot_search::opponents::Opponent;

pub use commands::Commands;
pub use named::AgentError;
pub(crate) use workshop::LEFTOVERS;
pub use workshop::{Prepared, Workshop, WorkshopError};

/// A player of matches and tournaments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agent {
    /// What tables call it.
    pub name: String,
    /// What it is.
    pub kind: AgentKind,
}

/// What an agent is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AgentKind {
    /// One of our own, which plays in our own process.
    BuiltIn(Opponent),
    /// A program that is run once a move.
    Program(AgentProgram),
}

/// A program of its author's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentProgram {
    /// The file or the directory that it consists of; every game begins with a fresh copy. A command
    /// of the system has none.
    pub files: Option<PathBuf>,
    /// What to run.
    pub commands: Commands,
    /// What it may read besides the system and its own copy.
    pub readable: Vec<PathBuf>,
}
