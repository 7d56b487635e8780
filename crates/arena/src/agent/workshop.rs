use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use plyglot_sandbox::{
    CopyError, Ended, Limits, Ran, Run, RunError, Sandbox, ScratchDir, Workdir, mode, run,
};
use thiserror::Error;

use super::{AgentProgram, Interpreter, digest, interpreter};
use crate::record::ProgramRecord;

/// Where programs are built once, and where their copies play.
#[derive(Debug)]
pub struct Workshop {
    scratch: ScratchDir,
    sandbox: Sandbox,
    /// What interpreters said about themselves: they are asked once.
    versions: Mutex<HashMap<PathBuf, Option<String>>>,
}

/// A program that can be copied and run.
#[derive(Debug)]
pub struct Prepared {
    folder: Workdir,
    program: AgentProgram,
    record: ProgramRecord,
    /// Directories elsewhere that its commands name; they go with it.
    _copies: Vec<Workdir>,
}

/// A program that cannot play through its own fault.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{step} failed: it {ended}{}", indented(output))]
pub struct Unready {
    /// `build` or `calibrate`.
    pub step: &'static str,
    /// How that ended.
    pub ended: Ended,
    /// The last lines that it printed.
    pub output: String,
}

/// Why a program cannot be made ready. None of these is its own fault.
#[derive(Debug, Error)]
pub enum WorkshopError {
    /// A file or directory cannot be used.
    #[error("{}: {error}", path.display())]
    Files {
        /// Which one.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Programs do not get to a directory that was added for their commands.
    #[error(
        "{}: programs have users of their own here, and cannot get there: a directory above it is \
         closed to others", path.display()
    )]
    Closed {
        /// The directory.
        path: PathBuf,
    },
    /// It could not be run at all.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// What an earlier game may have left in the author's own directory.
pub(crate) const LEFTOVERS: [&str; 4] =
    ["input.txt", "output.txt", "next_state.txt", "playdata.txt"];

/// Compilers need more than agents.
const BUILDING: Limits = Limits {
    cpu: Duration::from_secs(300),
    wall: Duration::from_secs(600),
    memory: 4 << 30,
    disk: 1 << 30,
    processes: 512,
    output: 64 << 10,
};

/// How often something is tried that fails through no fault of an agent's.
pub(crate) const ATTEMPTS: u32 = 3;

impl Workshop {
    /// A place for copies in the system's directory for temporary files.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn new(sandbox: Sandbox) -> Result<Workshop, WorkshopError> {
        let files = |error| WorkshopError::Files { path: std::env::temp_dir(), error };
        let scratch = ScratchDir::new().map_err(files)?;
        Ok(Workshop { scratch, sandbox, versions: Mutex::default() })
    }

    /// What is put around programs.
    pub fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    /// Runs a program that does nothing: what keeps all programs from running shows here.
    ///
    /// # Errors
    /// If programs cannot be run.
    pub fn try_out(&self) -> Result<(), WorkshopError> {
        let folder = self.folder("trial");
        let failed = |error| WorkshopError::Files { path: folder.path().to_owned(), error };
        folder.renew().map_err(failed)?;
        match attempted(|| run(&Run::new(["true"], folder.path()), &self.sandbox)) {
            Ok(_) | Err(RunError::NoProgram(_)) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Copies a program; `number` tells the agents of a contest apart.
    ///
    /// # Errors
    /// If it cannot be copied.
    pub fn copy(&self, program: &AgentProgram, number: usize) -> Result<Prepared, WorkshopError> {
        let folder = self.folder(&format!("ready-{number}"));
        let from = program.files.as_deref();
        let renewed = match from {
            Some(from) => folder.renew_from(from, &LEFTOVERS).map_err(Into::into),
            None => folder.renew(),
        };
        renewed.map_err(|error| {
            let path = from.unwrap_or(folder.path()).to_owned();
            WorkshopError::Files { path, error }
        })?;
        for path in &program.path {
            if !self.is_in_reach(path, program, folder.path())? {
                return Err(WorkshopError::Closed { path: path.clone() });
            }
        }
        let path = interpreter::path_of(program, folder.path());
        let refused = program.refused().into_iter().map(|path| path.display().to_string());
        let record = ProgramRecord {
            digest: digest::of(program, folder.path()),
            interpreter: path.map(|path| self.interpreter(program, &path)),
            refused: refused.collect(),
        };
        let (program, copies) = self.within_reach(program, number)?;
        Ok(Prepared { folder, program, record, _copies: copies })
    }

    /// Builds and calibrates a program where it lies.
    ///
    /// # Errors
    /// If a command could not be run through no fault of its own.
    pub fn build(&self, prepared: &Prepared) -> Result<Result<(), Unready>, WorkshopError> {
        let commands = &prepared.program.commands;
        let steps = [("build", &commands.build), ("calibrate", &commands.calibrate)];
        for (step, command) in steps {
            let Some(command) = command else { continue };
            let mut order = prepared.run_in(prepared.folder.path(), command);
            order.limits = BUILDING;
            let ran = attempted(|| run(&order, &self.sandbox))?;
            if !ran.ended.is_success() {
                let output = last_lines(&ran);
                return Ok(Err(Unready { step, ended: ran.ended, output }));
            }
            if let Err(error) = self.folder("trial").renew_from(prepared.path(), &LEFTOVERS)
                && error.is_of_the_source()
            {
                // It would fail before each game, and no game would have a result.
                let ended = match error {
                    CopyError::Closed { .. } => Ended::Hidden,
                    _ => Ended::Disk,
                };
                return Ok(Err(Unready { step, ended, output: error.to_string() }));
            }
        }
        Ok(Ok(()))
    }

    /// Whether programs find what is in a directory. If they do not, they may find something else of
    /// the same name elsewhere.
    fn is_in_reach(
        &self,
        path: &Path,
        program: &AgentProgram,
        directory: &Path,
    ) -> Result<bool, RunError> {
        if self.sandbox.can_reach(path) {
            return Ok(true);
        }
        let words = [
            "sh".as_ref(),
            "-c".as_ref(),
            "test -r \"$0\" && test -x \"$0\"".as_ref(),
            path.as_os_str(),
        ];
        let mut order = Run::new(words, directory);
        order.path.clone_from(&program.path);
        Ok(attempted(|| run(&order, &self.sandbox))?.ended.is_success())
    }

    /// An interpreter with what it says about itself.
    pub(super) fn interpreter(&self, program: &AgentProgram, path: &Path) -> Interpreter {
        let ask = || {
            // The first line of a file may name anything.
            program.may_read(path).then_some(())?;
            let folder = self.folder("version");
            folder.renew().ok()?;
            interpreter::version(path, program, folder.path(), &self.sandbox)
        };
        let version = match self.versions.lock() {
            Ok(mut known) => known.entry(path.to_owned()).or_insert_with(ask).clone(),
            Err(_) => None,
        };
        Interpreter { path: path.display().to_string(), version }
    }

    /// The program with a copy of each file and directory that its commands name, that was granted to
    /// it, and that its user cannot reach, such as one in a closed home. What was not granted stays
    /// closed: an `agent.toml` was written by the agent's author. The directories are the copies'.
    fn within_reach(
        &self,
        program: &AgentProgram,
        number: usize,
    ) -> Result<(AgentProgram, Vec<Workdir>), WorkshopError> {
        let mut reached = program.clone();
        let (mut copies, mut folders) = (Vec::new(), Vec::new());
        for (index, word) in reached.commands.words_mut().enumerate() {
            let path = PathBuf::from(&*word);
            let is_named = path.is_absolute() && program.is_granted(&path);
            if !is_named || self.sandbox.can_reach(&path) {
                continue;
            }
            let name = format!("file-{number}-{index}");
            let copied = if path.is_dir() {
                let folder = self.folder(&name);
                let copied = folder.renew_from(&path, &[]).map_err(io::Error::from);
                let opened = copied.and_then(|()| open_to_all(&folder));
                let copy = folder.path().to_owned();
                folders.push(folder);
                opened.map(|()| copy)
            } else {
                self.scratch.public_copy(&path, &name)
            };
            let copy = copied.map_err(|error| WorkshopError::Files { path, error })?;
            *word = copy.to_string_lossy().into_owned();
            copies.push(copy);
        }
        reached.readable.extend(copies);
        Ok((reached, folders))
    }

    /// A directory of that name, not made yet.
    pub(crate) fn folder(&self, name: &str) -> Workdir {
        self.scratch.workdir(name)
    }
}

impl Prepared {
    /// What the program consists of, and how it is run.
    pub fn program(&self) -> &AgentProgram {
        &self.program
    }

    /// What is written down about it.
    pub fn record(&self) -> &ProgramRecord {
        &self.record
    }

    /// Where it lies.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// One of its commands, to be run in a copy of it.
    pub(crate) fn run_in(&self, directory: &Path, command: &[String]) -> Run {
        let mut order = Run::new(command, directory);
        order.readable.clone_from(&self.program.readable);
        order.path.clone_from(&self.program.path);
        order
    }
}

/// Lets every user read a copy of ours.
fn open_to_all(folder: &Workdir) -> io::Result<()> {
    let mut waiting = vec![folder.path().to_owned()];
    while let Some(path) = waiting.pop() {
        let found = fs::symlink_metadata(&path)?;
        if found.is_symlink() {
            continue;
        }
        let own = mode::of(&found) & 0o700;
        let (group, others) = ((own >> 3) & 0o050, (own >> 6) & 0o005);
        mode::set(&path, own | group | others)?;
        if found.is_dir() {
            for entry in fs::read_dir(&path)? {
                waiting.push(entry?.path());
            }
        }
    }
    Ok(())
}

/// Runs again what did not take place, unless that was wanted.
fn attempted(run: impl Fn() -> Result<Ran, RunError>) -> Result<Ran, RunError> {
    for _ in 1..ATTEMPTS {
        match run() {
            Err(error) if !matches!(error, RunError::GivenUp) => {}
            ran => return ran,
        }
    }
    run()
}

/// What a failed command printed last.
fn last_lines(ran: &Ran) -> String {
    const MOST: usize = 10;
    let text = ran.stdout.text() + &ran.stderr.text();
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(MOST)..].join("\n")
}

/// A line of its own each.
fn indented(text: &str) -> String {
    text.lines().map(|line| format!("\n  {line}")).collect()
}
