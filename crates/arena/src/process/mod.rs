//! One program, run once: its limits, its sandbox, its CPU time, how it ended.
//!
//! ```text
//! referee --order--> warden --fork--> launch --exec--> the agent
//!    ^                  |  watches the whole tree below it
//!    +------report------+
//! ```
//!
//! The *warden* is our own program, which serves one run after the other. It is a child subreaper:
//! whatever an agent forks, and however it tries to get away, stays below the warden, is charged,
//! and is killed in the end. For each run it forks *launch*, which puts the sandbox around itself and
//! then becomes the agent. A program of its own as warden, since only one without other threads may
//! fork and go on as it likes.
//!
//! [`run`] is the referee's side of it.

mod capture;
mod cgroup;
mod crew;
mod ended;
mod files;
mod kill;
mod launch;
mod limits;
mod meter;
mod namespaces;
mod orphans;
mod output;
mod owner;
mod run;
mod sandbox;
mod space;
mod syscalls;
mod tree;
mod trial;
mod warden;
mod watch;
mod wire;

use std::ffi::OsString;
use std::process::ExitCode;

pub use ended::Ended;
pub use files::public_place;
pub use limits::Limits;
pub use output::{OutputError, read_output};
pub use run::{Captured, CpuTime, Ran, Run, RunError, run};
pub use sandbox::{Layer, Layers, Level, Sandbox, TooWeak, Warden};

/// The argument that makes a program a warden.
const WARDEN: &str = "warden";

/// Serves as a warden, if the program's arguments say so; to be called first thing in `main`, when
/// there are no other threads yet.
///
/// `None` means that the program was started for something else.
pub fn serve(mut arguments: impl Iterator<Item = OsString>) -> Option<ExitCode> {
    (arguments.nth(1)? == WARDEN).then(warden::main)
}
