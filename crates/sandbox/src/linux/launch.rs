//! The second stage: puts the sandbox around its child, which then becomes the agent, and stays beside
//! it. Outside of the sandbox itself, it is out of the agent's reach: if the warden dies, it ends all
//! that the agent started, which nobody else could still find.

use std::ffi::OsStr;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, exit};
use std::thread::sleep;
use std::time::Duration;
use std::{fs, io};

use fork::{Fork, fork};
use nix::sys::prctl::{set_child_subreaper, set_no_new_privs, set_pdeathsig};
use nix::sys::resource::{Resource, setrlimit};
use nix::sys::signal::{SigSet, Signal};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use nix::sys::stat::{Mode, umask};
use nix::time::{ClockId, clock_gettime};
use nix::unistd::{Gid, Uid, setgroups, setresgid, setresuid, setsid};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::WaitOptions;

use crate::linux::kill::{Reaped, reap, stop_and_kill};
use crate::linux::program::find_in;
use crate::linux::wire::{self, Note, RunOrder};
use crate::linux::{cores, files, root_dir, syscalls, tree};

/// Open files; enough for any runtime.
const OPEN_FILES: u64 = 1024;
/// Beyond its limit the kernel stops a file, if the warden has not done so before.
const SPARE_BYTES: u64 = 1 << 20;
/// How long a program may be open for writing, a second in all.
const BUSY_TRIES: u32 = 500;
const BUSY_PAUSE: Duration = Duration::from_millis(2);

/// Runs the stage, in a process of its own that has the agent's standard streams already.
pub fn main(order: &RunOrder, warden: &UnixStream) -> ! {
    if let Err(why) = launch(order, warden) {
        // If this fails, the warden is gone, and we are about to go too.
        _ = wire::send(warden, &Note::Failed(why));
    }
    exit(2)
}

/// Starts the agent, says how it ended, and waits until the warden wants no more. Only with us does a
/// namespace end: so the warden can look at what was left running.
fn launch(order: &RunOrder, warden: &UnixStream) -> Result<(), String> {
    prepare(order)?;
    let deaths = SigSet::from(Signal::SIGCHLD);
    deaths.thread_block().map_err(called("the children's deaths"))?;
    let deaths = SignalFd::with_flags(&deaths, SfdFlags::SFD_CLOEXEC | SfdFlags::SFD_NONBLOCK)
        .map_err(called("the children's deaths"))?;
    let launch_time = cpu_time();
    let agent = match fork().map_err(called("the agent"))? {
        Fork::Parent(agent) => agent,
        Fork::Child => {
            // If this fails, the warden is gone, and we are about to be killed.
            _ = wire::send(warden, &become_agent(order, warden, launch_time));
            exit(2)
        }
    };
    loop {
        let mut waiting = [
            PollFd::from_borrowed_fd(deaths.as_fd(), PollFlags::IN),
            PollFd::from_borrowed_fd(warden.as_fd(), PollFlags::IN),
        ];
        _ = poll(&mut waiting, None);
        // The warden never says anything: it has ended.
        let is_alone = !waiting[1].revents().is_empty();
        _ = deaths.read_signal();
        while let Reaped::Dead(pid, ended) = reap(WaitOptions::NOHANG) {
            if pid == agent {
                wire::send(warden, &Note::Ended(ended)).map_err(called("the warden"))?;
            }
        }
        if is_alone {
            end_all();
            return Ok(());
        }
    }
}

/// What agent and launch share.
fn prepare(order: &RunOrder) -> Result<(), String> {
    umask(Mode::S_IWGRP | Mode::S_IWOTH);
    setsid().map_err(called("a new session"))?;
    if !order.cores.is_empty() {
        cores::stay_on(&order.cores).map_err(called("the cores"))?;
    }
    if order.layers.namespaces {
        root_dir::make(order).map_err(called("mounting"))?;
    } else {
        // As the first process of a namespace, whoever loses its parent becomes our child.
        set_child_subreaper(true).map_err(called("the orphans"))?;
    }
    std::env::set_current_dir(order.dir()).map_err(called(&order.dir.display().to_string()))
}

/// Ends all that the agent started. A namespace ends by itself.
fn end_all() {
    let me = std::process::id() as i32;
    loop {
        stop_and_kill(|| tree::descendants(me));
        match reap(WaitOptions::empty()) {
            Reaped::NoneLeft => return,
            Reaped::Dead(..) | Reaped::NoneNow => {}
        }
    }
}

/// Becomes the agent, or says why not.
fn become_agent(order: &RunOrder, warden: &UnixStream, launch: Duration) -> Note {
    let landlock = match confine(order) {
        Ok(landlock) => landlock,
        Err(why) => return Note::Failed(why),
    };
    let Some((program, arguments)) = order.command.split_first() else {
        return Note::NotStarted("the command is empty".to_owned());
    };
    let mut agent = Command::new(found(program, &order.path));
    agent.args(arguments).env_clear().envs(order.env.iter().map(|(key, value)| (key, value)));
    if let Err(error) = wire::send(warden, &Note::Ready { launch, setup: cpu_time(), landlock }) {
        return Note::Failed(error.to_string());
    }
    let error = exec(&mut agent);
    Note::NotStarted(format!("{}: {error}", program.display()))
}

/// Becomes a program, or says why not.
///
/// A program that the referee has just written can still be open in a process that another of its
/// threads is starting, from its birth until it becomes somebody else. That soon passes.
fn exec(agent: &mut Command) -> io::Error {
    for _ in 0..BUSY_TRIES {
        let error = agent.exec();
        if error.kind() != io::ErrorKind::ExecutableFileBusy {
            return error;
        }
        sleep(BUSY_PAUSE);
    }
    agent.exec()
}

fn cpu_time() -> Duration {
    clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).map_or(Duration::ZERO, Into::into)
}

/// Where a program is. The standard library would look for it too, but start it in a slower way.
fn found(program: &OsStr, path: &OsStr) -> PathBuf {
    let is_path = program.as_encoded_bytes().contains(&b'/');
    let path = if is_path { None } else { find_in(program, path) };
    path.unwrap_or_else(|| program.into())
}

/// Puts up the layers that were ordered, all of them or none.
fn confine(order: &RunOrder) -> Result<u32, String> {
    // The kernel, when it is short of memory, had better end the agent than the referee.
    _ = fs::write("/proc/self/oom_score_adj", "1000");
    limit_resources(order).map_err(called("resource limits"))?;
    if let Some(user) = order.layers.user {
        become_user(user).map_err(called("another user"))?;
    }
    // After the user, since changing it forgets this.
    set_pdeathsig(Signal::SIGKILL).map_err(called("the parent's death"))?;
    set_no_new_privs().map_err(called("no new privileges"))?;
    if !order.layers.confined {
        return Ok(0);
    }
    let landlock = files::restrict(order).map_err(called("Landlock"))?;
    let guard = syscalls::Guard {
        pinned: !order.cores.is_empty(),
        shares_user: order.layers.user.is_none(),
        sees_others: !order.layers.namespaces,
        landlock,
    };
    syscalls::restrict(guard).map_err(called("seccomp"))?;
    Ok(landlock)
}

fn called<E: std::fmt::Display>(step: &str) -> impl FnOnce(E) -> String {
    move |error| format!("{step}: {error}")
}

/// Backstops only, which hold even if the warden were slow: most count a single process. None on CPU
/// time: with one, the clock that an agent reads for itself would move in steps of 4 ms.
fn limit_resources(order: &RunOrder) -> nix::Result<()> {
    for (resource, value) in [
        (Resource::RLIMIT_CORE, 0),
        (Resource::RLIMIT_FSIZE, order.limits.disk.saturating_add(SPARE_BYTES)),
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
