//! `plyglot completions`.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Arguments;

/// Prints the completion script.
pub fn run(shell: Shell) -> anyhow::Result<()> {
    // Into memory first: writing straight to a closed pipe would panic inside the library.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "plyglot", &mut script);
    std::io::Write::write_all(&mut std::io::stdout(), &script)?;
    Ok(())
}
