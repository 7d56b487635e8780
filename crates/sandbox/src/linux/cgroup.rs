//! A control group for a warden and all that it runs: the kernel's own account, and a sure way to
//! end them all.
//!
//! The warden enters its group once, and its agents are born in it. To move each agent instead would
//! take the kernel some 10 ms, in which no other process can begin or end. So the account goes on
//! from run to run and includes the warden, and what counts are differences. The controllers for
//! memory and tasks are used where the group's parent hands them down, or where they are in a hierarchy
//! of their own, as in version 1; the account and the killing work without.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::sleep;
use std::time::Duration;

use nix::time::{ClockId, clock_gettime};
use rustix::fs::{Access, access};

use crate::Limits;
use crate::linux::tree::Process;

/// A group that this process is in, and leaves and removes when it is dropped.
#[derive(Debug)]
pub struct Cgroup {
    path: PathBuf,
    account: File,
    /// The groups of the same name in hierarchies of version 1.
    older: Vec<PathBuf>,
}

impl Cgroup {
    /// Makes the group and enters it.
    pub fn enter(path: &Path) -> io::Result<Cgroup> {
        fs::create_dir(path)?;
        let entered = File::open(path.join("cpu.stat")).and_then(|account| {
            // A kernel without this file (before 5.14) cannot end a group in one step.
            fs::metadata(path.join("cgroup.kill"))?;
            move_into(path)?;
            Ok(Cgroup { path: path.to_owned(), account, older: Vec::new() })
        });
        let mut entered = entered.inspect_err(|_| remove(path))?;
        for older in in_older_hierarchies(path) {
            // Not every user may make one there.
            if fs::create_dir(&older).is_ok() {
                match move_into(&older) {
                    Ok(()) => entered.older.push(older),
                    Err(_) => remove(&older),
                }
            }
        }
        Ok(entered)
    }

    /// Sets the limits for what comes next.
    pub fn limit(&self, limits: &Limits) -> io::Result<()> {
        let memory = limits.memory.saturating_add(SPARE_MEMORY);
        let values = [
            ("memory.max", memory),
            ("memory.swap.max", 0),
            ("memory.limit_in_bytes", memory),
            ("memory.swappiness", 0),
            ("pids.max", u64::from(limits.processes) + SPARE_TASKS),
        ];
        for group in self.groups() {
            for (name, value) in values {
                let file = group.join(name);
                if file.exists() {
                    let set = || fs::write(&file, value.to_string());
                    set().or_else(|error| {
                        // Files of the run before may still be in memory, more than the new limit.
                        fs::write(group.join("memory.force_empty"), "0").map_err(|_| error)?;
                        set()
                    })?;
                }
            }
        }
        Ok(())
    }

    fn groups(&self) -> impl Iterator<Item = &PathBuf> {
        [&self.path].into_iter().chain(&self.older)
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
        let files = ["memory.events", "memory.oom_control"];
        let events = self.groups().flat_map(|group| files.map(|file| group.join(file)));
        let times =
            events.filter_map(|file| number_after(&fs::read_to_string(file).ok()?, "oom_kill "));
        times.sum()
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        for group in self.groups() {
            // If this fails, the referee does it.
            _ = group.parent().map(move_into);
            remove(group);
        }
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
    in_older_hierarchies(path)
        .iter()
        .filter(|older| older.exists())
        .for_each(|older| remove(older));
}

/// A name for the group of a referee's next warden. It tells whose it is.
pub fn new_name() -> String {
    static GROUPS: AtomicU64 = AtomicU64::new(0);
    let me = std::process::id() as i32;
    let start = Process::read(me).map_or(0, |process| process.start);
    format!("{PREFIX}{me}-{start}-{}", GROUPS.fetch_add(1, Ordering::Relaxed))
}

const PREFIX: &str = "plyglot-";

/// Removes the groups of referees that were killed.
pub fn clear_abandoned() {
    let Ok(home) = home() else { return };
    let mut homes = older_homes();
    homes.push(home.clone());
    for entry in homes.iter().filter_map(|home| fs::read_dir(home).ok()).flatten().flatten() {
        if entry.file_name().to_str().is_some_and(is_abandoned) {
            clear(&home.join(entry.file_name()));
        }
    }
}

fn is_abandoned(name: &str) -> bool {
    let owner = || {
        let mut numbers = name.strip_prefix(PREFIX)?.split('-');
        Some((numbers.next()?.parse::<i32>().ok()?, numbers.next()?.parse::<u64>().ok()?))
    };
    owner().is_some_and(|(pid, start)| {
        Process::read(pid).is_none_or(|process| process.start != start || process.is_zombie)
    })
}

/// Where groups can be made: our own group in the unified hierarchy.
///
/// # Errors
/// Says what is missing.
pub fn home() -> Result<PathBuf, String> {
    group_of_ours("cgroup2", None).ok_or_else(|| "no cgroup2 file system is mounted".to_owned())
}

/// The same in the hierarchies of version 1 that have a controller of use.
fn older_homes() -> Vec<PathBuf> {
    CONTROLLERS.iter().filter_map(|name| group_of_ours("cgroup", Some(name))).collect()
}

/// The names of the controllers that limit what is in a new group.
pub fn controllers() -> Vec<String> {
    let newer = home().ok().map(|home| fs::read_to_string(home.join("cgroup.subtree_control")));
    let newer = newer.and_then(Result::ok).unwrap_or_default();
    let is_open = |name: &&str| {
        let home = group_of_ours("cgroup", Some(name));
        home.is_some_and(|home| access(&home, Access::WRITE_OK).is_ok())
    };
    let older = CONTROLLERS.into_iter().filter(is_open);
    newer.split_whitespace().chain(older).map(str::to_owned).collect()
}

fn in_older_hierarchies(path: &Path) -> Vec<PathBuf> {
    let name = path.file_name().unwrap_or_default();
    older_homes().into_iter().map(|home| home.join(name)).collect()
}

/// Our own group in the hierarchy of a kind, and with a controller where there are several.
fn group_of_ours(kind: &str, controller: Option<&str>) -> Option<PathBuf> {
    let has = |list: &str| controller.is_none_or(|name| list.split(',').any(|one| one == name));
    let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    // Fields 4 and 5 are the root of the mount in its file system and the mount point. After the
    // dash come the kind of file system, its device, and what it was mounted with.
    let (root, point) = mounts.lines().find_map(|line| {
        let (before, after) = line.split_once(" - ")?;
        let mut after = after.split(' ');
        let is_it = after.next() == Some(kind) && after.nth(1).is_some_and(has);
        let mut fields = before.split(' ').skip(3);
        is_it.then_some((fields.next()?, fields.next()?))
    })?;
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    // The number of the hierarchy, its controllers, our group in it.
    let own = groups.lines().find_map(|line| {
        let (_, rest) = line.split_once(':')?;
        let (names, group) = rest.split_once(':')?;
        let is_it = if controller.is_some() { has(names) } else { names.is_empty() };
        is_it.then_some(group)
    });
    let own = own.unwrap_or("/");
    let below = own.strip_prefix(root).unwrap_or(own).trim_start_matches('/');
    Some(Path::new(point).join(below))
}

/// What is of use in version 1, where each may have a hierarchy of its own.
const CONTROLLERS: [&str; 2] = ["memory", "pids"];
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
