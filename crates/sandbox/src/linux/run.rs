//! A run from the referee's side: what is ordered, and what came of it.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};
use std::sync::LazyLock;

use crate::ended::Ended;
use crate::isolation::Layers;
use crate::linux::program::installation;
use crate::linux::system::Means;
use crate::linux::user::RunUser;
use crate::linux::warden_pool::{Outputs, Reply, WardenPool};
use crate::linux::wire::{Length, RunOrder, RunReport};
use crate::linux::{files, owner, tree};
use crate::run::{Captured, CpuTime, Ran, Run, RunError};
use crate::sandbox::Sandbox;

/// Runs a program to its end, or to the end of its limits. Afterwards nothing of it is running.
///
/// Makes the calling process a child subreaper, so that nothing gets away even if a warden is
/// killed. After [`Ended::Disk`] the directory is still as full as it was found.
///
/// # Errors
/// If the run could not take place as ordered. Layers are never left out: without one of them,
/// nothing is run.
pub fn run(run: &Run, sandbox: &Sandbox) -> Result<Ran, RunError> {
    run_with(run, &sandbox.system.wardens, sandbox.means())
}

/// Runs with exactly these means.
pub fn run_with(run: &Run, wardens: &WardenPool, means: Means) -> Result<Ran, RunError> {
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
pub fn check_way_to(path: &Path) -> Result<(), RunError> {
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
