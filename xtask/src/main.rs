//! `cargo xtask TASK`: what is done by those who work on Plyglot, one file a task.

mod dist;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;

/// Tools for those who work on Plyglot
#[derive(Debug, Parser)]
#[command(name = "cargo xtask")]
enum Task {
    Dist(dist::DistArgs),
}

fn main() -> anyhow::Result<ExitCode> {
    match Task::parse() {
        Task::Dist(arguments) => dist::run(&arguments),
    }
}

/// The repository.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}
