use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use plyglot_sandbox::{Limits, Ran, Run, RunError, Sandbox, ScratchDir, Workdir, run};
use thiserror::Error;

use super::AgentProgram;

/// Where programs are built once, and where their copies play.
#[derive(Debug)]
pub struct Workshop {
    scratch: ScratchDir,
    sandbox: Sandbox,
}

/// A program that is ready to be copied and run.
#[derive(Debug)]
pub struct Prepared {
    folder: Workdir,
    program: AgentProgram,
}

/// Why a program cannot play.
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
    /// It could not be run at all, through no fault of its own.
    #[error(transparent)]
    Run(#[from] RunError),
    /// Building or calibrating failed.
    #[error("{name}: {step} failed: it {ended}{output}")]
    Failed {
        /// The agent.
        name: String,
        /// `build` or `calibrate`.
        step: &'static str,
        /// How it ended.
        ended: String,
        /// The last lines that it printed.
        output: String,
    },
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

impl Workshop {
    /// A place for copies in the system's directory for temporary files.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn new(sandbox: Sandbox) -> Result<Workshop, WorkshopError> {
        let files = |error| WorkshopError::Files { path: std::env::temp_dir(), error };
        Ok(Workshop { scratch: ScratchDir::new().map_err(files)?, sandbox })
    }

    /// What is put around programs.
    pub fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    /// Copies a program, builds and calibrates it; `number` tells the agents of a contest apart.
    ///
    /// # Errors
    /// If it cannot be copied, or if one of its commands fails.
    pub fn prepare(
        &self,
        name: &str,
        program: &AgentProgram,
        number: usize,
    ) -> Result<Prepared, WorkshopError> {
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
        let prepared = Prepared { folder, program: self.within_reach(program, number)? };
        let commands = &prepared.program.commands;
        let steps = [("build", &commands.build), ("calibrate", &commands.calibrate)];
        for (step, command) in steps {
            let Some(command) = command else { continue };
            let mut order = prepared.run_in(prepared.folder.path(), command);
            order.limits = BUILDING;
            let ran = run(&order, &self.sandbox)?;
            if !ran.ended.is_success() {
                let (ended, output) = (ran.ended.to_string(), last_lines(&ran));
                let name = name.to_owned();
                return Err(WorkshopError::Failed { name, step, ended, output });
            }
        }
        Ok(prepared)
    }

    /// The program with a copy of each file that its command line names and its user cannot reach,
    /// such as one in a closed home. Only for command lines: an `agent.toml` was written by the
    /// agent's author, to whom such files are closed for good reason.
    fn within_reach(
        &self,
        program: &AgentProgram,
        number: usize,
    ) -> Result<AgentProgram, WorkshopError> {
        let mut program = program.clone();
        if program.files.is_some() {
            return Ok(program);
        }
        for (index, file) in program.readable.iter_mut().enumerate() {
            if !file.is_file() || self.sandbox.can_reach(file) {
                continue;
            }
            let copy = self.scratch.public_copy(file, &format!("file-{number}-{index}"));
            let copy = copy.map_err(|error| WorkshopError::Files { path: file.clone(), error })?;
            for word in &mut program.commands.run {
                if Path::new(word) == file {
                    *word = copy.to_string_lossy().into_owned();
                }
            }
            *file = copy;
        }
        Ok(program)
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

    /// Where it lies, built and calibrated.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// One of its commands, to be run in a copy of it.
    pub(crate) fn run_in(&self, directory: &Path, command: &[String]) -> Run {
        let mut order = Run::new(command, directory);
        order.readable.clone_from(&self.program.readable);
        order
    }
}

/// What a failed command printed last, a line of its own each.
fn last_lines(ran: &Ran) -> String {
    const MOST: usize = 10;
    let text = ran.stdout.text() + &ran.stderr.text();
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(MOST)..].iter().map(|line| format!("\n  {line}")).collect()
}
