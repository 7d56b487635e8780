//! What runs a program: `python3` may be any of many.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use plyglot_sandbox::{Limits, Run, Sandbox, find_program, public_place, run};
use serde::{Deserialize, Serialize};

use super::{AgentProgram, Workshop, WorkshopError};

/// What runs a program that is not run by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interpreter {
    /// Where it was found.
    pub path: String,
    /// What it says about itself, if it is one of those that are known: `Python 3.12.3`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
}

impl std::fmt::Display for Interpreter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.version {
            Some(version) => write!(f, "{} ({version})", self.path),
            None => write!(f, "{}", self.path),
        }
    }
}

/// How those that are known are asked for their version. Names without the digits at their ends.
const KNOWN: [(&str, &[&str]); 7] = [
    ("python", &["--version"]),
    ("pypy", &["--version"]),
    ("java", &["-version"]),
    ("node", &["--version"]),
    ("ruby", &["--version"]),
    ("perl", &["-e", "print \"Perl $^V\""]),
    ("lua", &["-v"]),
];

/// The ones that a program without directories of its own finds here.
///
/// # Errors
/// If there is no place to try them in.
pub fn installed(sandbox: &Sandbox) -> Result<Vec<Interpreter>, WorkshopError> {
    let workshop = Workshop::new(sandbox.clone())?;
    let names = ["python3", "java", "node", "ruby", "perl"];
    let found = names.iter().filter_map(|name| find_program(name, &[]));
    let plain = AgentProgram::default();
    Ok(found.map(|path| workshop.interpreter(&plain, &path)).collect())
}

/// The program that a program is run by: that of its command, or the one that its first line names.
pub(super) fn path_of(program: &AgentProgram, copy: &Path) -> Option<PathBuf> {
    let word = program.commands.run.first()?;
    let path =
        if word.contains('/') { copy.join(word) } else { find_program(word, &program.path)? };
    if public_place(&path).is_some() || program.path.iter().any(|it| path.starts_with(it)) {
        return Some(path);
    }
    by_first_line(&path, program)
}

/// As the kernel reads it: `#!/usr/bin/python3`, or `#!/usr/bin/env python3`.
fn by_first_line(file: &Path, program: &AgentProgram) -> Option<PathBuf> {
    const LONGEST: u64 = 256;
    let mut bytes = Vec::new();
    File::open(file).ok()?.take(LONGEST).read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let mut words = text.lines().next()?.strip_prefix("#!")?.split_whitespace();
    let path = Path::new(words.next()?);
    if !path.ends_with("env") {
        return Some(path.to_owned());
    }
    find_program(words.find(|word| *word != "-S")?, &program.path)
}

/// What a known interpreter says about itself: the first line.
pub(super) fn version(
    path: &Path,
    program: &AgentProgram,
    directory: &Path,
    sandbox: &Sandbox,
) -> Option<String> {
    const PATIENCE: Duration = Duration::from_secs(20);
    let name = path.file_name()?.to_str()?;
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let (_, arguments) = KNOWN.iter().find(|(known, _)| *known == name)?;
    let words = [path.to_str()?].into_iter().chain(arguments.iter().copied());
    let mut order = Run::new(words, directory);
    order.limits = Limits { cpu: PATIENCE, wall: 2 * PATIENCE, ..Limits::default() };
    order.readable.clone_from(&program.readable);
    order.path.clone_from(&program.path);
    let ran = run(&order, sandbox).ok().filter(|ran| ran.ended.is_success())?;
    let said = ran.stdout.text() + &ran.stderr.text();
    let line = said.lines().map(str::trim).find(|line| !line.is_empty())?;
    const MOST: usize = 100;
    Some(line.chars().take(MOST).collect())
}
