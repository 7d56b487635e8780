use std::path::PathBuf;

use clap::Args;

use crate::arena::options::{GrantArgs, SandboxArgs};
use crate::cluster::ClusterArgs;

/// Play a tournament between built-in opponents and anybody's programs
///
/// The file says what is played and by whom; examples/tournament.toml explains every line. Each game
/// is stored in an SQLite file when it ends, so a tournament that was stopped in any way goes on with
/// `--resume`, with exactly the games that are missing.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  {program} tournament cup.toml --dry-run              what it will cost
  {program} tournament cup.toml                        play it, results into cup.sqlite
  {program} tournament cup.toml --resume               go on after a stop
  {program} tournament cup.toml --standings            look, also while it is being played
  {program} tournament cup.toml --standings --html cup.html --csv cup.csv
  {program} tournament cup.toml --workers /shared/cup  have it played by `{program} worker /shared/cup`
  {program} tournament cup.toml --slurm --worker-count 100 --worker-time 4:00:00
  {program} tournament cup.toml --print-script         what to run by hand on any cluster
  {program} serve                                      watch it in the browser, now or later")]
pub struct TournamentArgs {
    /// The file that describes the tournament
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Where the games are stored [default: FILE with the ending .sqlite]
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// Go on with the games that are stored
    #[arg(long)]
    pub resume: bool,
    /// With --resume, go on although the program of an agent has changed since it played; the games of
    /// both are then counted together
    #[arg(long, requires = "resume")]
    pub accept_changes: bool,
    /// Play nothing: show what is stored
    #[arg(long, conflicts_with_all = ["resume", "dry_run", "concurrency", "workers", "slurm", "print_script"])]
    pub standings: bool,
    /// Play nothing: check the file, and tell how many games there are and how long they may take
    #[arg(long, conflicts_with_all = ["csv", "html", "workers", "slurm", "print_script"])]
    pub dry_run: bool,
    /// How many games at once, at most one a core [default: as the file says, or all cores]
    #[arg(long, value_name = "N", conflicts_with_all = ["workers", "slurm", "print_script"],
        value_parser = clap::value_parser!(u16).range(1..))]
    pub concurrency: Option<u16>,
    #[command(flatten)]
    pub cluster: ClusterArgs,
    #[command(flatten)]
    pub grants: GrantArgs,
    #[command(flatten)]
    pub isolation: SandboxArgs,
    /// Write the standings and the cross table into this file, as comma-separated values
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write one page with everything and all games to step through into this file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Print JSON: with `--standings` and `--dry-run` one object, otherwise one for each event
    #[arg(long)]
    pub json: bool,
}

impl TournamentArgs {
    /// The file without its ending: what belongs to it stands beside it.
    pub fn stem(&self) -> PathBuf {
        self.file.with_extension("")
    }
}
