use std::fmt::{self, Display};

use plyglot_kit::competition::AnswerError;
use plyglot_sandbox::{Ended, OutputError};
use serde::{Deserialize, Serialize};

/// What loses a game at once. Displayed as what the agent did: `used 1.203 s with 1.000 s left`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "fault", rename_all = "snake_case")]
pub enum Fault {
    /// It needed more CPU time than it had left.
    Time {
        /// Seconds used for this turn.
        used: f64,
        /// Seconds that it had.
        left: f64,
    },
    /// It did not finish within its wall time, although it had CPU time left.
    Idle {
        /// Seconds by the wall clock.
        wall: f64,
        /// Seconds of CPU time in them.
        used: f64,
        /// The seconds by the wall clock for the whole game, if these were used up.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<f64>,
    },
    /// It could not be built or calibrated.
    Unready {
        /// Which step failed.
        step: String,
        /// How that ended.
        ended: Ended,
    },
    /// It could not be started, crashed, or did more than a program may.
    Crash {
        /// What it did.
        ended: Ended,
    },
    /// There is no answer to be read.
    NoAnswer {
        /// What is there instead.
        why: String,
    },
    /// The answer is not written as it should be.
    Malformed {
        /// Where and what.
        why: String,
    },
    /// The rules do not allow the move.
    Illegal {
        /// The move and why not.
        why: String,
        /// What they do allow.
        legal: Vec<String>,
    },
}

impl Fault {
    /// A few words by which faults can be counted.
    pub fn kind(&self) -> &'static str {
        match self {
            Fault::Time { .. } => "out of time",
            Fault::Idle { .. } => "idle",
            Fault::Unready { .. } => "did not build",
            Fault::Crash { ended } => match ended {
                Ended::Memory => "out of memory",
                Ended::Disk => "disk filled",
                Ended::Processes => "too many processes",
                Ended::NotStarted(_) => "not started",
                _ => "crash",
            },
            Fault::NoAnswer { .. } => "no answer",
            Fault::Malformed { .. } => "malformed answer",
            Fault::Illegal { .. } => "illegal move",
        }
    }

    /// Of an answer that was read. The legal moves are those of the position.
    pub(super) fn of_answer(error: AnswerError, file: &str, legal: Vec<String>) -> Fault {
        match error {
            AnswerError::Malformed(error) => Fault::Malformed { why: format!("{file}:{error}") },
            AnswerError::Illegal(error) => Fault::Illegal { why: error.to_string(), legal },
        }
    }
}

impl From<&OutputError> for Fault {
    fn from(error: &OutputError) -> Fault {
        Fault::NoAnswer { why: error.to_string() }
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Time { used, left } => write!(f, "used {used:.3} s with {left:.3} s left"),
            Fault::Idle { game: Some(seconds), .. } => {
                write!(f, "used up its {seconds:.1} s by the wall clock for the whole game")
            }
            Fault::Idle { wall, used, game: None } => {
                write!(f, "did not answer within {wall:.1} s, of which it worked {used:.1} s")
            }
            Fault::Unready { step, ended } => write!(f, "did not get ready: its {step} {ended}"),
            Fault::Crash { ended } => write!(f, "{ended}"),
            Fault::NoAnswer { why } => write!(f, "gave no answer: {why}"),
            Fault::Malformed { why } => write!(f, "gave a malformed answer: {why}"),
            Fault::Illegal { why, .. } => write!(f, "made an {why}"),
        }
    }
}
