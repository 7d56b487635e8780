//! `plyglot solve`.

mod into_folder;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Result, bail};
use serde::Serialize;

use plyglot_kit::any::{AnyTask, GameKit, GameRef};
use plyglot_kit::{Goal, Nowhere, Options, Report};
use plyglot_search::engine::CpuClock;
use plyglot_search::textbook::Progress;

use crate::args::{DEFAULT_INPUT, SolveArgs};
use crate::program::Program;
use crate::{failure, input, progress};
use into_folder::Writing;
use plyglot_core::numbers::grouped;

/// Of the one search that this program is for.
static PROGRESS: Progress = Progress::new();

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
    if arguments.threads.is_some() && is_timed {
        bail!("--threads is for exact answers: an agent pays for the CPU time of all its threads");
    }
    let clock = CpuClock::since_process_start();
    let options = Options {
        edition,
        clock: Some(clock),
        table_bytes: arguments.table.map(|megabytes| megabytes as usize * (1 << 20)),
        limit: None,
        opponent: arguments.opponent,
        threads: arguments.threads.map(usize::from),
        // Looking on costs a little, so it is left out where nobody looks.
        progress: (!progress::is_hidden()).then_some(&PROGRESS),
    };

    let started = Instant::now();
    let about = about(task.goal());
    // A game that only prints writes its file only if a folder is given.
    let only_prints = game.files().prints && !is_timed && arguments.out.is_none();
    let (report, files): (Report, Vec<PathBuf>) = if only_prints {
        let spinner = progress::spinner_with(about, || so_far(&PROGRESS));
        let solved = task.solve(&options, &mut Nowhere);
        let report = solved.map_err(|error| in_input(arguments, error.into()))?;
        spinner.finish_and_clear();
        (report, Vec::new())
    } else {
        let folder = arguments.out.as_deref().unwrap_or(Path::new("."));
        let (name, large) = (game.about().answer_file, arguments.large);
        let writing = Writing { task: &*task, options: &options, folder, name, large, about };
        let (report, files) = writing.run().map_err(|error| in_input(arguments, error))?;
        let short = |path: PathBuf| path.strip_prefix(".").map(Path::to_owned).unwrap_or(path);
        (report, files.into_iter().map(short).collect())
    };
    let seconds = started.elapsed().as_secs_f64();
    let cpu_seconds = clock.seconds();

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

/// What is being done, for people who wait.
fn about(goal: Goal) -> String {
    match goal {
        Goal::Greedy => "searching".to_owned(),
        Goal::Search { depth, .. } => format!("searching, depth {depth}"),
        Goal::Turn { seconds } | Goal::Game { seconds } => {
            format!("thinking, at most {seconds} s of CPU time")
        }
    }
}

/// How far a search has come: `, 12 %, 3,456,789 nodes`.
fn so_far(progress: &Progress) -> String {
    let nodes = match progress.nodes() {
        0 => String::new(),
        nodes => format!(", {} nodes", grouped(nodes)),
    };
    format!(", {:.0} %{nodes}", 100.0 * progress.share())
}

fn read_task(program: &Program, arguments: &SolveArgs) -> Result<(GameRef, Box<dyn AnyTask>)> {
    let game = arguments.game.as_deref().map(|name| program.game(name)).transpose()?;
    if arguments.example {
        return example(program, game);
    }
    let path = match &arguments.input {
        Some(path) => path,
        None if Path::new(DEFAULT_INPUT).exists() => Path::new(DEFAULT_INPUT),
        None => {
            let Some((game, task)) = game.and_then(|game| Some((game, game.example()?))) else {
                let name = &program.name;
                bail!(
                    "{DEFAULT_INPUT}: there is none here; name an input, as in {name} solve \
                     case7.txt, or see {name} --help"
                );
            };
            let title = game.title();
            failure::say(&format!("There is no {DEFAULT_INPUT} here: this is {title}'s example."));
            return Ok((game, task));
        }
    };
    input::read(path, |text| program.games.read_task(text, game))
}

/// What the input asks for and cannot be done names the input; all other errors name their file.
fn in_input(arguments: &SolveArgs, error: anyhow::Error) -> anyhow::Error {
    match error.downcast::<io::Error>() {
        Ok(error) if error.kind() == io::ErrorKind::InvalidInput => {
            let path = arguments.input.as_deref().unwrap_or(Path::new(DEFAULT_INPUT));
            failure::in_file(path, &error)
        }
        Ok(error) => error.into(),
        Err(error) => error,
    }
}

/// The position that is built in: of the game, or else of the first that has one.
fn example(program: &Program, game: Option<GameRef>) -> Result<(GameRef, Box<dyn AnyTask>)> {
    let mut games = program.games.iter().filter(|it| game.is_none_or(|game| game == *it));
    match games.find_map(|game| Some((game, game.example()?))) {
        Some(example) => Ok(example),
        None => bail!("--example: {} has none", game.map_or("no game", <dyn GameKit>::title)),
    }
}

/// `star-circle, ALPHABETA depth 7: F4-H2, value 160, 5 nodes -> output.txt`; against the clock also
/// the CPU time used.
fn sentence(report: &Report, files: &[PathBuf], used: Option<f64>) -> String {
    let mut text = report.summary();
    if let Some(seconds) = used {
        text += &format!(", {seconds:.3} s");
    }
    let names: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
    text + &format!(" -> {}", names.join(", "))
}
