//! How much CPU time a tree of processes has used.

use std::collections::HashMap;
use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};

use crate::linux::tree::Process;
use crate::run::CpuTime;

/// Adds up the CPU time of everything below the warden. There are three ways to know it, and each
/// gives the truth or less; so the largest is taken.
///
/// - *Waited for*: the kernel adds a child's time to its parent's account when the parent waits
///   for it, and so in the end to ours. Exact, except for children of a parent that ignores
///   SIGCHLD: those are never waited for, and their time is lost.
/// - *Seen*: the sum over all processes ever seen of what each had used when last seen. It misses
///   what happens between two looks.
/// - *Cgroup*: what the kernel charged the cgroup. Exact, where there are cgroups.
#[derive(Debug, Default)]
pub struct Meter {
    seen: HashMap<(i32, u64), Duration>,
    /// What launch used before it became the agent: no fault of the agent.
    overhead: Duration,
    /// The accounts when the run began.
    waited_for_before: CpuTime,
    in_cgroup_before: Duration,
    charged: Duration,
}

impl Meter {
    /// A meter for a run that begins now, with this on the cgroup's account.
    pub fn begin(in_cgroup: Option<Duration>) -> Meter {
        Meter {
            waited_for_before: waited_for(),
            in_cgroup_before: in_cgroup.unwrap_or_default(),
            ..Meter::default()
        }
    }

    /// What launch has used for itself.
    pub fn set_overhead(&mut self, overhead: Duration) {
        self.overhead = overhead;
    }

    /// Looks at the living, and says what everything has used up to now.
    pub fn charge(&mut self, living: &[Process], in_cgroup: Option<Duration>) -> Duration {
        let mut now = self.waited_for().total();
        for process in living {
            self.seen.insert((process.pid, process.start), process.own);
            now += process.own + process.waited_for;
        }
        let seen: Duration = self.seen.values().sum();
        let by_process = now.max(seen).saturating_sub(self.overhead);
        let not_ours = self.in_cgroup_before + self.overhead;
        let by_cgroup = in_cgroup.unwrap_or_default().saturating_sub(not_ours);
        self.charged = self.charged.max(by_process).max(by_cgroup);
        self.charged
    }

    /// The account when nothing lives any more.
    pub fn close(mut self, in_cgroup: Option<Duration>) -> CpuTime {
        let mut account = self.waited_for();
        let total = self.charge(&[], in_cgroup);
        // Launch spends its time in the kernel, most of it.
        let from_system = account.system.min(self.overhead);
        account.system -= from_system;
        account.user = account.user.saturating_sub(self.overhead - from_system);
        account.user += total.saturating_sub(account.total());
        account
    }

    /// Of this run.
    fn waited_for(&self) -> CpuTime {
        let (now, before) = (waited_for(), self.waited_for_before);
        CpuTime { user: now.user - before.user, system: now.system - before.system }
    }
}

/// The CPU time of all descendants that were ever waited for.
fn waited_for() -> CpuTime {
    getrusage(UsageWho::RUSAGE_CHILDREN).map_or_else(
        |_| CpuTime::default(),
        |usage| CpuTime {
            user: duration(usage.user_time()),
            system: duration(usage.system_time()),
        },
    )
}

fn duration(time: nix::sys::time::TimeVal) -> Duration {
    Duration::new(time.tv_sec().unsigned_abs(), time.tv_usec().unsigned_abs() as u32 * 1000)
}
