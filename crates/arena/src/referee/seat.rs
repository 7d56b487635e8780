use std::io;
use std::path::PathBuf;
use std::time::Duration;

use plyglot_kit::any::{AnyLine, MoveError};
use plyglot_sandbox::{Layers, RunError};
use thiserror::Error;

use super::{Fault, Rules};
use crate::record::Evidence;

/// One side of a board: an agent that answers when it is its turn.
pub(crate) trait Seat {
    /// Gets ready for a new game.
    fn begin(&mut self, start: &dyn AnyLine) -> Result<(), RefereeError>;

    /// Plays a whole turn with the time that is left.
    fn turn(&mut self, line: &dyn AnyLine, left: TimeLeft) -> Result<TurnResult, RefereeError>;

    /// Whether the clock runs for it.
    fn is_timed(&self, rules: &Rules) -> bool;

    /// What it may take by the wall clock for a whole game, if that is limited.
    fn wall_of_game(&self, rules: &Rules) -> Option<Duration>;
}

/// What an agent has left of a game's time; `None` where it does not count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeLeft {
    pub cpu: Option<Duration>,
    /// By the wall clock.
    pub wall: Option<Duration>,
}

/// What came of a turn.
pub(crate) struct TurnResult {
    /// The moves, which are legal; or why there are none.
    pub played: Result<Vec<String>, (Fault, Box<Evidence>)>,
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
    /// A file or directory of ours cannot be used.
    #[error("{}: {error}", path.display())]
    Files {
        /// Which one.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// An agent could not be made ready.
    #[error("{name} could not be made ready: {why}")]
    Unready {
        /// Which one.
        name: String,
        /// Why not.
        why: String,
    },
    /// A move that the game itself gave cannot be played: the game's text breaks its own laws.
    #[error(transparent)]
    Move(#[from] MoveError),
}
