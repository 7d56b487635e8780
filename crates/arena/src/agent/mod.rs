//! Who plays: an engine that is built in, or any program.

mod commands;
mod digest;
mod find;
mod grants;
mod interpreter;
mod named;
mod workshop;

use std::path::PathBuf;

use plyglot_search::opponents::Opponent;

pub use commands::Commands;
pub use find::MissingProgram;
pub use grants::Grants;
pub use interpreter::{Interpreter, installed};
pub use named::AgentError;
pub(crate) use workshop::{ATTEMPTS, LEFTOVERS};
pub use workshop::{Prepared, Unready, Workshop, WorkshopError};

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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AgentProgram {
    /// The file or the directory that it consists of; every game begins with a fresh copy. A command
    /// of the system has none.
    pub files: Option<PathBuf>,
    /// What to run.
    pub commands: Commands,
    /// What it may read besides the system and its own copy: the files of a command line, and what
    /// was [granted](Agent::grant).
    pub readable: Vec<PathBuf>,
    /// What its author asks to read. It is granted by whoever runs the contest, or not.
    pub requested: Vec<PathBuf>,
    /// Where its commands are looked for before the usual directories.
    pub path: Vec<PathBuf>,
}
