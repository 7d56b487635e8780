//! A root directory for one agent: the system, which it can only read, its own directory, and nothing
//! else. There is no path to anybody else's files, and so nothing that could be done to them.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt, symlink};
use std::path::{Path, PathBuf};

use nix::mount::{MntFlags, MsFlags, mount, umount2};
use nix::sched::{CloneFlags, unshare};
use nix::unistd::pivot_root;

use crate::linux::files::{DEVICES, SHARED_MEMORY, SYSTEM};
use crate::linux::wire::RunOrder;

/// Where the root directory of the machine is while the new one is furnished.
const OLD: &str = "/old";
/// What stands for standard streams.
const STREAMS: [(&str, &str); 4] = [
    ("/dev/fd", "/proc/self/fd"),
    ("/dev/stdin", "/proc/self/fd/0"),
    ("/dev/stdout", "/proc/self/fd/1"),
    ("/dev/stderr", "/proc/self/fd/2"),
];
const NOTHING: Option<&str> = None;
const SAFE: MsFlags = MsFlags::MS_NOSUID.union(MsFlags::MS_NODEV);

/// For launch, which must be the first process of its namespace: makes a root directory and moves into
/// it. The right to do so ends when its child becomes the agent.
pub fn make(order: &RunOrder) -> io::Result<()> {
    let granted = granted(order);
    enter_empty_root(&order.dir())?;
    let mut brought = Vec::new();
    let system = SYSTEM.iter().chain(&DEVICES).map(PathBuf::from);
    for path in system.filter(|path| !is_furnished(path)).chain(granted) {
        bring(path, &mut brought)?;
    }
    make_read_only()?;
    bind(&order.dir())?;
    for (name, target) in STREAMS {
        symlink(target, name)?;
    }
    mount_new("proc", "/proc", SAFE | MsFlags::MS_NOEXEC, "")?;
    let options = format!("mode=1777,nr_inodes=4096,size={}", order.limits.memory / 4);
    mount_new("tmpfs", SHARED_MEMORY, SAFE | MsFlags::MS_NOEXEC, &options)?;
    umount2(OLD, MntFlags::MNT_DETACH)?;
    fs::remove_dir(OLD)?;
    // What stands in the root directory itself.
    let flags = MsFlags::MS_REMOUNT | MsFlags::MS_BIND | MsFlags::MS_RDONLY | SAFE;
    Ok(mount(NOTHING, "/", NOTHING, flags, NOTHING)?)
}

/// Moves into an empty directory in memory, from which the old root can be seen.
fn enter_empty_root(stage: &Path) -> io::Result<()> {
    unshare(CloneFlags::CLONE_NEWNS)?;
    mount(NOTHING, "/", NOTHING, MsFlags::MS_REC | MsFlags::MS_PRIVATE, NOTHING)?;
    // Any directory serves for this moment, and this one is there.
    mount(Some("tmpfs"), stage, Some("tmpfs"), SAFE, Some("mode=755,nr_inodes=1024,size=1m"))?;
    std::env::set_current_dir(stage)?;
    fs::create_dir(&OLD[1..])?;
    pivot_root(".", &OLD[1..])?;
    std::env::set_current_dir("/")
}

fn mount_new(kind: &str, place: &str, flags: MsFlags, options: &str) -> io::Result<()> {
    make_dir(Path::new(place))?;
    Ok(mount(Some(kind), place, Some(kind), flags, Some(options))?)
}

/// What this agent may read besides the system: first where it really is, then by the names that were
/// given, which links may lead there. Whoever grants everything grants all that is in the root
/// directory.
fn granted(order: &RunOrder) -> Vec<PathBuf> {
    let paths = order.readable.iter().map(PathBuf::from);
    let parts = paths.flat_map(|path| match path.parent() {
        Some(_) => vec![path],
        None => entries(&path),
    });
    let mut named: Vec<PathBuf> = parts.filter(|part| !is_furnished(part)).collect();
    let mut real: Vec<PathBuf> = named.iter().filter_map(|part| part.canonicalize().ok()).collect();
    // A directory comes before what is in it.
    real.sort();
    named.sort();
    real.into_iter().chain(named).collect()
}

fn entries(directory: &Path) -> Vec<PathBuf> {
    fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// Whether the new root has something of its own there.
fn is_furnished(path: &Path) -> bool {
    ["/proc", "/dev"].iter().any(|place| path == Path::new(place))
}

/// Shows what is there in the old root in the same place of the new one, unless it is within something
/// that was brought already.
fn bring(path: PathBuf, brought: &mut Vec<PathBuf>) -> io::Result<()> {
    let Ok(found) = fs::symlink_metadata(in_old(&path)) else { return Ok(()) };
    if brought.iter().any(|place| path.starts_with(place)) {
        return Ok(());
    }
    if found.is_symlink() {
        make_dir(path.parent().unwrap_or(&path))?;
        symlink(fs::read_link(in_old(&path))?, &path)?;
    } else {
        bind(&path)?;
    }
    brought.push(path);
    Ok(())
}

fn bind(path: &Path) -> io::Result<()> {
    let old = in_old(path);
    if old.is_dir() {
        make_dir(path)?;
    } else {
        make_dir(path.parent().unwrap_or(path))?;
        File::create(path)?;
    }
    Ok(mount(Some(&old), path, NOTHING, MsFlags::MS_BIND | MsFlags::MS_REC, NOTHING)?)
}

fn in_old(path: &Path) -> PathBuf {
    Path::new(OLD).join(path.strip_prefix("/").unwrap_or(path))
}

fn make_dir(path: &Path) -> io::Result<()> {
    if path.is_dir() { Ok(()) } else { DirBuilder::new().recursive(true).mode(0o755).create(path) }
}

/// Makes all that was brought read-only, with whatever is mounted within.
fn make_read_only() -> io::Result<()> {
    let mounts = fs::read_to_string(Path::new(OLD).join("proc/self/mountinfo"))?;
    for line in mounts.lines() {
        let mut fields = line.split(' ').skip(4);
        let (Some(point), Some(options)) = (fields.next(), fields.next()) else { continue };
        let point = unescaped(point);
        if point == "/" || Path::new(&point).starts_with(OLD) || is_device(&point) {
            continue;
        }
        // Whoever is not root may add restrictions, but not take away those that are there.
        let kept = options.split(',').filter_map(flag).fold(SAFE, MsFlags::union);
        let flags = MsFlags::MS_REMOUNT | MsFlags::MS_BIND | MsFlags::MS_RDONLY | kept;
        match mount(NOTHING, point.as_str(), NOTHING, flags, NOTHING) {
            // Out of our own reach, and so of the agent's; or covered by another mount.
            Ok(()) | Err(nix::Error::EACCES | nix::Error::ENOENT) => {}
            Err(error) => return Err(io::Error::other(format!("{point}: {error}"))),
        }
    }
    Ok(())
}

fn is_device(point: &str) -> bool {
    DEVICES.contains(&point)
}

/// The kernel writes blanks and backslashes in a path as octal numbers.
fn unescaped(field: &str) -> String {
    [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")]
        .into_iter()
        .fold(field.to_owned(), |text, (code, symbol)| text.replace(code, symbol))
}

fn flag(option: &str) -> Option<MsFlags> {
    Some(match option {
        "nosuid" => MsFlags::MS_NOSUID,
        "nodev" => MsFlags::MS_NODEV,
        "noexec" => MsFlags::MS_NOEXEC,
        "noatime" => MsFlags::MS_NOATIME,
        "nodiratime" => MsFlags::MS_NODIRATIME,
        "relatime" => MsFlags::MS_RELATIME,
        _ => return None,
    })
}
