//! How much room there is, on a disk and in memory.

use std::path::Path;

/// How many bytes a file in this folder can have; as many as we like where nobody knows.
#[cfg(not(unix))]
pub fn on_disk(folder: &Path) -> u64 {
    fs4::available_space(folder).unwrap_or(u64::MAX)
}

/// The same with what is kept for root in mind.
#[cfg(unix)]
pub fn on_disk(folder: &Path) -> u64 {
    let Ok(disk) = rustix::fs::statvfs(folder) else { return u64::MAX };
    if disk.f_blocks == 0 {
        return u64::MAX;
    }
    // What is kept for root is not for answers, even if we are root.
    disk.f_bavail.saturating_mul(disk.f_frsize)
}

/// How many bytes of memory a program can have without harm to others; as many as it likes where
/// nobody knows.
pub fn in_memory() -> u64 {
    let Ok(known) = std::fs::read_to_string("/proc/meminfo") else { return u64::MAX };
    let available = known.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let kilobytes = available.and_then(|rest| rest.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    kilobytes.map_or(u64::MAX, |kilobytes| kilobytes.saturating_mul(1024))
}
