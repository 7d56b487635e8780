//! Namespaces: an agent that sees no process but its own and no network device.
//!
//! The warden makes those that its children are born into, launch the one in which it mounts.
//! Root needs no more. Other users first make a user namespace, in which they have the right.

use std::fs::{self, File};
use std::io;

use nix::sched::{CloneFlags, setns, unshare};
use nix::unistd::{getegid, geteuid};

/// For the warden: whatever it starts is in namespaces of its own, the first process of them in
/// particular.
#[derive(Debug)]
pub struct Namespaces {
    /// The way back to our own processes, from which the next namespace can be made; if there is one.
    own: Option<File>,
}

impl Namespaces {
    /// Makes the first ones.
    pub fn make() -> io::Result<Namespaces> {
        let own = File::open("/proc/self/ns/pid")?;
        let can_return = setns(&own, CloneFlags::CLONE_NEWPID).is_ok();
        let namespaces = Namespaces { own: can_return.then_some(own) };
        let flags = FOR_EACH | CloneFlags::CLONE_NEWNET;
        let (user, group) = (geteuid(), getegid());
        if user.is_root() {
            unshare(flags)?;
            return Ok(namespaces);
        }
        unshare(flags | CloneFlags::CLONE_NEWUSER)?;
        fs::write("/proc/self/setgroups", "deny")?;
        fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
        fs::write("/proc/self/gid_map", format!("{group} {group} 1"))?;
        Ok(namespaces)
    }

    /// Whether there can be others for a next run. Only root may return from those of the last.
    pub fn can_be_renewed(&self) -> bool {
        self.own.is_some()
    }

    /// Makes others for the next run. The network stays: no process in it can change it, and nothing in
    /// it outlives its processes.
    pub fn renew(&self) -> io::Result<()> {
        let own = self.own.as_ref().ok_or(io::ErrorKind::PermissionDenied)?;
        setns(own, CloneFlags::CLONE_NEWPID)?;
        Ok(unshare(FOR_EACH)?)
    }
}

/// What would show or leave something to the next run.
const FOR_EACH: CloneFlags = CloneFlags::CLONE_NEWPID.union(CloneFlags::CLONE_NEWIPC);
