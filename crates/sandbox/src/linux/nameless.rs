//! Files without a name: deleted while they are open, or never named. They take room on the disk or in
//! memory, and no directory shows them, only whoever holds them.

use std::collections::HashMap;
use std::fs;
use std::io;

use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, makedev, openat, statat, statfs};
use rustix::io::Errno;

use crate::linux::tree::Process;

/// What nameless files take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nameless {
    /// Bytes on the disk.
    pub disk: u64,
    /// Bytes in memory.
    pub memory: u64,
    /// Whether a process does not let us look.
    pub is_hidden: bool,
}

/// A file, whatever its name: its device and its number there.
type FileId = (u64, u64);

/// A file's bytes, and whether they are in memory.
type Taken = (u64, bool);

/// What these processes hold, each file once.
pub fn held_by<'p>(processes: impl Iterator<Item = &'p Process>) -> Nameless {
    let mut files = HashMap::new();
    let mut is_hidden = false;
    for process in processes.filter(|process| !process.is_zombie) {
        is_hidden |= open_files(process, &mut files).is_err();
        mapped_files(process, &mut files);
    }
    let bytes = |wanted: bool| {
        let found = files.values().filter(|(_, in_memory)| *in_memory == wanted);
        found.map(|(bytes, _)| *bytes).sum()
    };
    Nameless { disk: bytes(false), memory: bytes(true), is_hidden }
}

/// Those that are open.
///
/// # Errors
/// If the process hides them from us. If it has gone meanwhile, that is no error.
fn open_files(process: &Process, files: &mut HashMap<FileId, Taken>) -> io::Result<()> {
    let place = format!("{}/fd", process.entry());
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let folder = match openat(CWD, &place, flags, Mode::empty()) {
        Ok(folder) => folder,
        Err(Errno::ACCESS | Errno::PERM) => return Err(Errno::ACCESS.into()),
        Err(_) => return Ok(()),
    };
    let mut entries = Dir::read_from(&folder)?;
    while let Some(Ok(entry)) = entries.read() {
        let Ok(stat) = statat(&folder, entry.file_name(), AtFlags::empty()) else { continue };
        if FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile && stat.st_nlink == 0 {
            let path = format!("{place}/{}", entry.file_name().to_string_lossy());
            let in_memory = statfs(path).is_ok_and(|found| is_memory(found.f_type as u64));
            files.insert((stat.st_dev, stat.st_ino), (bytes_of(stat.st_blocks), in_memory));
        }
    }
    Ok(())
}

/// Those that are mapped, and perhaps closed. Only root may ask how much of them is there; for others
/// it is as much as they mapped.
fn mapped_files(process: &Process, files: &mut HashMap<FileId, Taken>) {
    let maps = fs::read(format!("{}/maps", process.entry())).unwrap_or_default();
    let maps = String::from_utf8_lossy(&maps);
    let mut mapped: HashMap<FileId, Taken> = HashMap::new();
    for line in maps.lines() {
        let Some(map) = Map::read(line) else { continue };
        if files.contains_key(&map.file) {
            continue;
        }
        let exact =
            statat(CWD, format!("/proc/{}/map_files/{}", process.pid, map.range), AtFlags::empty());
        let entry = mapped.entry(map.file).or_insert((0, map.in_memory));
        entry.0 = match exact {
            Ok(stat) => bytes_of(stat.st_blocks),
            Err(_) => entry.0 + map.length,
        };
    }
    for (file, taken) in mapped {
        let most = files.entry(file).or_insert(taken);
        most.0 = most.0.max(taken.0);
    }
}

/// A part of a process's memory that shows a nameless file.
struct Map<'l> {
    range: &'l str,
    length: u64,
    file: FileId,
    in_memory: bool,
}

impl<'l> Map<'l> {
    /// A line of the kernel's list of maps: range, rights, offset, device, number, path.
    fn read(line: &'l str) -> Option<Map<'l>> {
        let path = line.strip_suffix(" (deleted)")?;
        let mut fields = path.split_ascii_whitespace();
        let (range, device, number) = (fields.next()?, fields.nth(2)?, fields.next()?);
        let hex = |text| u64::from_str_radix(text, 16).ok();
        let (from, to) = range.split_once('-')?;
        let (major, minor) = device.split_once(':')?;
        let device = makedev(hex(major)? as u32, hex(minor)? as u32);
        let name = fields.next().unwrap_or_default();
        let in_memory = ["/memfd:", "/dev/zero", "/dev/shm/", "/anon_hugepage"]
            .iter()
            .any(|kind| name.starts_with(kind));
        Some(Map {
            range,
            length: hex(to)?.saturating_sub(hex(from)?),
            file: (device, number.parse().ok()?),
            in_memory,
        })
    }
}

fn is_memory(file_system: u64) -> bool {
    const TMPFS: u64 = 0x0102_1994;
    const HUGE_PAGES: u64 = 0x9584_58f6;
    [TMPFS, HUGE_PAGES].contains(&file_system)
}

fn bytes_of(blocks: i64) -> u64 {
    u64::try_from(blocks).unwrap_or(0) * 512
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_deleted_file_counts_as_long_as_it_is_open() {
        let me = || Process::read(std::process::id() as i32).unwrap();
        let before = held_by([&me()].into_iter());
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&vec![1; 3 << 20]).unwrap();
        let with = held_by([&me()].into_iter());
        assert!(with.disk + with.memory >= before.disk + before.memory + (3 << 20), "{with:?}");
        drop(file);
        assert_eq!(held_by([&me()].into_iter()), before);
    }

    #[test]
    fn only_nameless_maps_are_read() {
        let named = "7f00-7f10 r-xp 00001000 fd:01 42 /usr/lib/libc.so.6";
        assert!(Map::read(named).is_none());
        let map = Map::read("1000-3000 rw-s 00000000 00:01 7 /memfd:a b (deleted)").unwrap();
        assert_eq!((map.length, map.file, map.in_memory), (0x2000, (makedev(0, 1), 7), true));
        let map = Map::read("1000-2000 r--p 00000000 fe:00 9 /tmp/x (deleted)").unwrap();
        assert_eq!((map.file, map.in_memory), ((makedev(0xfe, 0), 9), false));
    }
}
