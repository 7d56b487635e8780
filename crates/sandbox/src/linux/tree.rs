//! The processes below a process, read from `/proc`.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::ops::Range;
use std::sync::LazyLock;
use std::time::Duration;

use nix::time::{clock_getcpuclockid, clock_gettime};
use nix::unistd::{Pid, geteuid};
use rustix::param::{clock_ticks_per_second, page_size};

/// A process as it was found.
#[derive(Debug)]
pub struct Process {
    pub pid: i32,
    /// When it was started, in the kernel's ticks: tells a process from a later one of its number.
    pub start: u64,
    pub name: String,
    pub session: i32,
    pub threads: u32,
    /// Ended, but not yet waited for by its parent.
    pub is_zombie: bool,
    /// The CPU time of all its threads, also of ended ones, to the nanosecond.
    pub own: Duration,
    /// The CPU time of the children that it has waited for, rounded down to ticks of 10 ms, once
    /// for user and once for system time: too little by 20 ms at most, never too much.
    pub waited_for: Duration,
    /// Bytes in memory; what several processes share counts for each.
    pub resident: u64,
    /// The thread that shows its memory and its files: the first one, as long as that lives.
    thread: i32,
}

/// All processes below `root`, parents before their children.
///
/// The order matters for the clocks. What a child has used moves to its parent when it is waited
/// for. Read in this order it may be missed for a moment, but is never counted twice.
pub fn descendants(root: i32) -> Vec<Process> {
    let mut found: Vec<Process> = Vec::new();
    let mut known = HashSet::from([root]);
    let mut wanted = children(root, 1);
    while let Some(pid) = wanted.pop() {
        if known.insert(pid)
            && let Some(process) = Process::read(pid)
        {
            wanted.extend(children(pid, process.threads));
            found.push(process);
        }
    }
    found
}

/// The children of a process with this many threads.
pub fn children(pid: i32, threads: u32) -> Vec<i32> {
    if !*HAS_CHILDREN_FILES {
        return children_by_looking_at_all(pid);
    }
    if threads == 1 {
        return children_of_thread(pid, pid);
    }
    let tasks = numbers_in(&format!("/proc/{pid}/task"));
    tasks.into_iter().flat_map(|thread| children_of_thread(pid, thread)).collect()
}

impl Process {
    /// A process, if it is still there.
    pub fn read(pid: i32) -> Option<Process> {
        let process = Process::seen_by(pid, pid)?;
        if !process.is_zombie || process.threads == 1 {
            return Some(process);
        }
        // Its first thread has ended, and with it all sight of the others that go on.
        let start = process.start;
        let others = numbers_in(&format!("/proc/{pid}/task"));
        let mut others = others.into_iter().filter_map(|thread| Process::seen_by(pid, thread));
        let other = others.find(|other| !other.is_zombie);
        Some(other.map_or(process, |other| Process { start, ..other }))
    }

    /// A process as one of its threads shows it.
    fn seen_by(pid: i32, thread: i32) -> Option<Process> {
        let clock = clock_getcpuclockid(Pid::from_raw(pid)).ok()?;
        let own = Duration::from(clock_gettime(clock).ok()?);
        let bytes = read(&format!("/proc/{pid}/task/{thread}/stat")).ok()?;
        let stat = String::from_utf8_lossy(&bytes);
        // The name stands in parentheses and may contain anything, also parentheses and blanks.
        let (before, after) = stat.rsplit_once(')')?;
        let name = before.split_once('(')?.1.to_owned();
        let fields: Vec<&str> = after.split_ascii_whitespace().collect();
        // Numbered from the state on; proc(5) calls that field 3.
        let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
        let ticks = number(13)? + number(14)?;
        Some(Process {
            pid,
            start: number(19)?,
            name,
            session: fields.get(3)?.parse().ok()?,
            threads: u32::try_from(number(17)?).ok()?,
            is_zombie: matches!(*fields.first()?, "Z" | "X"),
            own,
            waited_for: Duration::from_secs_f64(ticks as f64 / clock_ticks_per_second() as f64),
            resident: number(21)? * page_size() as u64,
            thread,
        })
    }

    /// Where the kernel tells of its memory and files.
    pub fn entry(&self) -> String {
        format!("/proc/{}/task/{}", self.pid, self.thread)
    }

    /// Bytes in memory, where shared ones count in part. Exact, but slow to find out.
    pub fn proportional_memory(&self) -> Proportional {
        let kilobytes = |text: &str, key: &str| -> Option<u64> {
            let line = text.lines().find_map(|line| line.strip_prefix(key))?;
            line.trim().strip_suffix(" kB")?.parse().ok()
        };
        match fs::read_to_string(format!("{}/smaps_rollup", self.entry())) {
            Ok(text) => {
                let bytes = |key| kilobytes(&text, key).unwrap_or(0) << 10;
                let in_files = bytes("Pss_Shmem:");
                Proportional { own: bytes("Pss:").saturating_sub(in_files), in_files }
            }
            // It hides its memory from us.
            Err(error) if error.kind() == ErrorKind::PermissionDenied => {
                Proportional { own: self.resident, in_files: 0 }
            }
            // It has gone meanwhile.
            Err(_) => Proportional::default(),
        }
    }
}

/// A process's part of what is in memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct Proportional {
    /// Bytes of its own, and of what it runs.
    pub own: u64,
    /// Bytes of files that are in memory only.
    pub in_files: u64,
}

/// How many tasks the user who asks has at the moment.
pub fn tasks_of_this_user() -> u64 {
    let me = geteuid().as_raw();
    let mine = processes_of(me..me + 1).into_iter().filter_map(|(pid, _)| Process::read(pid));
    mine.map(|process| u64::from(process.threads)).sum()
}

/// All processes of some users, each with its user.
pub fn processes_of(users: Range<u32>) -> Vec<(i32, u32)> {
    // Not the owner of the entry: that is root, where a process hides.
    let user = |pid: i32| {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("Uid:"))?;
        Some((pid, line.split_ascii_whitespace().next()?.parse().ok()?))
    };
    let all = numbers_in("/proc").into_iter().filter_map(user);
    all.filter(|(_, user)| users.contains(user)).collect()
}

/// Whether the kernel lists the children of a thread; nearly all do.
static HAS_CHILDREN_FILES: LazyLock<bool> =
    LazyLock::new(|| fs::exists("/proc/thread-self/children").unwrap_or(false));

fn children_of_thread(pid: i32, thread: i32) -> Vec<i32> {
    let text = read(&format!("/proc/{pid}/task/{thread}/children")).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    text.split_ascii_whitespace().filter_map(|number| number.parse().ok()).collect()
}

fn children_by_looking_at_all(parent: i32) -> Vec<i32> {
    let is_child = |pid: &i32| {
        let stat = read(&format!("/proc/{pid}/stat")).unwrap_or_default();
        let stat = String::from_utf8_lossy(&stat);
        let after = stat.rsplit_once(')').map_or("", |(_, after)| after);
        after.split_ascii_whitespace().nth(1) == Some(&parent.to_string())
    };
    numbers_in("/proc").into_iter().filter(is_child).collect()
}

/// The whole of a small file of the kernel's. It does not know its size, so the standard library would
/// ask for it in vain and then read 32 bytes at a time.
fn read(path: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(4 << 10);
    File::open(path)?.take(u64::MAX).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The entries of a directory that are numbers.
fn numbers_in(directory: &str) -> Vec<i32> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    #[test]
    fn both_ways_find_a_child() {
        let mut child = Command::new("sleep").arg("60").stdin(Stdio::null()).spawn().unwrap();
        let (me, pid) = (std::process::id() as i32, child.id() as i32);
        let threads = Process::read(me).unwrap().threads;
        assert!(children(me, threads.max(2)).contains(&pid));
        assert!(children_by_looking_at_all(me).contains(&pid));
        assert_eq!(Process::read(pid).unwrap().name, "sleep");
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(Process::read(pid).is_none());
    }
}
