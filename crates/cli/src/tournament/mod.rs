//! `plyglot tournament`.

mod arguments;
mod estimate;
mod events;
mod files;
mod progress;
mod table;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;

use plyglot_arena::contest::{self, Contest, ContestError, Event, Flow};
use plyglot_arena::tournament::{Plan, Store, StoreError, TournamentReport, Writer};
use plyglot_kit::any::Games;
use plyglot_sandbox::{Sandbox, cores};

use crate::program::Program;
use crate::{failure, input, interrupt};

pub use arguments::TournamentArgs;

use estimate::CostEstimate;
use files::ReportFiles;
use progress::Progress;

/// Plays a tournament, or shows one.
pub fn run(program: &Program, arguments: &TournamentArgs) -> Result<ExitCode> {
    let path = arguments.store.clone().unwrap_or_else(|| beside(&arguments.file));
    let in_store = |error: &StoreError| anyhow::anyhow!("{}: {error}", path.display());
    if arguments.standings {
        let files = ReportFiles::open(arguments)?;
        let store = Store::open(&path, program.games).map_err(|error| in_store(&error))?;
        let report = TournamentReport::of(&store).map_err(|error| in_store(&error))?;
        return show(arguments, &store, &report, files).map(|()| ExitCode::SUCCESS);
    }
    let plan = read(program.games, &arguments.file)?;
    let concurrency = concurrency(arguments, &plan);
    if arguments.dry_run {
        let estimate = CostEstimate::new(&plan, concurrency, 0);
        return estimate.print(arguments.json).map(|()| ExitCode::SUCCESS);
    }
    let files = ReportFiles::open(arguments)?;
    let sandbox = arguments.isolation.sandbox()?;
    if let Some(level) = plan.require_sandbox {
        sandbox.require(level)?;
    }
    let open = if arguments.resume { Writer::resume } else { Writer::create };
    let mut writer = open(&path, &plan.tournament).map_err(|error| in_store(&error))?;
    play(arguments, plan, &mut writer, sandbox, concurrency).map_err(|error| {
        match error.downcast::<StoreError>() {
            Ok(error) => in_store(&error),
            Err(error) => error,
        }
    })?;
    let report = TournamentReport::of(writer.store()).map_err(|error| in_store(&error))?;
    let shown = show(arguments, writer.store(), &report, files);
    let Some(code) = interrupt::exit_code().filter(|_| !report.is_finished) else {
        return shown.map(|()| ExitCode::SUCCESS);
    };
    failure::even_unread(shown)?;
    let (name, file) = (&program.name, arguments.file.display());
    failure::say(&format!("Stopped; what was played is kept: {name} tournament {file} --resume"));
    Ok(ExitCode::from(code))
}

/// Plays what is missing, until it is stopped.
fn play(
    arguments: &TournamentArgs,
    plan: Plan,
    writer: &mut Writer,
    sandbox: Sandbox,
    concurrency: usize,
) -> Result<()> {
    let results = writer.store().results()?;
    let estimate = CostEstimate::new(&plan, concurrency, results.len() as u64);
    estimate.announce(arguments.json)?;
    let tournament = plan.tournament;
    let settings = tournament.settings();
    let mut progress = Progress::new(&tournament, &results, arguments.json);
    let contest = Contest {
        start: tournament.start(),
        agents: plan.agents,
        rules: settings.rules,
        schedule: *tournament.schedule(),
        seed: settings.seed,
        openings: Some(settings.openings).filter(|openings| openings.count > 0),
        concurrency,
        sandbox,
    };
    let stop = interrupt::watch();
    let played = contest::run_until(&stop, &contest, results, |event| {
        writer.hear(&event)?;
        if let Event::Ended { game, record } = event {
            progress.ended(game, record)?;
        }
        Ok(Flow::GoOn)
    });
    progress.finish();
    match played {
        Ok(_) => Ok(()),
        // A build that was given up, for example.
        Err(_) if interrupt::exit_code().is_some() => Ok(()),
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
    files: ReportFiles,
) -> Result<()> {
    files.write(store, report)?;
    let mut out = io::stdout().lock();
    if !arguments.json {
        write!(out, "{}", table::all(report))?;
    } else if arguments.standings {
        serde_json::to_writer(&mut out, report)?;
        writeln!(out)?;
    } else {
        events::print(&events::TournamentEvent::Result(report))?;
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
