use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

use serde::Serialize;
use thiserror::Error;

use crate::ended::Ended;
use crate::isolation::Layers;
use crate::limits::Limits;
use crate::program::installation;
use crate::sandbox::{Means, Sandbox};
use crate::user::RunUser;
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
    run_with(run, sandbox.wardens(), sandbox.means())
}

/// Runs with exactly these means.
pub(crate) fn run_with(run: &Run, wardens: &WardenPool, means: Means) -> Result<Ran, RunError> {
    let mut layers = means.layers;
    let in_dir = |error| RunError::Directory { path: run.dir.clone(), error };
    let dir = fs::canonicalize(&run.dir).map_err(in_dir)?;
    if layers.confined
        && let Some(place) = files::public_place(&dir)
    {
        return Err(RunError::Public { path: dir, place });
    }
    // Its own until its directory is ours again.
    let user = if means.users { Some(RunUser::take().map_err(RunError::Users)?) } else { None };
    layers.user = user.as_ref().map(RunUser::number);
    if let Some(user) = layers.user {
        if !layers.namespaces {
            check_way_to(&dir)?;
        }
        owner::give(&dir, user).map_err(in_dir)?;
    }
    let reply = wardens.serve(order(run, &dir, means, layers));
    if let Some(user) = layers.user {
        // It may have taken its directory away.
        _ = owner::take_back(&dir, user);
    }
    match reply? {
        Reply::Ran(RunReport { ended: Ended::NotStarted(why), .. }, _) if !is_own(run, &dir) => {
            Err(RunError::NoProgram(why))
        }
        Reply::Ran(report, outputs) => Ok(ran(report, outputs, layers)),
        Reply::Failed(why) => Err(RunError::Sandbox(why)),
        Reply::Lost(left_running) => Err(RunError::Lost { left_running }),
    }
}

/// Whether the program that is run lies in its own directory, where it may do with it as it likes.
fn is_own(run: &Run, dir: &Path) -> bool {
    let Some(program) = run.command.first().map(Path::new) else { return false };
    let is_path = program.as_os_str().as_encoded_bytes().contains(&b'/');
    let leads_out = program.components().any(|part| part == Component::ParentDir);
    is_path && !leads_out && dir.join(program).starts_with(dir)
}

fn and_left(names: &[String]) -> String {
    if names.is_empty() { String::new() } else { format!(", and so was {}", names.join(", ")) }
}

fn order(run: &Run, dir: &Path, means: Means, layers: Layers) -> RunOrder {
    // The program itself may be read wherever it lies.
    let program = run.command.first().map(Path::new).filter(|path| path.is_absolute());
    let installations: Vec<PathBuf> = run.path.iter().filter_map(|bin| installation(bin)).collect();
    let granted = run.readable.iter().chain(&run.path).chain(&installations);
    let readable = granted.map(PathBuf::as_path).chain(program);
    let mut path = OsString::new();
    for folder in &run.path {
        path.push(folder);
        path.push(":");
    }
    path.push(Run::PATH);
    let mut env: Vec<(OsString, OsString)> =
        vec![("PATH".into(), path.clone()), ("LANG".into(), "C.UTF-8".into())];
    env.extend(["HOME", "TMPDIR"].map(|key| (key.into(), dir.into())));
    env.extend(run.env.iter().cloned());
    RunOrder {
        command: run.command.clone(),
        env,
        path,
        limits: run.limits,
        readable: readable.map(|path| path.as_os_str().to_owned()).collect(),
        cores: run.cores.clone(),
        // The warden that takes the order has its own.
        cgroup: None,
        user_tasks: user_tasks(run.limits.processes, layers),
        newest_landlock: means.newest_landlock,
        dir: dir.into(),
        layers,
    }
}

/// How many tasks the agent's user may have. With a user of its own, or in a namespace for users, these
/// are the agent's and launch. Otherwise our own are counted too, and others may come while it runs.
fn user_tasks(processes: u32, layers: Layers) -> u64 {
    let is_alone = layers.user.is_some() || layers.namespaces && counts_by_namespace();
    let others = if is_alone { 0 } else { tree::tasks_of_this_user() + OTHER_TASKS };
    u64::from(processes) + SPARE_TASKS + others
}

/// Since Linux 5.14 the tasks of a user are counted for each namespace of users.
fn counts_by_namespace() -> bool {
    static COUNTS: LazyLock<bool> = LazyLock::new(|| {
        let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
        let mut numbers = release.split(['.', '-']).map_while(|part| part.parse::<u32>().ok());
        (numbers.next(), numbers.next()) >= (Some(5), Some(14))
    });
    *COUNTS
}

/// So many more let the warden see the excess and say so.
const SPARE_TASKS: u64 = 16;
/// How many more tasks a user may start elsewhere while agents run.
const OTHER_TASKS: u64 = 256;

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
