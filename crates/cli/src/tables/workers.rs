//! Tables that workers build: a unit is a part, published when all that it needs is there.

use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::{Context, Error, Result, bail};
use indicatif::ProgressBar;
use serde::{Deserialize, Serialize};

use plyglot_core::safe_text::terminal_line;
use plyglot_kit::tables::{BuildPlan, TableBuilder, TablePart, Tables};
use plyglot_units::{EndedUnit, Job, Ran, Unit, UnitStore, UnitsError, follow};

use super::build::refuse_without_memory;
use crate::cluster::{ClusterArgs, Crew};
use crate::program::Program;
use crate::{failure, interrupt};

/// What a worker must know of tables.
#[derive(Debug, Serialize, Deserialize)]
pub struct TablesJob {
    pub game: String,
    pub pieces: u32,
    pub endless: bool,
    /// Where they are built: a folder that all machines share.
    pub folder: PathBuf,
}

impl TablesJob {
    /// What a store's job says it is for.
    pub const KIND: &str = "tables";

    /// The tables that a store is for.
    fn of(store: &dyn UnitStore) -> Result<TablesJob> {
        let settings = store.job().settings.clone();
        serde_json::from_value(settings).context("this store's tables")
    }

    fn plan(&self, threads: usize) -> BuildPlan {
        let TablesJob { pieces, endless, folder, .. } = self;
        BuildPlan { pieces: *pieces, endless: *endless, folder: folder.clone(), threads }
    }
}

/// Has workers build what is missing; whether all is there, or it was stopped before.
pub fn have_built(
    program: &Program,
    tables: &dyn Tables,
    job: &TablesJob,
    arguments: &ClusterArgs,
    address: &str,
    bar: &ProgressBar,
) -> Result<bool> {
    let mut of_units = Job::new(TablesJob::KIND, serde_json::to_value(job)?);
    of_units.lease = arguments.lease().unwrap_or(of_units.lease);
    let mut pending = Pending::new(tables, job)?;
    bar.inc(pending.built);
    let store = plyglot_units::create(address, &of_units)?;
    store.set_closed(false)?;
    let stop = interrupt::watch();
    let mut crew = Crew::new(&program.name, arguments, &job.folder, address, "build");
    let first = pending.ready()?;
    let look = |store: &dyn UnitStore| {
        let news = crew.look(store)?;
        bar.suspend(|| news.iter().for_each(|line| failure::say(line)));
        Ok(())
    };
    let followed = follow(&*store, first, &stop, look, |EndedUnit { key, result }| {
        if let Err(why) = result {
            let line = format!(
                "no worker could build {key}: {why}; what is built stays, delete {address} to try again"
            );
            bail!(terminal_line(&line));
        }
        bar.inc(pending.is_built(key.as_str()));
        Ok::<_, Error>(pending.ready()?)
    });
    // Workers need not wait for what will not come.
    if !matches!(followed, Ok(false)) {
        store.set_closed(true)?;
    }
    crew.end(followed)
}

/// The parts that are not there yet.
struct Pending {
    parts: Vec<TablePart>,
    /// Of each part: how many that it needs are missing; none for those that are published or built.
    missing: Vec<Option<usize>>,
    /// How many positions are there already.
    built: u64,
}

impl Pending {
    fn new(tables: &dyn Tables, job: &TablesJob) -> Result<Pending> {
        let (parts, builder) = (tables.parts(job.pieces), tables.builder(job.plan(1)));
        let there = parts.iter().map(|part| builder.has(&part.name));
        let there = there.collect::<Result<Vec<bool>, _>>()?;
        let missing = |part: &TablePart| part.needs.iter().filter(|&&need| !there[need]).count();
        let (mut of_each, mut built) = (Vec::new(), 0);
        for (part, &is_there) in parts.iter().zip(&there) {
            of_each.push((!is_there).then(|| missing(part)));
            built += if is_there { part.positions } else { 0 };
        }
        Ok(Pending { missing: of_each, parts, built })
    }

    /// Those that can be built now, each once; the largest first, for whose sake others wait.
    fn ready(&mut self) -> Result<Vec<Unit>, UnitsError> {
        let ready = |&number: &usize| self.missing[number] == Some(0);
        let mut ready: Vec<usize> = (0..self.parts.len()).filter(ready).collect();
        ready.sort_by_key(|&number| std::cmp::Reverse(self.parts[number].positions));
        let units = ready.into_iter().map(|number| {
            self.missing[number] = None;
            Ok(Unit { key: self.parts[number].name.parse()?, input: String::new() })
        });
        units.collect()
    }

    /// A part is there; how many positions that is.
    fn is_built(&mut self, name: &str) -> u64 {
        let Some(built) = self.parts.iter().position(|part| part.name == name) else { return 0 };
        for (part, missing) in self.parts.iter().zip(&mut self.missing) {
            if let Some(missing) = missing
                && part.needs.contains(&built)
            {
                *missing -= 1;
            }
        }
        self.parts[built].positions
    }
}

/// Builds parts, one after the other: each with all cores, since what it needs is in memory only once.
pub struct TablesWorker {
    builder: Mutex<Box<dyn TableBuilder>>,
}

impl TablesWorker {
    /// For the tables of a store, with so many threads.
    pub fn new(program: &Program, store: &dyn UnitStore, threads: usize) -> Result<TablesWorker> {
        let job = TablesJob::of(store)?;
        let game = program.game(&job.game)?;
        let Some(tables) = game.tables() else { bail!("{} has no tables", game.title()) };
        if !job.folder.is_dir() {
            // All would be built in vain.
            let folder = job.folder.display();
            bail!("{folder}: no such folder on this machine, and tables are built in it");
        }
        refuse_without_memory(&tables.cost(job.pieces))?;
        Ok(TablesWorker { builder: Mutex::new(tables.builder(job.plan(threads))) })
    }

    /// Builds the part of a unit.
    pub fn build(&self, unit: &Unit) -> Ran {
        let Ok(mut builder) = self.builder.lock() else {
            return Ran::Failed("an earlier part has failed here".to_owned());
        };
        match builder.build(unit.key.as_str(), &|_| ()) {
            Ok(()) => Ran::Done(String::new()),
            Err(error) => Ran::Failed(error.to_string()),
        }
    }
}
