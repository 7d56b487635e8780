//! A control group for a warden and all that it runs: the kernel's own account, and a sure way to
//! end them all.
//!
//! The warden enters its group once, and its agents are born in it. To move each agent instead would
//! take the kernel some 10 ms, in which no other process can begin or end. So the account goes on
//! from run to run and includes the warden, and what counts are differences. The controllers for
//! memory and tasks are used where the group's parent hands them down; the account and the killing
//! work without.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use nix::time::{ClockId, clock_gettime};

use crate::Limits;

/// A group that this process is in, and leaves and removes when it is dropped.
#[derive(Debug)]
pub struct Cgroup {
    path: PathBuf,
    account: File,
}

impl Cgroup {
    /// Makes the group and enters it.
    pub fn enter(path: &Path) -> io::Result<Cgroup> {
        fs::create_dir(path)?;
        let entered = File::open(path.join("cpu.stat")).and_then(|account| {
            // A kernel without this file (before 5.14) cannot end a group in one step.
            fs::metadata(path.join("cgroup.kill"))?;
            move_into(path)?;
            Ok(Cgroup { path: path.to_owned(), account })
        });
        entered.inspect_err(|_| remove(path))
    }

    /// Sets the limits for what comes next.
    pub fn limit(&self, limits: &Limits) -> io::Result<()> {
        let values = [
            ("memory.max", limits.memory.saturating_add(SPARE_MEMORY)),
            ("memory.swap.max", 0),
            ("pids.max", u64::from(limits.processes) + SPARE_TASKS),
        ];
        for (name, value) in values {
            let file = self.path.join(name);
            if file.exists() {
                fs::write(file, value.to_string())?;
            }
        }
        Ok(())
    }

    /// The CPU time of everything that ever ran in the group, but for this process.
    pub fn cpu_time_of_others(&self) -> Option<Duration> {
        // In this order: to ask for the time brings the account up to date.
        let own = Duration::from(clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).ok()?);
        let mut stat = [0; 512];
        let length = self.account.read_at(&mut stat, 0).ok()?;
        let stat = String::from_utf8_lossy(&stat[..length]);
        let all = Duration::from_micros(number_after(&stat, "usage_usec ")?);
        Some(all.saturating_sub(own))
    }

    /// How often the kernel ended something in the group because it used too much memory.
    pub fn times_out_of_memory(&self) -> u64 {
        let events = fs::read_to_string(self.path.join("memory.events"));
        events.ok().and_then(|text| number_after(&text, "oom_kill ")).unwrap_or(0)
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        // If this fails, the referee does it.
        _ = self.path.parent().map(move_into);
        remove(&self.path);
    }
}

/// Moves this process.
fn move_into(group: &Path) -> io::Result<()> {
    fs::write(group.join("cgroup.procs"), "0")
}

/// Ends and removes a group whose warden is gone.
pub fn clear(path: &Path) {
    if path.exists() {
        // Also what is being forked right now.
        _ = fs::write(path.join("cgroup.kill"), "1");
        remove(path);
    }
}

/// Where groups can be made: our own group in the unified hierarchy.
///
/// # Errors
/// Says what is missing.
pub fn home() -> Result<PathBuf, String> {
    let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    // Fields 4 and 5 are the root of the mount in its file system and the mount point.
    let (root, point) = mounts
        .lines()
        .find_map(|line| {
            let (before, after) = line.split_once(" - ")?;
            let mut fields = before.split(' ').skip(3);
            after.starts_with("cgroup2 ").then_some((fields.next()?, fields.next()?))
        })
        .ok_or("no cgroup2 file system is mounted")?;
    let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let own = own.lines().find_map(|line| line.strip_prefix("0::")).unwrap_or("/");
    let below = own.strip_prefix(root).unwrap_or(own).trim_start_matches('/');
    Ok(Path::new(point).join(below))
}

/// Tasks that the kernel allows beyond the limit, so that the warden sees the excess and says so.
const SPARE_TASKS: u64 = 64;
/// What the warden itself may need.
const SPARE_MEMORY: u64 = 16 << 20;

fn number_after(text: &str, key: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix(key))?.trim().parse().ok()
}

/// The kernel may need a moment after the last process has gone.
fn remove(path: &Path) {
    for _ in 0..200 {
        match fs::remove_dir(path) {
            Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {
                sleep(Duration::from_millis(1));
            }
            _ => return,
        }
    }
}
