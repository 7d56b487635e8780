use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The name of a unit within its job: 1 to 100 letters, digits, `-` and `_`. So it is a file name
/// everywhere.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct UnitKey(String);

/// A text that is no key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a unit's key has 1 to {max} letters, digits, - and _, found {0:?}", max = UnitKey::LONGEST)]
pub struct InvalidKey(String);

impl UnitKey {
    /// How long a key is at most.
    pub const LONGEST: usize = 100;

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Two digits a byte, of which there are few enough.
    pub(crate) fn hexadecimal(bytes: &[u8; 32]) -> UnitKey {
        UnitKey(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
    }
}

impl TryFrom<String> for UnitKey {
    type Error = InvalidKey;

    fn try_from(text: String) -> Result<UnitKey, InvalidKey> {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if (1..=UnitKey::LONGEST).contains(&text.len()) && text.bytes().all(is_plain) {
            Ok(UnitKey(text))
        } else {
            Err(InvalidKey(text))
        }
    }
}

impl FromStr for UnitKey {
    type Err = InvalidKey;

    fn from_str(text: &str) -> Result<UnitKey, InvalidKey> {
        text.to_owned().try_into()
    }
}

impl From<UnitKey> for String {
    fn from(key: UnitKey) -> String {
        key.0
    }
}

impl fmt::Display for UnitKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Something to do. Whoever does it, and however often, the result is worth the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// Its name.
    pub key: UnitKey,
    /// What is to be done, as those understand who made it: JSON as a rule.
    pub input: String,
}

/// What every worker must know before it takes a unit. It is written once, when a store is made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// What kind of work it is: `tournament`, `grade`.
    pub kind: String,
    /// The settings that all units share.
    pub settings: serde_json::Value,
    /// How long a worker may be silent before its unit is given to another.
    pub lease: Duration,
    /// How often a unit may fail before it is given up.
    pub attempts: u32,
}

impl Job {
    /// A worker is heard of four times within it. Longer, and what a dead worker held waits longer;
    /// shorter, and a file server that stalls costs work.
    pub const LEASE: Duration = Duration::from_secs(60);
    /// A unit is given up after as many failures,
    pub const ATTEMPTS: u32 = 3;
    /// and after as many workers that were lost with it: it may be what ends them.
    pub const MOST_LOST: u32 = 20;

    /// A job with the usual lease and attempts.
    pub fn new(kind: &str, settings: serde_json::Value) -> Job {
        Job { kind: kind.to_owned(), settings, lease: Job::LEASE, attempts: Job::ATTEMPTS }
    }

    /// What differs from another, if anything.
    pub fn difference(&self, other: &Job) -> Option<String> {
        if self.kind != other.kind {
            return Some(format!("it is for {}, not for {}", other.kind, self.kind));
        }
        if self.settings != other.settings {
            return Some(format!("the {} in it has other settings", self.kind));
        }
        // How long leases are is no part of the work: those of the store hold.
        None
    }
}
