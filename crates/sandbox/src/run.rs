use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;
use thiserror::Error;

use crate::ended::Ended;
use crate::isolation::Layers;
use crate::limits::Limits;

/// A program to be run once, and within which limits.
#[derive(Clone, Debug)]
pub struct Run {
    /// The program and its arguments. A program without a slash is looked for in [`Run::PATH`].
    pub command: Vec<OsString>,
    /// Its directory: where it starts, and all that it may write to. With a user of its own it
    /// becomes that user's; the directories above must let others pass (`chmod a+x`).
    pub dir: PathBuf,
    /// Variables for it besides `PATH`, `HOME`, `TMPDIR` and `LANG`; nothing is inherited.
    pub env: Vec<(OsString, OsString)>,
    /// What it may use.
    pub limits: Limits,
    /// What it may read besides the system and its directory: a compiler in a home directory.
    pub readable: Vec<PathBuf>,
    /// The cores that it stays on; none means all.
    pub cores: Vec<usize>,
    /// Where programs are looked for before [`Run::PATH`]; also part of its own `PATH`, and readable,
    /// with the whole of a Python, conda or Java whose `bin` it is.
    pub path: Vec<PathBuf>,
}

impl Run {
    /// Where programs are looked for.
    pub const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

    /// A command in a directory, with the usual limits.
    pub fn new<I>(command: I, dir: impl Into<PathBuf>) -> Run
    where
        I: IntoIterator<Item: Into<OsString>>,
    {
        Run {
            command: command.into_iter().map(Into::into).collect(),
            dir: dir.into(),
            env: Vec::new(),
            limits: Limits::default(),
            readable: Vec::new(),
            cores: Vec::new(),
            path: Vec::new(),
        }
    }
}

/// What came of a run.
#[derive(Clone, Debug, Serialize)]
pub struct Ran {
    /// How it ended.
    pub ended: Ended,
    /// The CPU time of all its threads, children and orphans.
    pub cpu: CpuTime,
    /// The time by the wall clock.
    pub wall: Duration,
    /// The most memory that it was seen to use, in bytes.
    pub memory: u64,
    /// The beginning of its standard output.
    pub stdout: Captured,
    /// The end of its standard error.
    pub stderr: Captured,
    /// The names of processes that were still there when it had ended, and had to be killed.
    pub left_running: Vec<String>,
    /// The layers of isolation that were around it.
    pub layers: Layers,
}

/// CPU time spent in a program, and by the system for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CpuTime {
    /// In the program.
    pub user: Duration,
    /// In the kernel.
    pub system: Duration,
}

impl CpuTime {
    /// Both together: what a clock counts.
    pub fn total(self) -> Duration {
        self.user + self.system
    }
}

/// What was kept of an output.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Captured {
    /// The part that was kept.
    pub bytes: Vec<u8>,
    /// How much there was in all.
    pub total: u64,
}

impl Captured {
    /// The part that was kept, as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// Whether all of it was kept.
    pub fn is_whole(&self) -> bool {
        self.total == self.bytes.len() as u64
    }
}

/// Why a run did not take place. None of these is the agent's fault.
#[derive(Debug, Error)]
pub enum RunError {
    /// The warden's program could not be started.
    #[error("cannot start the warden {}: {error}", path.display())]
    Warden {
        /// Where it was looked for.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The agent's directory cannot be used.
    #[error("cannot use the directory {}: {error}", path.display())]
    Directory {
        /// The agent's directory.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The agent's directory lies where all agents can read.
    #[error("the directory {} lies in {}, which every agent can read", path.display(), place.display())]
    Public {
        /// The agent's directory.
        path: PathBuf,
        /// The part of the system that it lies in.
        place: PathBuf,
    },
    /// A directory above the agent's does not let the agent's user pass.
    #[error("the agent's user cannot pass {}: try chmod a+x on it", path.display())]
    Closed {
        /// The directory in the way.
        path: PathBuf,
    },
    /// There is no such program. One within the directory is the program's own affair, and
    /// [`Ended::NotStarted`]; any other is a wrong command, or is missing on this machine.
    #[error("{0}")]
    NoProgram(String),
    /// No user is free for the run.
    #[error("no user is free for a program: {0}")]
    Users(io::Error),
    /// The warden died or hung while the program ran; everything was killed, and nothing is known.
    #[error("the warden was lost{}", and_left(left_running))]
    Lost {
        /// The names of the processes that had to be killed.
        left_running: Vec<String>,
    },
    /// A layer of the sandbox could not be put up: nothing was run.
    #[error("the sandbox does not stand: {0}")]
    Sandbox(String),
    /// Programs are not run on this system at all.
    #[error("this system cannot isolate other people's programs; Linux can")]
    NotHere,
    /// It was told to stop before the program had ended.
    #[error("the run was given up")]
    GivenUp,
}

fn and_left(names: &[String]) -> String {
    if names.is_empty() { String::new() } else { format!(", and so was {}", names.join(", ")) }
}
