//! Other programs: whether they are here, and running them in the workspace's folder.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::root;

/// Whether a program is on the path.
pub fn has(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    let name = format!("{program}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&path).any(|folder| folder.join(&name).is_file())
}

/// Whether Rust can compile for a target.
pub fn has_target(target: &str) -> bool {
    let output = command("rustc").args(["--print", "target-libdir", "--target", target]).output();
    output.is_ok_and(|output| {
        let path = String::from_utf8_lossy(&output.stdout);
        output.status.success() && PathBuf::from(path.trim()).is_dir()
    })
}

/// A program, to be run in the workspace's folder.
pub fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    // What this task was compiled with must not decide how others are.
    command.env_remove("CARGO_TARGET_DIR").current_dir(root());
    command
}

/// Runs a command to its end, after saying which.
pub fn run(command: &mut Command) -> Result<()> {
    let words = [command.get_program()].into_iter().chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy().into_owned()).collect();
    let line = words.join(" ");
    println!("$ {line}");
    let status = command.status().with_context(|| line.clone())?;
    ensure!(status.success(), "{line}: {status}");
    Ok(())
}

/// What a command prints.
pub fn printed(command: &mut Command) -> Result<Vec<u8>> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().with_context(|| name.clone())?;
    ensure!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr).trim());
    Ok(output.stdout)
}
