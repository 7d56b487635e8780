//! Slurm's own commands.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Result, anyhow, bail};

/// The jobs of one name that are ours.
#[derive(Clone, Debug)]
pub struct Queue {
    name: String,
}

impl Queue {
    /// Of this name.
    pub fn new(name: &str) -> Queue {
        Queue { name: name.to_owned() }
    }

    /// Submits an array of this many tasks, none of them on these nodes; returns its number.
    pub fn submit(&self, script: &Path, tasks: u32, without: &BTreeSet<String>) -> Result<String> {
        let mut command = Command::new("sbatch");
        command.arg("--parsable").arg(format!("--array=0-{}", tasks.saturating_sub(1)));
        if !without.is_empty() {
            let nodes: Vec<&str> = without.iter().map(String::as_str).collect();
            command.arg(format!("--exclude={}", nodes.join(",")));
        }
        let said = ask(command.arg(script))?;
        // The number, and the name of the cluster where there are several.
        let id = said.trim().split(';').next().unwrap_or_default();
        match !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit()) {
            true => Ok(id.to_owned()),
            false => bail!("sbatch: expected the number of a job, found {:?}", said.trim()),
        }
    }

    /// How many tasks run or wait.
    pub fn tasks(&self) -> Result<usize> {
        let mut command = Command::new("squeue");
        command.args(["--noheader", "--array", "--format=%T", "--name", &self.name]);
        let states = ask(of_this_user(&mut command))?;
        // One that is completing works no more.
        let is_alive = |state: &&str| !matches!(state.trim(), "" | "COMPLETING" | "STOPPED");
        Ok(states.lines().filter(is_alive).count())
    }

    /// Cancels all of them, or those that have not begun.
    pub fn cancel(&self, which: Which) -> Result<()> {
        let mut command = Command::new("scancel");
        command.args(["--quiet", "--name", &self.name]);
        if which == Which::Waiting {
            command.arg("--state=PENDING");
        }
        ask(of_this_user(&mut command)).map(drop)
    }
}

/// Which tasks are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Those that have not begun.
    Waiting,
    /// All.
    All,
}

/// Others may use the same name.
fn of_this_user(command: &mut Command) -> &mut Command {
    #[cfg(unix)]
    command.args(["--user", &rustix::process::getuid().as_raw().to_string()]);
    command
}

/// What a command of Slurm's prints, or one line about why it failed.
pub fn ask(command: &mut Command) -> Result<String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output().map_err(|error| {
        if error.kind() == std::io::ErrorKind::NotFound {
            anyhow!("{program}: no such command: is Slurm installed on this machine?")
        } else {
            anyhow!("{program}: {error}")
        }
    })?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let lines = said.lines().map(|line| plain(line, &program)).filter(|line| !line.is_empty());
    match lines.collect::<Vec<_>>()[..] {
        [] => bail!("{program}: {}", output.status),
        // The last says what came of it all, the first why.
        [one] => bail!("{program}: {one}"),
        [first, .., last] => bail!("{program}: {last}: {first}"),
    }
}

/// A line without the name of who says it.
fn plain<'l>(line: &'l str, program: &str) -> &'l str {
    let line = line.strip_prefix(program).map_or(line, |rest| rest.trim_start_matches(':'));
    let line = line.trim();
    line.strip_prefix("error:").or_else(|| line.strip_prefix("fatal:")).unwrap_or(line).trim()
}
