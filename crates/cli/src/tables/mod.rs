//! `plyglot tables`: tables of solved endings.

mod build;
mod check;
mod info;
mod workers;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::{Args, Subcommand};

use plyglot_kit::any::GameRef;
use plyglot_kit::tables::{TableFacts, Tables};

use crate::cluster::ClusterArgs;
use crate::program::Program;

pub use workers::{TablesJob, TablesWorker};

/// Build, list and check tables of solved endings
///
/// Tables tell for every position with few pieces who wins, and how soon. The smallest are part of the
/// program. Others are looked for in the folder that the variable PLYGLOT_TABLES names, or else in
/// ~/.local/share/plyglot/tables.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  {program} tables info                              the tables in the program
  {program} tables build {game} --pieces 6         build larger ones where they are looked for
  {program} tables check")]
pub struct TablesArgs {
    #[command(subcommand)]
    command: TablesCommand,
}

#[derive(Debug, Subcommand)]
enum TablesCommand {
    Build(Box<BuildArgs>),
    Info(InfoArgs),
    Check(CheckArgs),
}

/// Build the tables of a game with up to so many pieces
///
/// First says how much memory, disk and time that takes, and begins if there is enough. Every class of
/// pieces is a file, which appears whole: a build that was stopped in any way goes on with the classes
/// that are missing. With --workers or --slurm, machines that share the folder build classes side by side.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  {program} tables build {game} --pieces 6
  {program} tables build {game} --pieces 5 --out tables --threads 1
  {program} tables build {game} --pieces 7 --dry-run
  {program} tables build {game} --pieces 7 --out /shared/tables --slurm --worker-memory 24000")]
struct BuildArgs {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// With up to so many pieces on the board
    #[arg(long, value_name = "N")]
    pieces: u32,
    /// The folder, made if missing [default: where tables are looked for]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How many threads work [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    #[arg(conflicts_with_all = ["workers", "slurm"])]
    threads: Option<u16>,
    /// As if games could go on for ever: no draw by quiet turns. Such tables are for comparison only
    #[arg(long)]
    endless: bool,
    /// Build nothing: only say what it takes
    #[arg(long)]
    dry_run: bool,
    /// Write only who wins, all in this one file: the file that is part of the program is made so
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "endless", "workers", "slurm"])]
    bundle: Option<PathBuf>,
    #[command(flatten)]
    cluster: ClusterArgs,
}

/// List the tables in a folder: how many positions are won, drawn and lost for the side to move
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  {program} tables info
  {program} tables info tables --json")]
struct InfoArgs {
    /// The folder [default: the tables in the program]
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Print all classes as one JSON object
    #[arg(long)]
    json: bool,
}

/// Check tables: every byte by its checksum, and positions by what their moves lead to
///
/// Some thousand positions of every table are compared with the positions after each of their moves.
/// The exit code is 1 if anything is wrong.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  {program} tables check
  {program} tables check tables --all")]
struct CheckArgs {
    /// The folder [default: the tables in the program, and those where tables are looked for]
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Compare all positions; with six pieces that takes hours
    #[arg(long)]
    all: bool,
    /// Random seed for the positions
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "all")]
    seed: u64,
}

/// Does what was asked.
pub fn run(program: &Program, arguments: &TablesArgs) -> Result<ExitCode> {
    match &arguments.command {
        TablesCommand::Build(arguments) => build::run(program, arguments),
        TablesCommand::Info(arguments) => info::run(program, arguments),
        TablesCommand::Check(arguments) => check::run(program, arguments),
    }
}

/// The tables of a game in some place.
struct Found {
    game: GameRef,
    tables: &'static dyn Tables,
    facts: Vec<TableFacts>,
}

/// Every game that has tables in a folder, or in the program.
fn find(program: &Program, folder: Option<&Path>) -> Result<Vec<Found>> {
    let mut found = Vec::new();
    for game in program.games.iter() {
        if let Some(tables) = game.tables() {
            let facts = tables.list(folder)?;
            if !facts.is_empty() {
                found.push(Found { game, tables, facts });
            }
        }
    }
    match folder {
        Some(folder) if found.is_empty() => bail!("{}: there are no tables", folder.display()),
        _ => Ok(found),
    }
}
