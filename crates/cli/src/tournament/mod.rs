//! `plyglot tournament`.

mod arguments;
mod estimate;
mod events;
mod files;
mod progress;
mod table;
mod workers;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;

use plyglot_arena::contest::{self, Contest, ContestError, Event, Flow, UnplayedGame};
use plyglot_arena::schedule::Format;
use plyglot_arena::tournament::{Plan, Store, StoreError, TournamentReport, Writer};
use plyglot_kit::any::Games;
use plyglot_sandbox::cores;

use crate::arena::notices;
use crate::program::Program;
use crate::{failure, input, interrupt, json};

pub use arguments::TournamentArgs;

use estimate::CostEstimate;
use events::TournamentEnded;
use files::ReportFiles;
use progress::Progress;

/// Plays a tournament, or shows one.
pub fn run(program: &Program, mut arguments: TournamentArgs) -> Result<ExitCode> {
    let path = arguments.store.clone().unwrap_or_else(|| beside(&arguments.file));
    let in_store = |error: &StoreError| anyhow::anyhow!("{}: {error}", path.display());
    if arguments.standings {
        let files = ReportFiles::open(&arguments)?;
        let store = Store::open(&path, program.games).map_err(|error| in_store(&error))?;
        let report = TournamentReport::of(&store).map_err(|error| in_store(&error))?;
        return show(&arguments, &store, &report, &[], files).map(|()| ExitCode::SUCCESS);
    }
    let mut plan = read(program.games, &arguments.file)?;
    let in_file = |error| anyhow::anyhow!("{}: {error}", arguments.file.display());
    arguments.cluster = arguments.cluster.or_file(&plan.slurm).map_err(in_file)?;
    let arguments = &arguments;
    arguments.grants.grant(&mut plan.agents)?;
    let concurrency = concurrency(arguments, &plan);
    if arguments.dry_run {
        let estimate = CostEstimate::new(&plan, concurrency, 0);
        return estimate.print(arguments.json).map(|()| ExitCode::SUCCESS);
    }
    let workers = arguments.cluster.store(&arguments.stem())?;
    if arguments.cluster.print_script(&arguments.stem(), workers.as_deref(), arguments.json)? {
        return Ok(ExitCode::SUCCESS);
    }
    let files = ReportFiles::open(arguments)?;
    let sandbox = arguments.isolation.sandbox()?;
    if let Some(level) = plan.require_sandbox {
        sandbox.require(level)?;
    }
    let contest = Contest::of(&plan.tournament, plan.agents.clone(), sandbox, concurrency);
    contest.find_programs()?;
    let open = if arguments.resume { Writer::resume } else { Writer::create };
    let mut writer = open(&path, &plan.tournament).map_err(|error| in_store(&error))?;
    if arguments.accept_changes {
        writer.accept_changes();
    }
    let played = match &workers {
        None => play(arguments, &plan, &contest, &mut writer),
        Some(address) => workers::play(program, arguments, &plan, &contest, address, &mut writer),
    };
    let unplayed = played.map_err(|error| match error.downcast::<StoreError>() {
        Ok(error) => in_store(&error),
        Err(error) => error,
    })?;
    let report = TournamentReport::of(writer.store()).map_err(|error| in_store(&error))?;
    let shown = show(arguments, writer.store(), &report, &unplayed, files);
    let (name, file) = (&program.name, arguments.file.display());
    if let Some(code) = interrupt::exit_code().filter(|_| !report.is_finished) {
        failure::even_unread(shown)?;
        let workers = arguments.cluster.again();
        failure::say(&format!(
            "Stopped; what was played is kept: {name} tournament {file} --resume{workers}"
        ));
        return Ok(ExitCode::from(code));
    }
    if !unplayed.is_empty() {
        failure::even_unread(shown)?;
        let count = notices::unplayed(unplayed.len());
        let rest = match plan.tournament.settings().format {
            Format::Swiss { .. } | Format::Knockout { .. } => {
                "; the next round needs all of this one"
            }
            Format::RoundRobin | Format::Gauntlet { .. } => "",
        };
        let again = arguments.cluster.again();
        let command = format!("{name} tournament {file} --resume{again}");
        failure::say(&format!("{count}{rest}. To try again: {command}"));
        return Ok(ExitCode::from(1));
    }
    shown.map(|()| ExitCode::SUCCESS)
}

/// Plays what is missing, until it is stopped; returns what could not be played.
fn play(
    arguments: &TournamentArgs,
    plan: &Plan,
    contest: &Contest,
    writer: &mut Writer,
) -> Result<Vec<UnplayedGame>> {
    let results = writer.store().results()?;
    let estimate = CostEstimate::new(plan, contest.concurrency, results.len() as u64);
    estimate.announce(arguments.json)?;
    let mut progress = Progress::new(&plan.tournament, &results, arguments.json);
    let stop = interrupt::watch();
    let played = contest::run_until(&stop, contest, results, |event| {
        writer.hear(&event)?;
        if matches!(event, Event::Entered { .. }) {
            progress.changed(writer.changed())?;
        }
        progress.hear(&event)?;
        Ok(Flow::GoOn)
    });
    progress.finish();
    match played {
        Ok(end) => Ok(end.unplayed),
        // A build that was given up, for example.
        Err(_) if interrupt::exit_code().is_some() => Ok(Vec::new()),
        Err(ContestError::Told(error)) => Err(error),
        Err(ContestError::Workshop(error)) => Err(error.into()),
        Err(ContestError::Referee(error)) => Err(error.into()),
    }
}

/// Prints a report and writes the files that were asked for.
fn show(
    arguments: &TournamentArgs,
    store: &Store,
    report: &TournamentReport,
    unplayed: &[UnplayedGame],
    files: ReportFiles,
) -> Result<()> {
    files.write(store, report)?;
    let mut out = io::stdout().lock();
    if !arguments.json {
        write!(out, "{}", table::all(report))?;
        if !unplayed.is_empty() {
            writeln!(out, "\n{}.", notices::unplayed(unplayed.len()))?;
        }
    } else if arguments.standings {
        json::write_line(&mut out, report)?;
    } else {
        events::print(&events::TournamentEvent::Result(TournamentEnded::new(report, unplayed)))?;
    }
    Ok(())
}

fn read(games: Games, path: &Path) -> Result<Plan> {
    let directory = path.parent().unwrap_or(Path::new(""));
    input::read(path, |text| Plan::read(text, directory, games))
}

fn concurrency(arguments: &TournamentArgs, plan: &Plan) -> usize {
    let wanted = arguments.concurrency.map(usize::from).or(plan.concurrency);
    let most = cores::physical().len().max(1);
    wanted.map_or(most, |wanted| wanted.min(most))
}

/// `cup.sqlite` for `cup.toml`.
fn beside(file: &Path) -> PathBuf {
    file.with_extension("sqlite")
}
