//! `cargo xtask TASK`: what builds Plyglot beyond `cargo build`.

mod module;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Parser;

/// Builds Plyglot beyond `cargo build`
#[derive(Debug, Parser)]
#[command(bin_name = "cargo xtask")]
enum Task {
    /// Build the WebAssembly module of the page without a server, into crates/web/module
    Module,
}

fn main() -> Result<()> {
    match Task::parse() {
        Task::Module => module::build(),
    }
}

/// The folder of the workspace.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// Runs a program in the workspace's folder; that it fails is an error.
fn run(program: &str, arguments: &[&str]) -> Result<()> {
    ended(&mut Command::new(program), arguments)
}

/// The same, for a compiler that may use what is not stable yet.
fn run_unstable(program: &str, arguments: &[&str]) -> Result<()> {
    ended(Command::new(program).env("RUSTC_BOOTSTRAP", "1"), arguments)
}

fn ended(command: &mut Command, arguments: &[&str]) -> Result<()> {
    let said = format!("{} {}", command.get_program().display(), arguments.join(" "));
    // Everything is looked for where it is put by default.
    command.env_remove("CARGO_TARGET_DIR");
    let ended = command.args(arguments).current_dir(root()).status();
    let ended = ended.with_context(|| said.clone())?;
    ensure!(ended.success(), "{said}: {ended}");
    Ok(())
}
