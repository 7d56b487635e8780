//! `plyglot cases`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use serde::Serialize;

use plyglot_answers::cases::{self, CasesRequest, Difficulty, ENOUGH, Fails};

use super::table::table;
use crate::program::Program;
use crate::{failure, interrupt, progress};

/// Make test cases with their answers, so chosen that known misreadings of the rules fail some
///
/// Writes a directory a case with input.txt and the right answer, and manifest.toml, which says what
/// each is worth and whether students may see it. The same seed gives the same bytes. Prints how many
/// cases each known misreading fails.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  {program} cases {game} --count 50 --seed 7 --out cases
  {program} cases {game} --difficulty easy --visible 20 --out practice
  {program} cases {game} --out cases --json")]
pub struct CasesArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub game: String,
    /// How many cases
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub count: u32,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The folder for the cases, which must be new
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// How much there is to search
    #[arg(long, value_enum, default_value_t = DifficultyName::Medium)]
    pub difficulty: DifficultyName,
    /// The first size of the game's board, such as rows and columns; else all sizes
    #[arg(long, value_name = "N")]
    pub size: Option<usize>,
    /// How many of the cases students may see, the smallest [default: a fifth]
    #[arg(long, value_name = "N")]
    pub visible: Option<usize>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum DifficultyName {
    /// At most some 250 nodes for a plain search: can be followed by hand
    Easy,
    /// At most some 4,000 nodes
    Medium,
    /// At most some 65,000 nodes: slow programs show
    Hard,
}

impl From<DifficultyName> for Difficulty {
    fn from(name: DifficultyName) -> Difficulty {
        match name {
            DifficultyName::Easy => Difficulty::Easy,
            DifficultyName::Medium => Difficulty::Medium,
            DifficultyName::Hard => Difficulty::Hard,
        }
    }
}

#[derive(Serialize)]
struct CasesReport<'r> {
    game: &'static str,
    seed: u64,
    cases: usize,
    folder: &'r PathBuf,
    misreadings: Vec<Fails>,
}

/// Makes, writes, and says what the cases are good for.
pub fn run(program: &Program, arguments: &CasesArgs) -> Result<()> {
    let game = program.game(&arguments.game)?;
    let count = arguments.count as usize;
    let folder = &arguments.out;
    // Better now than after the work.
    if folder.read_dir().is_ok_and(|mut entries| entries.next().is_some()) || folder.is_file() {
        bail!("{}: it exists already, and is not an empty folder", folder.display());
    }
    let order = CasesRequest {
        game,
        count,
        seed: arguments.seed,
        difficulty: arguments.difficulty.into(),
        size: arguments.size,
        visible: arguments.visible.unwrap_or(count / 5),
    };
    let tried = Arc::new(AtomicUsize::new(0));
    let so_far = Arc::clone(&tried);
    let spinner = progress::spinner_with(format!("making {count} cases"), move || {
        format!(", {} positions tried", so_far.load(Ordering::Relaxed))
    });
    let set = cases::generate_shown(&order, &tried)?;
    spinner.finish_and_clear();
    interrupt::undisturbed(|| cases::write(&set, folder))
        .map_err(|error| failure::in_file(folder, &error))?;

    let fails = set.fails();
    let mut out = io::stdout().lock();
    if arguments.json {
        let report = CasesReport {
            game: game.name(),
            seed: arguments.seed,
            cases: set.len(),
            folder,
            misreadings: fails,
        };
        serde_json::to_writer(&mut out, &report)?;
        writeln!(out)?;
        return Ok(());
    }
    writeln!(out, "{} cases -> {}", set.len(), folder.display())?;
    let mut table = table(&["misreading", "fails", "a program with it"], &[1]);
    for row in &fails {
        table.add_row([row.name.to_owned(), row.cases.to_string(), row.does.to_owned()]);
    }
    writeln!(out, "{table}")?;
    let rare = fails.iter().filter(|row| row.cases < ENOUGH).count();
    if rare > 0 {
        writeln!(
            out,
            "{rare} of them fail fewer than {ENOUGH}: more cases, or of other sizes, help"
        )?;
    }
    Ok(())
}
