use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use nix::unistd::geteuid;
use serde::Serialize;
use thiserror::Error;

use crate::isolation::{Isolation, Layers};
use crate::run::check_way_to;
use crate::warden_pool::WardenPool;
use crate::{WARDEN, cgroup, files, probe, user};

/// The program that serves as warden: one whose `main` calls [`serve`](crate::serve).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warden {
    path: PathBuf,
    /// What it is told before it is told to be a warden: what an interpreter runs.
    arguments: Vec<OsString>,
}

/// How this program is started, where its own file alone does not do.
static THIS_PROGRAM: OnceLock<Warden> = OnceLock::new();

impl Warden {
    /// The running program itself, even if its file has been replaced meanwhile.
    pub fn this_program() -> Warden {
        THIS_PROGRAM.get().cloned().unwrap_or_else(|| Warden::at("/proc/self/exe"))
    }

    /// Says by which command the running program is started, if it is a script in an interpreter. An
    /// empty one changes nothing.
    pub fn this_program_is(command: Vec<OsString>) {
        let mut command = command.into_iter();
        if let Some(path) = command.next() {
            // Whoever says it first knows.
            _ = THIS_PROGRAM.set(Warden { path: path.into(), arguments: command.collect() });
        }
    }

    /// Another program.
    pub fn at(path: impl Into<PathBuf>) -> Warden {
        Warden { path: path.into(), arguments: Vec::new() }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The command that starts it.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        // An interpreter finds its own files by its name.
        if self.arguments.is_empty() {
            command.arg0("plyglot");
        }
        command.args(&self.arguments).arg(WARDEN);
        command
    }
}

/// One layer, as it was found on this machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Layer {
    /// Which one.
    pub level: Isolation,
    /// Whether it works.
    pub works: bool,
    /// What exactly was found, or why it does not work.
    pub found: String,
    /// What to do about it, in one line; nothing if it works.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<String>,
}

/// What can be put around an agent on this machine. Found once, by trying.
#[derive(Clone, Debug)]
pub struct Sandbox {
    wardens: WardenPool,
    layers: Vec<Layer>,
    ceiling: Isolation,
    /// Whether runs have users of their own.
    users: bool,
    newest_landlock: u32,
}

/// What is put around a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Means {
    pub layers: Layers,
    /// Whether the run has a user of its own.
    pub users: bool,
    pub newest_landlock: u32,
}

/// The machine's isolation is weaker than what was asked for.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("a sandbox of level {required} is required, but {} is missing here: {}{}", missing.level, missing.found, with_fix(missing))]
pub struct TooWeak {
    /// What was asked for.
    pub required: Isolation,
    /// The first layer that is missing.
    pub missing: Box<Layer>,
}

fn with_fix(layer: &Layer) -> String {
    layer.fix.as_ref().map_or(String::new(), |fix| format!("; {fix}"))
}

impl Sandbox {
    /// Tries out every layer on a program that does nothing.
    ///
    /// Also clears away what referees left that were killed: processes, groups.
    pub fn detect(warden: Warden) -> Sandbox {
        user::end_abandoned();
        cgroup::clear_abandoned();
        // Those who served for the trial have made ready for less than what comes.
        let trial = WardenPool::new(warden.clone());
        let users = geteuid().is_root() && probe::has_users(&trial);
        let layers = probe::all(&trial, users);
        Sandbox {
            wardens: WardenPool::new(warden),
            layers,
            ceiling: Isolation::L3,
            users,
            newest_landlock: files::NEWEST,
        }
    }

    /// The same without the layers above a level: faster, and on purpose. Runs record it.
    pub fn at_most(mut self, level: Isolation) -> Sandbox {
        self.ceiling = level;
        self
    }

    /// The same as a kernel with an older Landlock has it, for tests.
    #[doc(hidden)]
    pub fn with_landlock(mut self, version: u32) -> Sandbox {
        self.newest_landlock = version;
        self
    }

    /// The same, and all runs are given up once this is set.
    pub fn stopped_by(mut self, stop: Arc<AtomicBool>) -> Sandbox {
        self.wardens = self.wardens.stopped_by(stop);
        self
    }

    /// All layers, whether they work or not.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The highest level that works with all below it.
    pub fn level(&self) -> Option<Isolation> {
        let working = self.layers.iter().take_while(|layer| self.is_on(layer.level));
        working.last().map(|layer| layer.level)
    }

    /// Insists on a level.
    ///
    /// # Errors
    /// If this machine does not have it, or it was given up with [`at_most`](Sandbox::at_most).
    pub fn require(&self, level: Isolation) -> Result<(), TooWeak> {
        let needed = self.layers.iter().take_while(|layer| layer.level <= level);
        match needed.into_iter().find(|layer| !self.is_on(layer.level)) {
            Some(missing) => {
                let mut missing = missing.clone();
                if missing.works {
                    missing.found = format!("given up in favour of {}", self.ceiling);
                }
                Err(TooWeak { required: level, missing: Box::new(missing) })
            }
            None => Ok(()),
        }
    }

    /// Whether agents can read a file and, if it is a program, execute it. Those with a user of their
    /// own need the permission that it gives to others, and a way to it.
    pub fn can_reach(&self, file: &Path) -> bool {
        let others_may = |mode: u32| mode & 0o004 != 0 && (mode & 0o100 == 0 || mode & 0o001 != 0);
        !self.users
            || check_way_to(file).is_ok()
                && fs::metadata(file).is_ok_and(|found| others_may(found.permissions().mode()))
    }

    /// Whether programs can read nothing in a directory, if nobody grants it to them: they are confined,
    /// or they have users of their own to whom it is closed.
    pub fn hides(&self, directory: &Path) -> bool {
        let is_closed = || check_way_to(&directory.join("file")).is_err();
        self.is_on(Isolation::L1) || self.users && is_closed()
    }

    pub(crate) fn wardens(&self) -> &WardenPool {
        &self.wardens
    }

    /// What runs get. L2 needs L1, L3 stands by itself.
    pub(crate) fn means(&self) -> Means {
        let confined = self.is_on(Isolation::L1);
        let layers = Layers {
            confined,
            user: None,
            landlock: 0,
            namespaces: confined && self.is_on(Isolation::L2),
            cgroup: self.is_on(Isolation::L3),
        };
        Means { layers, users: self.users, newest_landlock: self.newest_landlock }
    }

    fn is_on(&self, level: Isolation) -> bool {
        level <= self.ceiling && self.layers.iter().any(|layer| layer.level == level && layer.works)
    }
}
