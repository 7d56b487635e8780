use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use indicatif::{DecimalBytes, HumanDuration};

use plyglot_kit::tables::{BuildCost, BuildPlan, Tables};
use plyglot_kit::{Files, Folder};

use super::BuildArgs;
use super::workers::{TablesJob, have_built};
use crate::program::Program;
use crate::{failure, free_space, interrupt, progress};
use plyglot_core::numbers::grouped;

/// How far it is, in positions.
const BAR: &str = "{bar:30} {percent} % of {human_len} positions, {elapsed} of about {duration}";

/// Says what it takes, and builds the tables.
pub fn run(program: &Program, arguments: &BuildArgs) -> Result<ExitCode> {
    let game = program.game(&arguments.game)?;
    let Some(tables) = game.tables() else { bail!("{} has no tables", game.title()) };
    let (pieces, range) = (arguments.pieces, tables.pieces());
    if !range.contains(&pieces) {
        bail!("--pieces is from {} to {}, not {pieces}", range.start(), range.end());
    }
    if arguments.bundle.is_some() {
        let in_program = tables.list(None)?;
        let most = in_program.iter().map(|table| table.sides.iter().sum()).max().unwrap_or(0);
        if pieces > most {
            bail!("--bundle takes up to {most} pieces, not {pieces}");
        }
    }
    let cost = tables.cost(pieces);
    let (folder, target) = match &arguments.bundle {
        Some(file) => (folder_of(file), file.clone()),
        None => {
            let usual = || tables.usual_folder().ok_or_else(|| anyhow!("name a folder with --out"));
            let folder = arguments.out.clone().map_or_else(usual, Ok)?;
            (folder.clone(), folder)
        }
    };
    let workers = arguments.cluster.store(&folder)?;
    let threads = match arguments.threads {
        Some(threads) => usize::from(threads),
        // Nobody knows how many there will be.
        None if workers.is_some() => 1,
        None => thread::available_parallelism().map_or(1, usize::from),
    };
    if arguments.dry_run {
        say_cost(&cost, threads, &target)?;
        return Ok(ExitCode::SUCCESS);
    }
    if arguments.cluster.print_script(&folder, workers.as_deref(), false)? {
        return Ok(ExitCode::SUCCESS);
    }
    if workers.is_none() {
        refuse_without_memory(&cost)?;
    }
    refuse_without_disk(&cost, &folder)?;
    fs::create_dir_all(&folder).map_err(|error| failure::in_file(&folder, &error))?;
    say_cost(&cost, threads, &target)?;

    let bar = progress::bar(cost.positions, BAR);
    let done = |positions| bar.inc(positions);
    let endless = arguments.endless;
    let built = match (&arguments.bundle, &workers) {
        (Some(file), _) => {
            write(file, &folder, || tables.bundle(pieces, threads, &done)).map(|()| true)
        }
        (None, Some(address)) => {
            let whole = fs::canonicalize(&folder).map_err(|it| failure::in_file(&folder, &it))?;
            let job = TablesJob { game: game.name().to_owned(), pieces, endless, folder: whole };
            have_built(program, tables, &job, &arguments.cluster, address, &bar)
        }
        (None, None) => {
            let plan = BuildPlan { pieces, endless, folder: folder.clone(), threads };
            let mut builder = tables.builder(plan);
            let mut parts = tables.parts(pieces).into_iter();
            parts.try_for_each(|part| Ok(builder.build(&part.name, &done)?)).map(|()| true)
        }
    };
    bar.finish_and_clear();
    if let (false, Some(code)) = (built?, interrupt::exit_code()) {
        failure::say("Stopped; the same command goes on from here");
        return Ok(ExitCode::from(code));
    }
    say_result(tables, &target, arguments.bundle.is_some())?;
    Ok(ExitCode::SUCCESS)
}

fn folder_of(file: &Path) -> PathBuf {
    match file.parent() {
        Some(folder) if folder != Path::new("") => folder.to_owned(),
        _ => ".".into(),
    }
}

fn say_cost(cost: &BuildCost, threads: usize, target: &Path) -> Result<()> {
    let BuildCost { positions, memory, disk, seconds } = *cost;
    let time = HumanDuration(Duration::from_secs_f64(seconds / threads as f64));
    let with = if threads == 1 { "one thread".to_owned() } else { format!("{threads} threads") };
    let (memory, disk) = (DecimalBytes(memory), DecimalBytes(disk));
    writeln!(
        io::stdout(),
        "{} positions: {memory} of memory, about {disk} in {}, about {time} with {with}",
        grouped(positions),
        target.display()
    )?;
    Ok(())
}

/// What cannot be finished is not begun.
pub fn refuse_without_memory(cost: &BuildCost) -> Result<()> {
    let memory = free_space::in_memory();
    if cost.memory > memory {
        bail!(
            "that needs {} of memory, and {} are free",
            DecimalBytes(cost.memory),
            DecimalBytes(memory)
        );
    }
    Ok(())
}

fn refuse_without_disk(cost: &BuildCost, folder: &Path) -> Result<()> {
    let there = folder.ancestors().find(|folder| folder.is_dir()).unwrap_or(Path::new("."));
    let disk = free_space::on_disk(there);
    if cost.disk > disk {
        let folder = folder.display();
        bail!(
            "{folder}: that needs {}, and {} are free",
            DecimalBytes(cost.disk),
            DecimalBytes(disk)
        );
    }
    Ok(())
}

/// Writes one file, which appears whole.
fn write(file: &Path, folder: &Path, content: impl FnOnce() -> Vec<u8>) -> Result<()> {
    let name = file.file_name().and_then(|name| name.to_str());
    let name = name.ok_or_else(|| anyhow!("{}: not the name of a file", file.display()))?;
    // Better now than after a long time.
    let mut files = Folder::open(folder, name)?;
    files.create(name)?.write_all(&content())?;
    files.commit()?;
    Ok(())
}

fn say_result(tables: &dyn Tables, target: &Path, is_bundle: bool) -> Result<()> {
    let mut out = io::stdout();
    let bytes = if is_bundle {
        fs::metadata(target).map_err(|error| failure::in_file(target, &error))?.len()
    } else {
        tables.list(Some(target))?.iter().map(|table| table.bytes).sum()
    };
    writeln!(out, "tables -> {}, {}", target.display(), DecimalBytes(bytes))?;
    Ok(())
}
