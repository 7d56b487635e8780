//! Which layers work here: each is tried on a program that does nothing.

use std::fs;
use std::time::Duration;

use nix::unistd::geteuid;

use crate::isolation::{Isolation, Layers};
use crate::linux::run::run_with;
use crate::linux::system::Means;
use crate::linux::warden_pool::WardenPool;
use crate::linux::{cgroup, files};
use crate::run::{Run, RunError};
use crate::sandbox::Layer;
use crate::{Limits, ScratchDir};

/// Whether a program can be run as another user.
pub fn has_users(wardens: &WardenPool) -> bool {
    try_out(wardens, Layers::default(), true).is_ok()
}

/// Tries all layers.
pub fn all(wardens: &WardenPool, users: bool) -> Vec<Layer> {
    let confined = Layers { confined: true, ..Layers::default() };
    Isolation::ALL
        .into_iter()
        .map(|level| {
            let layers = match level {
                Isolation::L0 => Layers::default(),
                Isolation::L1 => confined,
                Isolation::L2 => Layers { namespaces: true, ..confined },
                Isolation::L3 => Layers { cgroup: true, ..Layers::default() },
            };
            match try_out(wardens, layers, users) {
                Ok(found) => Layer { level, works: true, found: describe(level, found), fix: None },
                Err(why) => Layer { level, works: false, fix: Some(fix(level, &why)), found: why },
            }
        })
        .collect()
}

fn try_out(wardens: &WardenPool, layers: Layers, users: bool) -> Result<Layers, String> {
    // Even if we are killed meanwhile, nothing stays.
    let scratch = ScratchDir::new().map_err(|error| error.to_string())?;
    let dir = scratch.workdir("trial");
    dir.renew().map_err(|error| error.to_string())?;
    let mut run = Run::new(["true"], dir.path());
    run.limits = Limits { wall: Duration::from_secs(10), ..Limits::default() };
    let means = Means { layers, users, newest_landlock: files::NEWEST };
    let ran = run_with(&run, wardens, means).map_err(|error| match error {
        RunError::Sandbox(why) => why,
        error => error.to_string(),
    })?;
    match ran.ended.is_success() {
        true => Ok(ran.layers),
        false => Err(format!("a program that does nothing {}", ran.ended)),
    }
}

fn describe(level: Isolation, found: Layers) -> String {
    let users = match found.user {
        Some(_) => "a user for each run",
        None => "no users of their own for programs",
    };
    match level {
        Isolation::L0 => {
            format!("process tree, limits, {users}, a clock that misses children nobody waits for")
        }
        Isolation::L1 => {
            let landlock = found.landlock;
            let guards = if found.user.is_none() {
                "; programs cannot change modes or, before Landlock 6, signal their children"
            } else {
                ""
            };
            format!("Landlock {landlock}, seccomp, resource limits{guards}")
        }
        Isolation::L2 if geteuid().is_root() => "pid, net, ipc, mount".to_owned(),
        Isolation::L2 => "user, pid, net, ipc, mount".to_owned(),
        Isolation::L3 => match cgroup::controllers().join(" ").as_str() {
            "" => "an exact clock, cgroup.kill, no controllers".to_owned(),
            names => format!("an exact clock, cgroup.kill, controllers: {names}"),
        },
    }
}

/// What to do about a layer that does not work.
fn fix(level: Isolation, why: &str) -> String {
    let setting = |name: &str| fs::read_to_string(format!("/proc/sys/{name}")).unwrap_or_default();
    let is = |name: &str, value: &str| setting(name).trim() == value;
    let text = match level {
        Isolation::L0 => "check that /proc is mounted and that the program `true` exists",
        Isolation::L1 | Isolation::L2 if why.contains("cannot pass") => {
            "set TMPDIR to a directory that others may enter, such as /tmp"
        }
        Isolation::L1 if why.contains("Landlock") => {
            "use Linux 5.13 or later with `landlock` in the kernel parameter `lsm=`"
        }
        Isolation::L1 if why.contains("another user") => {
            "run as an ordinary user, or as root with CAP_SETUID, CAP_SETGID and CAP_CHOWN"
        }
        Isolation::L1 => "allow seccomp filters; in a container check its security profile",
        Isolation::L2 if why.contains("Landlock") => "first make L1 work",
        Isolation::L2 if is("kernel/apparmor_restrict_unprivileged_userns", "1") => {
            "sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0"
        }
        Isolation::L2 if is("kernel/unprivileged_userns_clone", "0") => {
            "sudo sysctl kernel.unprivileged_userns_clone=1"
        }
        Isolation::L2 if is("user/max_user_namespaces", "0") => {
            "sudo sysctl user.max_user_namespaces=10000"
        }
        Isolation::L2 => {
            "in a container allow unshare and mount: --security-opt seccomp=unconfined"
        }
        Isolation::L3 if why.contains("no cgroup2") => {
            "sudo mkdir -p /sys/fs/cgroup/unified && \
             sudo mount -t cgroup2 none /sys/fs/cgroup/unified"
        }
        Isolation::L3 => "systemd-run --user --scope -p Delegate=yes plyglot ...",
    };
    text.to_owned()
}
