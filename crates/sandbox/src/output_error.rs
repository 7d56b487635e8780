use std::io;

use thiserror::Error;

/// Why an agent's output file cannot be used. Displayed as a sentence for its author.
#[derive(Debug, Error)]
pub enum OutputError {
    /// There is none.
    #[error("there is no {name}")]
    Missing {
        /// What was looked for.
        name: String,
    },
    /// There is none, but one that differs in capitals.
    #[error("there is no {name}, but a {found}: capital and small letters differ")]
    Misnamed {
        /// What was looked for.
        name: String,
        /// What is there.
        found: String,
    },
    /// It is something else than a file.
    #[error("{name} is {kind}, not a file")]
    NotAFile {
        /// What was looked for.
        name: String,
        /// What it is.
        kind: &'static str,
    },
    /// It is larger than any answer.
    #[error("{name} is larger than {limit} bytes")]
    TooLarge {
        /// What was looked for.
        name: String,
        /// How large it may be.
        limit: u64,
    },
    /// It cannot be read.
    #[error("{name} cannot be read: {error}")]
    Unreadable {
        /// What was looked for.
        name: String,
        /// What the system says.
        error: io::Error,
    },
}
