use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::Serialize;

use crate::Failure;

/// The kind of an answer that is one JSON text.
pub const JSON: &str = "application/json";
/// The kind of an answer that is a JSON text a line.
pub const LINES: &str = "application/x-ndjson";

/// What is said to a request, as HTTP has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// 200, or why there is nothing better to say.
    pub status: u16,
    /// The type of its content.
    pub kind: &'static str,
    /// Its content.
    pub body: Vec<u8>,
}

impl Answer {
    /// What was asked for, as JSON.
    pub(crate) fn json(content: &impl Serialize) -> Answer {
        match serde_json::to_vec(content) {
            Ok(body) => Answer { status: 200, kind: JSON, body },
            Err(error) => Failure::broken(error.to_string()).into(),
        }
    }
}

impl From<Failure> for Answer {
    fn from(failure: Failure) -> Answer {
        // Texts and numbers can always be written.
        let body = serde_json::to_vec(&failure).unwrap_or_default();
        Answer { status: failure.status, kind: JSON, body }
    }
}

/// Set by whoever no longer wants an answer.
pub type Stop = Arc<AtomicBool>;
/// A search that has to be run for an answer.
pub type Search = Box<dyn FnOnce(&Stop) -> Answer + Send>;
/// A search that tells the lines of its answer as they come.
pub type Lines = Box<dyn FnOnce(&mut dyn FnMut(String), &Stop) + Send>;

/// What comes of a request: an answer, or what has to be done for it. What was asked has been checked
/// by then.
pub enum Reply {
    /// The answer.
    Now(Answer),
    /// The answer takes a while.
    Search(Search),
    /// The answer has status 200 and the kind [`LINES`], and comes line by line.
    Lines(Lines),
}

impl fmt::Debug for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Now(answer) => f.debug_tuple("Now").field(answer).finish(),
            Reply::Search(_) => f.write_str("Search"),
            Reply::Lines(_) => f.write_str("Lines"),
        }
    }
}
