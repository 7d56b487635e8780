//! What referee, warden and launch say to each other: JSON, after its length.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{Ended, Layers, Limits};

/// What is to be run and how: from the referee to the warden, whose launch has it from there.
///
/// Paths travel as [`OsString`], which JSON carries whatever their bytes are.
#[derive(Debug, Serialize, Deserialize)]
pub struct RunOrder {
    pub command: Vec<OsString>,
    pub dir: OsString,
    pub env: Vec<(OsString, OsString)>,
    /// Where the program is looked for, if it is only named.
    pub path: OsString,
    pub limits: Limits,
    pub readable: Vec<OsString>,
    pub cores: Vec<usize>,
    pub layers: Layers,
    /// The warden's cgroup, to be made if this is its first run.
    pub cgroup: Option<OsString>,
    /// How many tasks the agent's user may have; the user's other tasks may count too.
    pub user_tasks: u64,
    /// The version of Landlock that is asked for.
    pub newest_landlock: u32,
}

impl RunOrder {
    pub fn dir(&self) -> PathBuf {
        PathBuf::from(&self.dir)
    }
}

/// From launch to the warden.
#[derive(Debug, Serialize, Deserialize)]
pub enum Note {
    /// The sandbox is up; the agent comes next. Up to here launch used this much CPU time, and so did
    /// the process that becomes the agent.
    Ready { launch: Duration, setup: Duration, landlock: u32 },
    /// A layer could not be put up.
    Failed(String),
    /// The agent's program could not be started.
    NotStarted(String),
    /// The agent ended.
    Ended(Ended),
}

/// From the warden to the referee, at the end of a run.
#[derive(Debug, Serialize, Deserialize)]
pub enum Answer {
    /// The bytes of standard output and standard error follow. The warden waits for another order,
    /// if it can.
    Ran { report: RunReport, can_go_on: bool },
    /// The run did not take place, and no other will.
    Failed(String),
}

#[derive(Debug, Serialize, Deserialize)]
pub struct RunReport {
    pub ended: Ended,
    pub user: Duration,
    pub system: Duration,
    pub wall: Duration,
    pub memory: u64,
    pub left_running: Vec<String>,
    pub landlock: u32,
    pub stdout: Length,
    pub stderr: Length,
}

/// How much of an output was kept, and how much there was.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Length {
    pub kept: usize,
    pub total: u64,
}

/// Sends one message.
pub fn send<T: Serialize>(mut to: impl Write, message: &T) -> io::Result<()> {
    let mut bytes = vec![0; LENGTH];
    serde_json::to_writer(&mut bytes, message)?;
    let length = u32::try_from(bytes.len() - LENGTH).map_err(io::Error::other)?;
    bytes[..LENGTH].copy_from_slice(&length.to_le_bytes());
    to.write_all(&bytes)
}

/// Receives one message, and not a byte more: what follows may be none.
pub fn receive<T: DeserializeOwned>(from: &mut impl Read) -> io::Result<T> {
    let mut length = [0; LENGTH];
    from.read_exact(&mut length)?;
    let mut bytes = vec![0; u32::from_le_bytes(length) as usize];
    from.read_exact(&mut bytes)?;
    Ok(serde_json::from_slice(&bytes)?)
}

/// The bytes of a message's length, which go before it.
const LENGTH: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_arrive_one_by_one() {
        let mut wire = Vec::new();
        send(&mut wire, &Note::Failed("no\nway".to_owned())).unwrap();
        send(&mut wire, &Note::Ended(Ended::Exited(3))).unwrap();
        let mut from = &wire[..];
        assert!(matches!(receive(&mut from).unwrap(), Note::Failed(why) if why == "no\nway"));
        assert!(matches!(receive(&mut from).unwrap(), Note::Ended(Ended::Exited(3))));
        assert!(receive::<Note>(&mut from).is_err());
    }
}
