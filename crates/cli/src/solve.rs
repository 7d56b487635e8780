//! `plyglot solve`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use indicatif::ProgressBar;
use serde::Serialize;

use plyglot_kit::any::{AnyTask, GameRef};
use plyglot_kit::{Folder, InMemory, Options, Report};
use plyglot_search::engine::CpuClock;

use crate::args::{DEFAULT_INPUT, SolveArgs};
use crate::program::Program;
use crate::{failure, input};

/// Reads, solves, writes, and says what was found.
pub fn run(program: &Program, arguments: &SolveArgs) -> Result<()> {
    let (game, mut task) = read_task(program, arguments)?;
    let is_timed = task.goal().seconds().is_some();
    let edition = program.edition(game, arguments.edition.as_deref())?;
    if let Some(depth) = arguments.depth
        && !task.set_depth(depth)
    {
        bail!("--depth is for searches of a given depth, and this input asks for none");
    }
    if arguments.table.is_some() && !is_timed {
        bail!("--table is for agents that play against the clock, and this input has none");
    }
    if arguments.opponent.is_some() && !is_timed {
        bail!("--opponent is for games against the clock, and this input has none");
    }
    let clock = CpuClock::since_process_start();
    let options = Options {
        edition,
        clock: Some(clock),
        table_bytes: arguments.table.map(|megabytes| megabytes as usize * (1 << 20)),
        limit: None,
        opponent: arguments.opponent,
    };

    // Shown on a terminal only, so that a long search is not mistaken for a dead one.
    let spinner = ProgressBar::new_spinner().with_message("searching");
    if !spinner.is_hidden() {
        spinner.enable_steady_tick(Duration::from_millis(200));
    }
    let started = Instant::now();
    // A game that only prints writes its file only if a folder is given.
    let only_prints = game.files().prints && !is_timed && arguments.out.is_none();
    let (report, files): (Report, Vec<PathBuf>) = if only_prints {
        (task.solve(&options, &mut InMemory::default())?, Vec::new())
    } else {
        let path = arguments.out.as_deref().unwrap_or(Path::new("."));
        fs::create_dir_all(path).map_err(|error| failure::in_file(path, &error))?;
        let mut folder = Folder::open(path, game.about().answer_file)?;
        let report = task.solve(&options, &mut folder).map_err(|error| match error.kind() {
            // What the input asks for cannot be done; all other errors name their file.
            io::ErrorKind::InvalidInput => failure::in_file(input_path(arguments), &error),
            _ => error.into(),
        })?;
        let files = folder.commit()?.into_iter();
        (
            report,
            files.map(|path| path.strip_prefix(".").map(Path::to_owned).unwrap_or(path)).collect(),
        )
    };
    let seconds = started.elapsed().as_secs_f64();
    let cpu_seconds = clock.seconds();
    spinner.finish_and_clear();

    let mut out = io::stdout().lock();
    if arguments.json {
        serde_json::to_writer(
            &mut out,
            &SolveReport { report: &report, files: &files, seconds, cpu_seconds },
        )?;
        writeln!(out)?;
    } else if let Some(text) = &report.printed {
        write!(out, "{text}")?;
    } else {
        writeln!(out, "{}", sentence(&report, &files, is_timed.then_some(cpu_seconds)))?;
    }
    Ok(())
}

#[derive(Serialize)]
struct SolveReport<'r> {
    #[serde(flatten)]
    report: &'r Report,
    files: &'r [PathBuf],
    seconds: f64,
    cpu_seconds: f64,
}

fn read_task(program: &Program, arguments: &SolveArgs) -> Result<(GameRef, Box<dyn AnyTask>)> {
    let game = arguments.game.as_deref().map(|name| program.game(name)).transpose()?;
    if arguments.input.is_none()
        && let Some(game) = game
        && let Some(example) = game.example()
    {
        return Ok((game, example));
    }
    input::read(input_path(arguments), |text| program.games.read_task(text, game))
}

fn input_path(arguments: &SolveArgs) -> &Path {
    arguments.input.as_deref().unwrap_or(Path::new(DEFAULT_INPUT))
}

/// `star-circle, ALPHABETA depth 7: F4-H2, value 160, 5 nodes -> output.txt`; against the clock also
/// the CPU time used.
fn sentence(report: &Report, files: &[PathBuf], used: Option<f64>) -> String {
    let mut text = format!("{}, {}", report.game, report.algorithm);
    if let Some(depth) = report.depth {
        text += &format!(" depth {depth}");
    }
    text += &format!(": {}", report.moves.join(" "));
    if let Some(score) = &report.score {
        text += &format!(", {score}");
    } else if let Some(value) = report.value {
        text += &format!(", value {value}");
    }
    if let Some(nodes) = report.nodes {
        text += &format!(", {nodes} nodes");
    }
    if let Some(seconds) = used {
        text += &format!(", {seconds:.3} s");
    }
    let names: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
    text + &format!(" -> {}", names.join(", "))
}
