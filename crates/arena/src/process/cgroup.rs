//! A control group for one run: the kernel's own account of it, and a sure way to end it.
//!
//! A group is never used twice, since its account goes on. The controllers for memory and tasks
//! are used where the group's parent hands them down; the account and the killing work without.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use super::Limits;

/// A group that exists, and is removed when it is dropped.
#[derive(Debug)]
pub struct Cgroup(PathBuf);

impl Cgroup {
    /// Makes the group.
    pub fn create(path: &Path, limits: &Limits) -> io::Result<Cgroup> {
        fs::create_dir(path)?;
        let group = Cgroup(path.to_owned());
        // A kernel without this file (before 5.14) cannot end a group in one step.
        fs::metadata(path.join("cgroup.kill"))?;
        let values = [
            ("memory.max", limits.memory),
            ("memory.swap.max", 0),
            ("memory.oom.group", 1),
            ("pids.max", u64::from(limits.processes) + SPARE_TASKS),
        ];
        for (name, value) in values {
            if path.join(name).exists() {
                group.write(name, &value.to_string())?;
            }
        }
        Ok(group)
    }

    /// Puts a process into the group.
    pub fn add(&self, pid: u32) -> io::Result<()> {
        self.write("cgroup.procs", &pid.to_string())
    }

    /// The CPU time of everything that ever ran in the group.
    pub fn cpu_time(&self) -> Option<Duration> {
        let stat = fs::read_to_string(self.0.join("cpu.stat")).ok()?;
        Some(Duration::from_micros(number_after(&stat, "usage_usec ")?))
    }

    /// Whether the kernel ended something in the group because it used too much memory.
    pub fn ran_out_of_memory(&self) -> bool {
        let events = fs::read_to_string(self.0.join("memory.events"));
        events.ok().and_then(|text| number_after(&text, "oom_kill ")).is_some_and(|count| count > 0)
    }

    /// Kills everything in the group, also what is being forked right now.
    pub fn kill(&self) {
        // If this fails, the processes are found one by one.
        _ = self.write("cgroup.kill", "1");
    }

    fn write(&self, name: &str, value: &str) -> io::Result<()> {
        fs::write(self.0.join(name), value)
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        remove(&self.0);
    }
}

/// Ends and removes a group whose warden is gone.
pub fn clear(path: &Path) {
    if path.exists() {
        Cgroup(path.to_owned()).kill();
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
