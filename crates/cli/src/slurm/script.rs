//! What workers are started by: a script for Slurm, or plain commands.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args as _;
use plyglot_units::{BlobName, StoreAddress};
use serde::Serialize;

use super::arguments::SlurmArgs;
use crate::{failure, json};

/// Workers as they were ordered.
#[derive(Clone, Debug)]
pub struct Order {
    /// The name of their jobs, by which they are found again: no other store has the same.
    pub name: String,
    /// The program, which must be at the same place on all nodes.
    pub program: PathBuf,
    /// Where their units are.
    pub store: String,
    /// Where the script and what workers say is kept.
    pub folder: PathBuf,
    /// What was asked for.
    pub arguments: SlurmArgs,
}

/// What to run by hand, for programs.
#[derive(Serialize)]
struct ByHand {
    /// What hands out the work.
    host: String,
    /// For Slurm.
    script: String,
    /// One worker.
    worker: String,
    workers: u32,
}

/// A worker that finds nothing to do for this long ends: who gives it work may be gone for good.
const IDLE_SECONDS: u32 = 900;

impl Order {
    /// Workers of this program at a store. `what` is what they work on, in a word, and stands in the name
    /// of their jobs; `folder` is for the scripts.
    pub fn new(arguments: &SlurmArgs, what: &str, store: &str, folder: &Path) -> Result<Order> {
        let whole =
            |path: &Path| std::path::absolute(path).map_err(|error| failure::in_file(path, &error));
        let store = match store.parse()? {
            StoreAddress::Directory(path) => {
                let path = whole(&path)?;
                let text = path.to_str();
                text.with_context(|| format!("{}: not a readable name", path.display()))?.to_owned()
            }
            // Scripts are read by others, and so is the list of processes.
            StoreAddress::Postgres(address) if address.has_password() => bail!(
                "{address}: the password would stand in scripts: put it into PGPASSWORD instead"
            ),
            StoreAddress::Postgres(_) => store.to_owned(),
        };
        let plain = |it: char| if it.is_ascii_alphanumeric() { it } else { '-' };
        let what: String = what.chars().map(plain).take(40).collect();
        let which = BlobName::of(store.as_bytes());
        let name = format!("plyglot-{what}-{}", &which.as_str()[..8]);
        let program = std::env::current_exe().context("where this program is")?;
        let (arguments, folder) = (arguments.clone(), whole(folder)?);
        for path in [&program, &folder] {
            if path.to_str().is_none_or(|path| path.contains(['"', '\n'])) {
                bail!("{}: this name cannot stand in a script", path.display());
            }
        }
        Ok(Order { name, program, store, folder, arguments })
    }

    /// The command of one worker.
    pub fn command(&self) -> String {
        let (program, store) = (quoted(&self.program.to_string_lossy()), quoted(&self.store));
        let cores = self.arguments.cores();
        format!("{program} worker {store} --concurrency {cores} --idle-exit {IDLE_SECONDS}")
    }

    /// The script that every task of the array runs.
    pub fn script(&self) -> String {
        let SlurmArgs { worker_memory, worker_time, partition, account, sbatch, .. } =
            &self.arguments;
        let logs = self.logs().display().to_string().replace('%', "%%");
        let options = [
            Some(format!("--job-name={}", self.name)),
            Some("--ntasks=1".to_owned()),
            Some(format!("--cpus-per-task={}", self.arguments.cores())),
            worker_memory.map(|mb| format!("--mem={mb}M")),
            worker_time.as_ref().map(|time| format!("--time={time}")),
            partition.as_ref().map(|name| format!("--partition={name}")),
            account.as_ref().map(|name| format!("--account={name}")),
            // A per cent sign stands for itself only when there are two.
            Some(format!("--output=\"{logs}/%A_%a.log\"")),
            // What a lost worker had is done by another; who follows the work starts a new one.
            Some("--no-requeue".to_owned()),
        ];
        let mut text = "#!/bin/sh\n".to_owned();
        for option in options.into_iter().flatten().chain(sbatch.iter().cloned()) {
            _ = writeln!(text, "#SBATCH {option}");
        }
        let most = self.arguments.workers() - 1;
        let script = quoted(&self.script_path().to_string_lossy());
        let program = quoted(&self.program.to_string_lossy());
        let (folder, command) = (quoted(&self.folder.to_string_lossy()), self.command());
        _ = write!(
            text,
            "# To start all workers by hand: sbatch --array=0-{most} {script}
task=${{SLURM_ARRAY_JOB_ID:-$$}}_${{SLURM_ARRAY_TASK_ID:-0}}
node=${{SLURMD_NODENAME:-$(hostname)}}

# Says why this worker ends; who follows the work shows it.
fail() {{
  printf '%s\\n' \"$2\"
  printf '%s\\t%s\\t%s\\n' \"$1\" \"$node\" \"$2\" > {folder}/failed/$task.part &&
    mv {folder}/failed/$task.part {folder}/failed/$task
  exit \"$1\"
}}

[ -x {program} ] || fail 127 {program}' is not on this node: put it where all nodes see it'
# Slurm asks all processes to end: the worker hands back what it has, and this script outlives it.
trap : TERM INT
{command}
code=$?
case $code in
  0 | 130 | 143) exit 0 ;;
  *)
    last=$(tail -n 1 {folder}/logs/$task.log 2>/dev/null)
    fail $code \"${{last:-the worker ended with code $code}}\"
    ;;
esac
"
        );
        text
    }

    /// The commands of all workers, one a line.
    pub fn commands(&self) -> String {
        let line = self.command() + "\n";
        line.repeat(self.arguments.workers() as usize)
    }

    /// Prints what to run by hand. Nothing else is done.
    pub fn print(&self, as_json: bool) -> Result<()> {
        let host = self.host(std::env::args().collect());
        let mut out = io::stdout().lock();
        if as_json {
            let (script, worker) = (self.script(), self.command());
            let workers = self.arguments.workers();
            json::write_line(&mut out, &ByHand { host, script, worker, workers })?;
        } else {
            write!(out, "{}", self.by_hand(&host))?;
        }
        Ok(())
    }

    /// The command that hands out the work, from the one that asked how.
    fn host(&self, arguments: Vec<String>) -> String {
        let command = SlurmArgs::augment_args(clap::Command::new(""));
        let takes_value = |name: &str| {
            let known = command.get_arguments().find(|known| known.get_long() == Some(name));
            known.map(|known| known.get_action().takes_values())
        };
        let mut words = Vec::new();
        let mut arguments = arguments.into_iter();
        words.extend(arguments.next().map(|program| {
            let name = Path::new(&program).file_name().unwrap_or_default();
            quoted(&name.to_string_lossy())
        }));
        while let Some(argument) = arguments.next() {
            let long = argument.strip_prefix("--").unwrap_or_default();
            let (name, value) = long.split_once('=').map_or((long, None), |(n, v)| (n, Some(v)));
            match takes_value(name) {
                Some(true) if value.is_none() => _ = arguments.next(),
                Some(_) => {}
                // It stands at the end, as workers get it.
                None if name == "workers" => {
                    if value.is_none() {
                        arguments.next();
                    }
                }
                None => words.push(quoted(&argument)),
            }
        }
        format!("{} --workers {}", words.join(" "), quoted(&self.store))
    }

    /// What to run by hand, as text for people.
    fn by_hand(&self, host: &str) -> String {
        let (script, commands) = (self.script(), self.commands());
        let most = self.arguments.workers() - 1;
        let command = self.command();
        let [script_path, list_path, logs, failed] =
            [self.script_path(), self.commands_path(), self.logs(), self.failed()]
                .map(|path| quoted(&path.to_string_lossy()));
        format!(
            "# 1. Leave this running on one machine: it hands out the work and takes the results.
{host}

# 2. Start as many workers as you like, now or later, wherever the store is seen.
#    On any machine:
ssh HOST {}
#    With GNU parallel, and the list at the end as {list_path}:
parallel --ungroup --jobs {} --sshlogin HOST1,HOST2 < {list_path}
#    With Slurm, and the script below as {script_path}:
mkdir -p {logs} {failed} && sbatch --array=0-{most} {script_path}

# ---- the script
{script}
# ---- the list
{commands}",
            quoted(&command),
            self.arguments.workers(),
        )
    }

    /// Where the script is.
    pub fn script_path(&self) -> PathBuf {
        self.folder.join("worker.sbatch")
    }

    /// Where the list of commands is.
    pub fn commands_path(&self) -> PathBuf {
        self.folder.join("commands.txt")
    }

    /// Where workers write what they say.
    pub fn logs(&self) -> PathBuf {
        self.folder.join("logs")
    }

    /// Where workers say why they have ended.
    pub fn failed(&self) -> PathBuf {
        self.folder.join("failed")
    }
}

/// A word for a shell.
fn quoted(text: &str) -> String {
    match shlex::try_quote(text) {
        Ok(quoted) => quoted.into_owned(),
        // A NUL, which no file name has.
        Err(_) => String::new(),
    }
}
