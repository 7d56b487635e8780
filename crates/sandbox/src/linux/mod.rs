//! Where programs are run: all that needs Linux.

pub mod cores;
pub mod mode;

mod capture;
mod cgroup;
#[cfg(test)]
mod confined_test;
mod copy;
mod descent;
mod disk_usage;
mod files;
mod folder;
mod kill;
mod launch;
mod meter;
mod nameless;
mod namespaces;
mod orphans;
mod output;
mod owner;
mod probe;
mod program;
mod removal;
mod root_dir;
mod run;
mod scratch_dir;
mod syscalls;
mod system;
mod tree;
mod user;
mod walk;
mod warden;
mod warden_pool;
mod watch;
mod wire;
mod workdir;

use std::ffi::OsString;
use std::process::ExitCode;

pub use files::public_place;
pub use output::read_output;
pub use program::find_program;
pub use run::run;
pub use scratch_dir::ScratchDir;
pub use system::System;
pub use workdir::Workdir;

/// The argument that makes a program a warden.
const WARDEN: &str = "warden";

/// Serves as a warden, if the program's arguments say so; to be called first thing in `main`, when
/// there are no other threads yet.
///
/// `None` means that the program was started for something else.
pub fn serve(mut arguments: impl Iterator<Item = OsString>) -> Option<ExitCode> {
    (arguments.nth(1)? == WARDEN).then(warden::main)
}
