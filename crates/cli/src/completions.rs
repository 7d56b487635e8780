//! `plyglot completions`.

use clap_complete::Shell;

use crate::command::command;
use crate::program::Program;

/// Prints the completion script.
pub fn run(program: &Program, shell: Shell) -> anyhow::Result<()> {
    // Into memory first: writing straight to a closed pipe would panic inside the library.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command(program), &program.name, &mut script);
    std::io::Write::write_all(&mut std::io::stdout(), &script)?;
    Ok(())
}
