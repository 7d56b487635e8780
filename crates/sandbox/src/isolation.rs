use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How well agents are isolated. Each level includes the ones below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Isolation {
    /// Watched and cleaned up: works everywhere, keeps honest programs in order. A user of its own
    /// where the referee is root.
    L0,
    /// Confined: the system read-only, its own directory, no network, no signals to others.
    L1,
    /// In namespaces of its own: sees no other process, no network device, nobody else's files.
    L2,
    /// In a cgroup: the kernel itself counts, and kills what escapes.
    L3,
}

impl Isolation {
    /// All levels, the weakest first.
    pub const ALL: [Isolation; 4] = [Isolation::L0, Isolation::L1, Isolation::L2, Isolation::L3];

    /// What it does, in a few words.
    pub fn means(self) -> &'static str {
        match self {
            Isolation::L0 => {
                "watched: CPU and wall time, memory, disk, processes; nothing stays behind"
            }
            Isolation::L1 => "confined: files, system calls, no network, no signals to others",
            Isolation::L2 => "namespaces: own root directory, processes, network, shared memory",
            Isolation::L3 => "cgroup: an exact clock, limits by the kernel, a sure end",
        }
    }
}

impl Display for Isolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl FromStr for Isolation {
    type Err = String;

    fn from_str(text: &str) -> Result<Isolation, String> {
        let named = Isolation::ALL.into_iter().find(|level| level.to_string() == text);
        named.ok_or_else(|| format!("expected L0, L1, L2 or L3, found {text}"))
    }
}

/// The layers that are around one run; recorded with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layers {
    /// L1: Landlock, seccomp.
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

impl Layers {
    /// Whether the kernel itself counted all CPU time. Otherwise the time of children is missed that
    /// end between two looks, and that nobody waits for.
    pub fn has_exact_clock(&self) -> bool {
        self.cgroup
    }
}

impl Display for Layers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "L0")?;
        if self.confined {
            write!(f, " L1")?;
        }
        for (is_on, level) in [(self.namespaces, Isolation::L2), (self.cgroup, Isolation::L3)] {
            if is_on {
                write!(f, " {level}")?;
            }
        }
        let landlock = self.confined.then(|| format!("Landlock {}", self.landlock));
        let user = self.user.map(|user| format!("user {user}"));
        let clock = if self.has_exact_clock() { "exact clock" } else { "clock not exact" };
        let details: Vec<String> =
            landlock.into_iter().chain(user).chain([clock.to_owned()]).collect();
        write!(f, " ({})", details.join(", "))
    }
}
