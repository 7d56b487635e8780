//! `plyglot man`.

use std::fs;
use std::io::{self, Write};

use anyhow::Result;

use crate::args::ManArgs;
use crate::command::command;
use crate::failure;
use crate::program::Program;

/// Writes a manual page for the program, and one for each of its commands.
pub fn run(program: &Program, arguments: &ManArgs) -> Result<()> {
    let folder = &arguments.out;
    fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(command(program), folder))
        .map_err(|error| failure::in_file(folder, &error))?;
    let first = folder.join(format!("{}.1", program.name));
    writeln!(io::stdout(), "manual pages -> {}", first.display())?;
    Ok(())
}
