//! Namespaces: an agent that sees no process but its own, no network device, and a shared memory
//! that vanishes with it.
//!
//! The warden makes those that its children are born into, launch the one in which it mounts.
//! Root needs no more. Anybody else first makes a user namespace, in which he has the right.

use std::fs;
use std::io;

use nix::mount::{MsFlags, mount};
use nix::sched::{CloneFlags, unshare};
use nix::unistd::{getegid, geteuid};
use rustix::thread::{
    CapabilitySet, capabilities, clear_ambient_capability_set, configure_capability_in_ambient_set,
    set_capabilities,
};

use super::files::SHARED_MEMORY;

/// For the warden: whatever it starts from now on is in new namespaces, the first process of them
/// in particular.
pub fn prepare() -> io::Result<()> {
    let (user, group) = (geteuid(), getegid());
    let flags = CloneFlags::CLONE_NEWPID | CloneFlags::CLONE_NEWNET | CloneFlags::CLONE_NEWIPC;
    if user.is_root() {
        return Ok(unshare(flags)?);
    }
    unshare(flags | CloneFlags::CLONE_NEWUSER)?;
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
    fs::write("/proc/self/gid_map", format!("{group} {group} 1"))?;
    // Launch must mount, so it has to keep this right when it is started.
    let mut sets = capabilities(None)?;
    sets.inheritable |= CapabilitySet::SYS_ADMIN;
    set_capabilities(None, sets)?;
    configure_capability_in_ambient_set(CapabilitySet::SYS_ADMIN, true)?;
    Ok(())
}

/// For launch: mounts what the agent is to see, and gives up the right to mount.
pub fn furnish(memory: u64) -> io::Result<()> {
    unshare(CloneFlags::CLONE_NEWNS)?;
    let nothing = None::<&str>;
    mount(nothing, "/", nothing, MsFlags::MS_REC | MsFlags::MS_PRIVATE, nothing)?;
    let safe = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC;
    mount(Some("proc"), "/proc", Some("proc"), safe, nothing)?;
    if fs::exists(SHARED_MEMORY)? {
        let options = format!("mode=1777,nr_inodes=4096,size={memory}");
        mount(Some("tmpfs"), SHARED_MEMORY, Some("tmpfs"), safe, Some(options.as_str()))?;
    }
    clear_ambient_capability_set()?;
    Ok(())
}
