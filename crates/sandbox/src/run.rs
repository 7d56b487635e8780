use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

use serde::Serialize;
use thiserror::Error;

use crate::ended::Ended;
use crate::isolation::Layers;
use crate::limits::Limits;
use crate::sandbox::Sandbox;
use crate::warden_pool::{Outputs, Reply, WardenPool};
use crate::wire::{Length, RunOrder, RunReport};
use crate::{files, owner, tree};

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
    /// Which of the users for agents it runs as, if it has one of its own. Two agents of which
    /// one must not see the other's files need two numbers.
    pub slot: u16,
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
            slot: 0,
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
    /// A layer of the sandbox could not be put up: nothing was run.
    #[error("the sandbox does not stand: {0}")]
    Sandbox(String),
    /// It was told to stop before the program had ended.
    #[error("the run was given up")]
    GivenUp,
}

/// Runs a program to its end, or to the end of its limits. Afterwards nothing of it is running.
///
/// Makes the calling process a child subreaper, so that nothing gets away even if a warden is
/// killed. After [`Ended::Disk`] the directory is still as full as it was found.
///
/// # Errors
/// If the run could not take place as ordered. Layers are never left out: without one of them,
/// nothing is run.
pub fn run(run: &Run, sandbox: &Sandbox) -> Result<Ran, RunError> {
    run_with(run, sandbox.wardens(), sandbox.layers_for(run.slot))
}

/// Runs under exactly these layers.
pub(crate) fn run_with(run: &Run, wardens: &WardenPool, layers: Layers) -> Result<Ran, RunError> {
    let in_dir = |error| RunError::Directory { path: run.dir.clone(), error };
    let dir = fs::canonicalize(&run.dir).map_err(in_dir)?;
    if layers.confined
        && let Some(place) = files::public_place(&dir)
    {
        return Err(RunError::Public { path: dir, place });
    }
    if let Some(user) = layers.user {
        check_way_to(&dir)?;
        owner::give(&dir, user).map_err(in_dir)?;
    }
    match wardens.serve(order(run, dir, layers))? {
        Reply::Ran(report, outputs) => Ok(ran(report, outputs, layers)),
        Reply::Failed(why) => Err(RunError::Sandbox(why)),
        Reply::Lost(left_running) => Ok(lost(layers, left_running)),
    }
}

fn order(run: &Run, dir: PathBuf, layers: Layers) -> RunOrder {
    // The program itself may be read wherever it lies.
    let program = run.command.first().map(Path::new).filter(|path| path.is_absolute());
    let readable = run.readable.iter().map(PathBuf::as_path).chain(program);
    let own = [("PATH", Run::PATH), ("LANG", "C.UTF-8")];
    let mut env: Vec<(OsString, OsString)> =
        own.into_iter().map(|(key, value)| (key.into(), value.into())).collect();
    env.extend(["HOME", "TMPDIR"].map(|key| (key.into(), dir.clone().into())));
    env.extend(run.env.iter().cloned());
    RunOrder {
        command: run.command.clone(),
        env,
        limits: run.limits,
        readable: readable.map(|path| path.as_os_str().to_owned()).collect(),
        cores: run.cores.clone(),
        // The warden that takes the order has its own.
        cgroup: None,
        user_tasks: user_tasks(run.limits.processes, layers),
        protected: vec![std::process::id() as i32],
        dir: dir.into(),
        layers,
    }
}

/// How many tasks the agent's user may have. With a user of its own these are the agent's; the
/// warden sees the excess before that. An ordinary user has others too, so for him this is only to
/// keep the machine alive.
fn user_tasks(processes: u32, layers: Layers) -> u64 {
    static OF_THIS_USER: LazyLock<u64> = LazyLock::new(tree::tasks_of_this_user);
    let others = if layers.user.is_some() { 0 } else { *OF_THIS_USER + OTHER_TASKS };
    u64::from(processes) + SPARE_TASKS + others
}

const SPARE_TASKS: u64 = 64;
/// How many more tasks a user may start elsewhere while agents run.
const OTHER_TASKS: u64 = 4096;

/// An agent with a user of its own must be able to pass all directories above a path of its.
pub(crate) fn check_way_to(path: &Path) -> Result<(), RunError> {
    for above in path.ancestors().skip(1) {
        let in_above = |error| RunError::Directory { path: above.to_owned(), error };
        if fs::metadata(above).map_err(in_above)?.permissions().mode() & 0o001 == 0 {
            return Err(RunError::Closed { path: above.to_owned() });
        }
    }
    Ok(())
}

fn ran(report: RunReport, [stdout, stderr]: Outputs, layers: Layers) -> Ran {
    let captured = |bytes, length: Length| Captured { bytes, total: length.total };
    Ran {
        ended: report.ended,
        cpu: CpuTime { user: report.user, system: report.system },
        wall: report.wall,
        memory: report.memory,
        stdout: captured(stdout, report.stdout),
        stderr: captured(stderr, report.stderr),
        left_running: report.left_running,
        layers: Layers { landlock: report.landlock, ..layers },
    }
}

fn lost(layers: Layers, left_running: Vec<String>) -> Ran {
    Ran {
        ended: Ended::WardenLost,
        cpu: CpuTime::default(),
        wall: Duration::ZERO,
        memory: 0,
        stdout: Captured::default(),
        stderr: Captured::default(),
        left_running,
        layers,
    }
}
