//! One program, run once: what it printed, how it ended, and what it cost.
//!
//! The program may be anybody's, and mean no good. It runs in a directory of its own, within limits
//! of time, memory, disk and processes, and behind as many layers of isolation as this machine has.
//! Afterwards nothing of it is left running.
//!
//! ```standalone_crate
//! use std::process::ExitCode;
//! use std::time::Duration;
//!
//! use plyglot_sandbox::{Ended, Run, Sandbox, Warden, run};
//!
//! fn main() -> ExitCode {
//!     // Runs are watched by a second process of this same program, which begins here.
//!     if let Some(code) = plyglot_sandbox::serve(std::env::args_os()) {
//!         return code;
//!     }
//!     let sandbox = Sandbox::detect(Warden::this_program());
//!     let directory = tempfile::tempdir().unwrap();
//!
//!     let mut program = Run::new(["sh", "-c", "echo hello; exit 3"], directory.path());
//!     program.limits.cpu = Duration::from_secs(2);
//!     let ran = run(&program, &sandbox).unwrap();
//!
//!     assert_eq!(ran.stdout.text(), "hello\n");
//!     assert_eq!(ran.ended, Ended::Exited(3));
//!     assert!(ran.cpu.total() < program.limits.cpu);
//!     println!("it {} after {:?} of CPU time, under {}", ran.ended, ran.cpu.total(), ran.layers);
//!     ExitCode::SUCCESS
//! }
//! ```
//!
//! # What each layer gives
//! [`Sandbox::detect`] tries them all; a run has every layer that works, or does not take place, and
//! [`Ran::layers`] tells which they were.
//!
//! - **L0, everywhere.** Limits are checked every few milliseconds, everything is killed at the end. If
//!   we are root, each run has a user of its own.
//! - **L1, confined** (Linux 5.13, better 6.12; no privileges needed). Landlock: it reads the system
//!   and its own directory and writes only there. Seccomp: no network, no signals to others, no tracing.
//! - **L2, namespaces** (root, or unprivileged user namespaces). A root directory of its own, with the
//!   system read-only and nobody else's files; no process but its own, no network device.
//! - **L3, cgroup** (a cgroup v2 in which we may make others). The kernel counts and kills, and limits
//!   memory and tasks where it has those controllers, of version 1 or 2.
//!
//! `docs/SANDBOX.md` has the table of what is promised at each level, and how it is enforced. For
//! programs that you do not trust ask for L1 at least: [`Sandbox::require`].
//!
//! # How it works
//! ```text
//! run --order--> warden --fork--> launch --fork, exec--> the program
//!  ^                |  watches the whole tree below it
//!  +-----report-----+
//! ```
//!
//! The *warden* is our own program, which serves one run after the other. It is a child subreaper:
//! whatever a program forks, and however it tries to get away, stays below the warden, is charged, and
//! is killed in the end. For each run it forks *launch*, whose child puts the sandbox around itself and
//! becomes the program. Launch stays outside, to end everything if the warden dies. The warden is a
//! process of its own, since only one without other threads may fork and go on as it likes.

mod copy_error;
mod ended;
mod isolation;
mod limits;
mod machine;
mod output_error;
mod run;
mod sandbox;

#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
#[path = "elsewhere.rs"]
mod system;
#[cfg(target_os = "linux")]
use linux as system;

pub use copy_error::CopyError;
pub use ended::Ended;
pub use isolation::{Isolation, Layers};
pub use limits::Limits;
pub use machine::machine;
pub use output_error::OutputError;
pub use run::{Captured, CpuTime, Ran, Run, RunError};
pub use sandbox::{Layer, Sandbox, TooWeak, Warden};
pub use system::{
    ScratchDir, Workdir, cores, find_program, mode, public_place, read_output, run, serve,
};

/// Whether programs are run on this system at all.
///
/// # Errors
/// [`RunError::NotHere`] on anything but Linux.
pub fn supported() -> Result<(), RunError> {
    if cfg!(target_os = "linux") { Ok(()) } else { Err(RunError::NotHere) }
}
