//! `plyglot solve`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use indicatif::ProgressBar;
use serde::Serialize;

use plyglot_games::GameId;
use plyglot_games::{Task, capture_go::files as capture_go};
use plyglot_kit::{Folder, InMemory, Options, Report};
use plyglot_search::engine::CpuClock;

use crate::args::{DEFAULT_INPUT, Solve};
use crate::{failure, input};

/// Reads, solves, writes, and says what was found.
pub fn run(arguments: &Solve) -> Result<()> {
    let mut task = read_task(arguments)?;
    if arguments.edition.is_some() && task.game() != GameId::Mancala {
        bail!("--edition is for Mancala, and this is {}", task.game().title());
    }
    if let Some(depth) = arguments.depth
        && !task.set_depth(depth)
    {
        bail!("--depth is for searches of a given depth, and this input asks for none");
    }
    if arguments.table.is_some() && !task.is_timed() {
        bail!("--table is for agents that play against the clock, and this input has none");
    }
    if arguments.opponent.is_some() && !task.is_timed() {
        bail!("--opponent is for games against the clock, and this input has none");
    }
    let clock = CpuClock::since_process_start();
    let options = Options {
        edition: arguments.edition.map(Into::into).unwrap_or_default(),
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
    // The source of Capture Go only prints: its file is written where it is asked for.
    let only_prints =
        task.game() == GameId::CaptureGo && !task.is_timed() && arguments.out.is_none();
    let (report, files): (Report, Vec<PathBuf>) = if only_prints {
        (task.solve(&options, &mut InMemory::default())?, Vec::new())
    } else {
        let path = arguments.out.as_deref().unwrap_or(Path::new("."));
        fs::create_dir_all(path).map_err(|error| failure::in_file(path, &error))?;
        let mut folder = Folder::open(path)?;
        let report =
            task.solve(&options, &mut folder).map_err(|error| failure::in_file(path, &error))?;
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
            &Json { report: &report, files: &files, seconds, cpu_seconds },
        )?;
        writeln!(out)?;
    } else if let Some(text) = &report.printed {
        write!(out, "{text}")?;
    } else {
        writeln!(out, "{}", sentence(&report, &files, task.is_timed().then_some(cpu_seconds)))?;
    }
    Ok(())
}

#[derive(Serialize)]
struct Json<'r> {
    #[serde(flatten)]
    report: &'r Report,
    files: &'r [PathBuf],
    seconds: f64,
    cpu_seconds: f64,
}

fn read_task(arguments: &Solve) -> Result<Task> {
    if arguments.input.is_none() && arguments.game == Some(GameId::CaptureGo) {
        return Ok(Task::CaptureGo(capture_go::Task::builtin()));
    }
    let path = arguments.input.as_deref().unwrap_or(Path::new(DEFAULT_INPUT));
    input::read(path, |text| Task::read(text, arguments.game))
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
