//! One program, run once: its limits, its sandbox, its CPU time, how it ended.
//!
//! ```text
//! referee --order--> warden --order--> launch ==exec==> the agent
//!    ^                  |  watches the whole tree below it
//!    +------report------+
//! ```
//!
//! The *warden* is our own program, which serves one run after the other. It is a child subreaper:
//! whatever an agent forks, and however it tries to get away, stays below the warden, is charged,
//! and is killed in the end. It starts *launch*, again our own program, which puts the sandbox around
//! itself and then becomes the agent. Two programs instead of code between fork and exec: that code
//! would need `unsafe`, and these two can be looked at one by one.
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
/// The argument after it that makes it the second stage.
const LAUNCH: &str = "launch";

/// Serves as a warden, if the program's arguments say so; to be called first thing in `main`.
///
/// `None` means that the program was started for something else.
pub fn serve(mut arguments: impl Iterator<Item = OsString>) -> Option<ExitCode> {
    if arguments.nth(1)? != WARDEN {
        return None;
    }
    Some(match arguments.next() {
        Some(stage) if stage == LAUNCH => launch::main(),
        _ => warden::main(),
    })
}
