//! `cargo xtask dist`: everything that one would put on a release page.
//!
//! What goes into other files is made first: the page's module, so that every program has it inside,
//! then manual pages and completions, by a program for this machine.

mod archive;
mod parts;
mod shelf;

use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};

use shelf::Shelf;

/// Make all files of a release in target/distrib
///
/// What cannot be made here, because a tool is missing, is said plainly, and the exit code is then 1.
/// The programs for macOS are made on macOS only.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cargo xtask dist
  cargo xtask dist --only linux
  cargo xtask dist --only page --only python")]
pub struct DistArgs {
    /// Make only this; may be given more than once
    #[arg(long, value_name = "PART")]
    only: Vec<Part>,
}

/// What can be made alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// plyglot.html: the workbench in one file
    Page,
    /// Manual pages and completions
    Papers,
    /// Static programs for Linux
    Linux,
    /// The program for Windows
    Windows,
    /// The programs for macOS
    Macos,
    /// The wheel for this system, and the source distribution
    Python,
    /// The Dockerfile for graders
    Docker,
}

/// Makes the parts one after the other, and says what there is and what there is not.
pub fn run(arguments: &DistArgs) -> Result<ExitCode> {
    let shelf = Shelf::open(&crate::root(), arguments.only.is_empty())?;
    let parts = Part::value_variants().iter().filter(|part| part.is_chosen(&arguments.only));
    let parts: Vec<&Part> = parts.collect();
    if parts.iter().any(|part| part.has_the_page()) {
        crate::module::build()?;
    }
    let mut missing = Vec::new();
    for part in parts {
        missing.extend(parts::make(*part, &shelf).with_context(|| format!("{part:?}"))?);
    }
    shelf.write_checksums()?;
    print!("{}", shelf.table()?);
    for line in &missing {
        println!("not made: {line}");
    }
    Ok(if missing.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl Part {
    fn is_chosen(self, only: &[Part]) -> bool {
        let can_be_made = self != Part::Macos || cfg!(target_os = "macos");
        if only.is_empty() { can_be_made } else { only.contains(&self) }
    }

    fn has_the_page(self) -> bool {
        !matches!(self, Part::Papers | Part::Docker)
    }
}
