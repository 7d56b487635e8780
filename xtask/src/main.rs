//! `cargo xtask TASK`: what builds Plyglot beyond `cargo build`.

mod dist;
mod module;
mod tools;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

/// Builds Plyglot beyond `cargo build`
#[derive(Debug, Parser)]
#[command(bin_name = "cargo xtask")]
enum Task {
    /// Build the WebAssembly module of the page without a server, into crates/web/module
    Module,
    Dist(dist::DistArgs),
}

fn main() -> Result<ExitCode> {
    match Task::parse() {
        Task::Module => module::build().map(|()| ExitCode::SUCCESS),
        Task::Dist(arguments) => dist::run(&arguments),
    }
}

/// The folder of the workspace.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}
