use std::fmt::{self, Display};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use nix::unistd::geteuid;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::crew::Crew;
use super::run::check_way_to;
use super::trial;

/// How well agents are isolated. Each level includes the ones below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Level {
    /// Watched and cleaned up: works everywhere, keeps honest programs in order.
    L0,
    /// Confined: the system read-only, its own directory, no network, no signals to others; a user
    /// of its own where the referee is root.
    L1,
    /// In namespaces of its own: sees no other process, no network device.
    L2,
    /// In a cgroup: the kernel itself counts, and kills what escapes.
    L3,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 4] = [Level::L0, Level::L1, Level::L2, Level::L3];

    /// What it does, in a few words.
    pub fn means(self) -> &'static str {
        match self {
            Level::L0 => {
                "watched: CPU and wall time, memory, disk, processes; nothing stays behind"
            }
            Level::L1 => "confined: files, system calls, no network, no signals to others",
            Level::L2 => "namespaces: own processes, network, shared memory",
            Level::L3 => "cgroup: counted by the kernel, and killed if it escapes",
        }
    }
}

impl Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Level, String> {
        let named = Level::ALL.into_iter().find(|level| level.to_string() == text);
        named.ok_or_else(|| format!("expected L0, L1, L2 or L3, found {text}"))
    }
}

/// The layers that are around one run; recorded with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layers {
    /// L1: resource limits, no new privileges, Landlock, seccomp.
    pub confined: bool,
    /// The version of Landlock, where it is used.
    pub landlock: u32,
    /// The agent's own user, where the referee is root.
    pub user: Option<u32>,
    /// L2.
    pub namespaces: bool,
    /// L3.
    pub cgroup: bool,
}

impl Display for Layers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "L0")?;
        if self.confined {
            write!(f, " L1 (Landlock {}", self.landlock)?;
            self.user.map_or(Ok(()), |user| write!(f, ", user {user}"))?;
            write!(f, ")")?;
        }
        for (is_on, level) in [(self.namespaces, Level::L2), (self.cgroup, Level::L3)] {
            if is_on {
                write!(f, " {level}")?;
            }
        }
        Ok(())
    }
}

/// The program that serves as warden: one whose `main` calls [`serve`](super::serve).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warden(PathBuf);

impl Warden {
    /// The running program itself, even if its file has been replaced meanwhile.
    pub fn this_program() -> Warden {
        Warden("/proc/self/exe".into())
    }

    /// Another program.
    pub fn at(path: impl Into<PathBuf>) -> Warden {
        Warden(path.into())
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

/// One layer, as it was found on this machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Layer {
    /// Which one.
    pub level: Level,
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
    crew: Crew,
    layers: Vec<Layer>,
    ceiling: Level,
}

/// The machine's isolation is weaker than what was asked for.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("a sandbox of level {required} is required, but {} is missing here: {}{}", missing.level, missing.found, with_fix(missing))]
pub struct TooWeak {
    /// What was asked for.
    pub required: Level,
    /// The first layer that is missing.
    pub missing: Box<Layer>,
}

fn with_fix(layer: &Layer) -> String {
    layer.fix.as_ref().map_or(String::new(), |fix| format!("; {fix}"))
}

impl Sandbox {
    /// Tries out every layer on a program that does nothing.
    pub fn detect(warden: Warden) -> Sandbox {
        // Those who served for the trial have made ready for less than what comes.
        let layers = trial::all(&Crew::new(warden.clone()));
        Sandbox { crew: Crew::new(warden), layers, ceiling: Level::L3 }
    }

    /// The same without the layers above a level: faster, and on purpose. Runs record it.
    pub fn at_most(mut self, level: Level) -> Sandbox {
        self.ceiling = level;
        self
    }

    /// All layers, whether they work or not.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The highest level that works with all below it.
    pub fn level(&self) -> Option<Level> {
        let working = self.layers.iter().take_while(|layer| self.is_on(layer.level));
        working.last().map(|layer| layer.level)
    }

    /// Insists on a level.
    ///
    /// # Errors
    /// If this machine does not have it, or it was given up with [`at_most`](Sandbox::at_most).
    pub fn require(&self, level: Level) -> Result<(), TooWeak> {
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
        self.layers_for(0).user.is_none()
            || check_way_to(file).is_ok()
                && fs::metadata(file).is_ok_and(|found| others_may(found.permissions().mode()))
    }

    pub(super) fn crew(&self) -> &Crew {
        &self.crew
    }

    /// The layers for an agent. L2 needs L1, L3 stands by itself.
    pub(super) fn layers_for(&self, slot: u16) -> Layers {
        let confined = self.is_on(Level::L1);
        Layers {
            confined,
            user: confined.then(|| user_for(slot)).flatten(),
            landlock: 0,
            namespaces: confined && self.is_on(Level::L2),
            cgroup: self.is_on(Level::L3),
        }
    }

    fn is_on(&self, level: Level) -> bool {
        level <= self.ceiling && self.layers.iter().any(|layer| layer.level == level && layer.works)
    }
}

/// The user for an agent's slot, where we may become others. The numbers are in a range that
/// systems leave free.
pub(super) fn user_for(slot: u16) -> Option<u32> {
    geteuid().is_root().then(|| FIRST_USER + u32::from(slot) % USERS)
}

const FIRST_USER: u32 = 60_600;
const USERS: u32 = 512;
