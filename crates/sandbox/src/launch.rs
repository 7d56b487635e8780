//! The second stage: puts the sandbox around itself, then becomes the agent.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use nix::sys::prctl::{set_no_new_privs, set_pdeathsig};
use nix::sys::resource::{Resource, setrlimit};
use nix::sys::signal::Signal;
use nix::time::{ClockId, clock_gettime};
use nix::unistd::{Gid, Uid, getppid, setgroups, setresgid, setresuid, setsid};

use rustix::process::WaitOptions;

use crate::ended::Ended;
use crate::kill::{Reaped, reap};
use crate::program::find_in;
use crate::wire::{self, Note, RunOrder};
use crate::{cores, files, namespaces, syscalls};

/// Open files; enough for any runtime.
const OPEN_FILES: u64 = 1024;
/// Beyond its limit the kernel stops a file or a clock, if the warden has not done so before.
const SPARE_BYTES: u64 = 1 << 20;
const SPARE_SECONDS: u64 = 2;

/// Runs the stage, in a process of its own that has the agent's standard streams already.
pub fn main(order: &RunOrder, mut warden: UnixStream) -> ! {
    let note = launch(order, &warden);
    // If this fails, the warden is gone, and we are about to be killed.
    _ = wire::send(&warden, &note);
    if matches!(note, Note::Ended(_)) {
        // The namespace ends with us: the warden first looks at what was left running.
        _ = wire::receive::<()>(&mut warden);
    }
    std::process::exit(2)
}

/// Becomes the agent, or says why not; or, in a namespace, starts the agent and says how it ended.
fn launch(order: &RunOrder, warden: &UnixStream) -> Note {
    let landlock = match confine(order) {
        Ok(landlock) => landlock,
        Err(why) => return Note::Failed(why),
    };
    let Some((program, arguments)) = order.command.split_first() else {
        return Note::NotStarted("the command is empty".to_owned());
    };
    let mut agent = Command::new(found(program, &order.path));
    agent.args(arguments).env_clear().envs(order.env.iter().map(|(key, value)| (key, value)));
    let cpu = clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).map_or(Duration::ZERO, Into::into);
    if let Err(error) = wire::send(warden, &Note::Ready { cpu, landlock }) {
        return Note::Failed(error.to_string());
    }
    let error = if order.layers.namespaces {
        match agent.spawn() {
            Ok(child) => return Note::Ended(first_process(child.id() as i32)),
            Err(error) => error,
        }
    } else {
        agent.exec()
    };
    Note::NotStarted(format!("{}: {error}", program.display()))
}

/// Where a program is. The standard library would look for it too, but start it in a slower way.
fn found(program: &OsStr, path: &OsStr) -> PathBuf {
    let is_path = program.as_encoded_bytes().contains(&b'/');
    let path = if is_path { None } else { find_in(program, path) };
    path.unwrap_or_else(|| program.into())
}

/// Puts up the layers that were ordered, all of them or none.
fn confine(order: &RunOrder) -> Result<u32, String> {
    std::env::set_current_dir(order.dir()).map_err(called(&order.dir.display().to_string()))?;
    setsid().map_err(called("a new session"))?;
    // The kernel, when it is short of memory, had better end the agent than the referee.
    _ = fs::write("/proc/self/oom_score_adj", "1000");
    if !order.cores.is_empty() {
        cores::stay_on(&order.cores).map_err(called("the cores"))?;
    }
    if order.layers.namespaces {
        namespaces::furnish(order.limits.memory / 4).map_err(called("mounting"))?;
    }
    if order.layers.confined {
        limit_resources(order).map_err(called("resource limits"))?;
    }
    if let Some(user) = order.layers.user {
        become_user(user).map_err(called("another user"))?;
    }
    // After the user, since changing it forgets this.
    set_pdeathsig(Signal::SIGKILL).map_err(called("the parent's death"))?;
    if !order.layers.confined {
        return Ok(0);
    }
    set_no_new_privs().map_err(called("no new privileges"))?;
    let landlock = files::restrict(order).map_err(called("Landlock"))?;
    // Numbers of processes mean something else in a namespace, and those outside have none.
    let mut protected = Vec::new();
    if !order.layers.namespaces {
        protected = [&order.protected[..], &[getppid().as_raw()]].concat();
    }
    let guard = syscalls::Guard { protected: &protected, pinned: !order.cores.is_empty() };
    syscalls::restrict(guard).map_err(called("seccomp"))?;
    Ok(landlock)
}

fn called<E: std::fmt::Display>(step: &str) -> impl FnOnce(E) -> String {
    move |error| format!("{step}: {error}")
}

/// Backstops only, which hold even if the warden were slow: most count a single process.
fn limit_resources(order: &RunOrder) -> nix::Result<()> {
    let limits = &order.limits;
    let seconds = limits.cpu.as_secs().saturating_add(1 + SPARE_SECONDS);
    for (resource, value) in [
        (Resource::RLIMIT_CORE, 0),
        (Resource::RLIMIT_CPU, seconds),
        (Resource::RLIMIT_FSIZE, limits.disk.saturating_add(SPARE_BYTES)),
        (Resource::RLIMIT_NOFILE, OPEN_FILES),
        (Resource::RLIMIT_NPROC, order.user_tasks),
        (Resource::RLIMIT_MSGQUEUE, 0),
    ] {
        // An agent cannot get more than we have ourselves.
        let (_, most) = nix::sys::resource::getrlimit(resource)?;
        setrlimit(resource, value.min(most), value.min(most))?;
    }
    Ok(())
}

fn become_user(user: u32) -> nix::Result<()> {
    let (user, group) = (Uid::from_raw(user), Gid::from_raw(user));
    setgroups(&[])?;
    setresgid(group, group, group)?;
    setresuid(user, user, user)
}

/// Serves as the first process of a namespace: waits for everybody until the agent has ended.
fn first_process(agent: i32) -> Ended {
    loop {
        match reap(WaitOptions::empty()) {
            Reaped::Dead(pid, ended) if pid == agent => return ended,
            Reaped::Dead(..) | Reaped::NoneNow => {}
            // Unheard of: it is our child, and only we wait.
            Reaped::NoneLeft => return Ended::Signalled(Signal::SIGKILL as i32),
        }
    }
}
