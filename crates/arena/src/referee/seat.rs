use std::io;
use std::path::PathBuf;
use std::time::Duration;

use plyglot_kit::competition::Competition;
use plyglot_sandbox::{Layers, RunError};
use thiserror::Error;

use super::course::Course;
use super::{Fault, Rules};
use crate::record::Evidence;

/// One side of a table: somebody who answers when it is his turn.
pub(crate) trait Seat<G: Competition> {
    /// Gets ready for a new game.
    fn begin(&mut self) -> Result<(), RefereeError>;

    /// Plays a whole turn with so much time left; none where time does not count.
    fn turn(&mut self, course: &Course<G>, left: Option<Duration>)
    -> Result<Turn<G>, RefereeError>;

    /// Whether the clock runs for it.
    fn is_timed(&self, rules: &Rules) -> bool;
}

/// What came of a turn.
pub(crate) struct Turn<G: Competition> {
    /// The moves, which are legal; or why there are none.
    pub played: Result<Vec<G::Move>, (Fault, Box<Evidence>)>,
    pub cpu: Duration,
    pub wall: Duration,
    pub notes: Vec<String>,
    pub layers: Option<Layers>,
}

/// Why a game could not be played on. None of these is an agent's fault.
#[derive(Debug, Error)]
pub enum RefereeError {
    /// A program could not be run as it should be.
    #[error(transparent)]
    Run(#[from] RunError),
    /// No user is free for an agent.
    #[error("no user is free for an agent: {0}")]
    Slots(io::Error),
    /// A file or directory of ours cannot be used.
    #[error("{}: {error}", path.display())]
    Files {
        /// Which one.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}
