//! What the tests of several crates share.

#[cfg(target_os = "linux")]
pub mod services;

use std::ffi::{OsStr, OsString};
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};

use plyglot_sandbox::Run;

/// Whether all of these programs are on this machine. If not, says that the current test, or the part
/// of it that asks, is skipped; fails it where `PLYGLOT_TOOLS=required`.
///
/// # Panics
/// If one is missing and required.
pub fn has(tools: &[&str]) -> bool {
    tools.iter().find(|tool| !is_here(tool)).is_none_or(|missing| lacks(missing))
}

/// Says that a tool is not here, or fails: see [`has`]. False, always.
fn lacks(missing: &str) -> bool {
    let is_required = std::env::var("PLYGLOT_TOOLS").is_ok_and(|value| value == "required");
    assert!(!is_required, "there is no {missing} here, and PLYGLOT_TOOLS=required");
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    // Written, not printed: what a test prints is shown only if it fails.
    _ = writeln!(stderr(), "skipped: {test}, as far as it needs {missing}");
    false
}

/// Tests run programs by themselves and in the sandbox, which looks in places of its own.
fn is_here(tool: &str) -> bool {
    let is_in = |path: &OsStr| std::env::split_paths(path).any(|dir| dir.join(tool).is_file());
    [std::env::var_os("PATH").unwrap_or_default(), OsString::from(Run::PATH)]
        .iter()
        .all(|path| is_in(path))
}

/// A process of this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Process {
    /// Its number.
    pub pid: i32,
    /// The number of its parent.
    pub parent: i32,
    /// Its name.
    pub name: String,
    /// The words of its command line, each ended by a zero.
    pub command: String,
}

impl Process {
    /// All that there are.
    pub fn all() -> Vec<Process> {
        let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        entries.filter_map(|entry| Process::read(&entry.path())).collect()
    }

    fn read(entry: &Path) -> Option<Process> {
        let stat = std::fs::read_to_string(entry.join("stat")).ok()?;
        let (pid, rest) = stat.split_once(" (")?;
        let (name, rest) = rest.rsplit_once(") ")?;
        let command = std::fs::read(entry.join("cmdline")).ok()?;
        Some(Process {
            pid: pid.parse().ok()?,
            parent: rest.split(' ').nth(1)?.parse().ok()?,
            name: name.to_owned(),
            command: String::from_utf8_lossy(&command).into_owned(),
        })
    }
}

/// A program of `agents`: some honest, most of them not. See there for what each does.
pub fn agent(file: &str) -> PathBuf {
    // A copy, where the sources cannot be reached.
    let copied = std::env::var_os("PLYGLOT_AGENTS").map(PathBuf::from);
    copied.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("agents")).join(file)
}

/// Whether this machine has what an agent is run by. Otherwise as [`has`].
pub fn can_run(file: &str) -> bool {
    has(&[interpreter(file)])
}

/// What an agent is run by.
pub fn interpreter(file: &str) -> &'static str {
    if file.ends_with(".py") { "python3" } else { "sh" }
}

/// Copies a program that the test is going to start by itself.
///
/// Another process does it: if we had the copy open for writing, a process that another test is just
/// starting would have it too, for a moment, and until then nobody can run it.
///
/// # Panics
/// If it cannot be copied.
pub fn copy_program(from: &Path, to: &Path) {
    let copied = std::process::Command::new("cp").arg(from).arg(to).status();
    assert!(copied.is_ok_and(|status| status.success()), "cannot copy {}", from.display());
}
