//! What the commands share that hand their work to workers, ours and those of other programs.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::Args;

use plyglot_core::numbers::grouped;
use plyglot_core::safe_text::terminal_line;
use plyglot_units::{StoreAddress, UnitStore, UnitsError, WorkerInfo};

use crate::args::seconds;
use crate::slurm::{Fleet, Order, SlurmArgs};
use crate::{failure, interrupt};

pub use crate::failure::say;
pub use crate::interrupt::watch as stop_flag;
pub use crate::worker::{Reserved, RunUnit, ShiftArgs, serve};

/// Where workers take the work from, and who starts them.
#[derive(Clone, Debug, Default, Args)]
pub struct ClusterArgs {
    /// Put the work into this store, and leave it to workers on any machines: a folder that all of them
    /// share, or a PostgreSQL database, as in postgresql://user@host/database?job=cup; `worker STORE`
    /// starts one [default with --slurm: a folder with the ending .units]
    #[arg(long, value_name = "STORE")]
    pub workers: Option<String>,
    /// Give a unit to another worker when its own was silent for so long [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub lease: Option<f64>,
    #[command(flatten)]
    pub(crate) slurm: SlurmArgs,
}

impl ClusterArgs {
    /// Where the work goes, if this process does not do it. `stem` is the path of what is worked on,
    /// without an ending.
    ///
    /// # Errors
    /// If options do not fit together.
    pub fn store(&self, stem: &Path) -> Result<Option<String>> {
        self.slurm.check()?;
        let beside = || self.slurm.is_used().then(|| with_ending(stem, ".units"));
        let store = self.workers.clone().or_else(beside);
        match &store {
            // What cannot be ordered is told before anything is done.
            Some(store) if self.slurm.is_used() => drop(self.order(stem, store)?),
            None if self.lease.is_some() => {
                bail!("--lease is for work that workers do: add --workers or --slurm")
            }
            _ => {}
        }
        Ok(store)
    }

    /// The same with what a file says of Slurm, where nothing was typed.
    pub(crate) fn or_file(mut self, table: &BTreeMap<String, Vec<String>>) -> Result<ClusterArgs> {
        let file = SlurmArgs::from_table(table)?;
        if self.slurm.is_used() {
            self.slurm = self.slurm.or(file);
        }
        Ok(self)
    }

    /// Prints what to run by hand, if that is all that is wanted; whether it is.
    ///
    /// # Errors
    /// If workers cannot be ordered so, or nothing can be printed.
    pub fn print_script(&self, stem: &Path, store: Option<&str>, as_json: bool) -> Result<bool> {
        match store.filter(|_| self.slurm.print_script) {
            Some(store) => self.order(stem, store)?.print(as_json).map(|()| true),
            None => Ok(false),
        }
    }

    /// The workers that Slurm is to start for this store, or somebody else.
    pub(crate) fn order(&self, stem: &Path, store: &str) -> Result<Order> {
        let what = stem.file_name().unwrap_or_default().to_string_lossy();
        let folder = match store.parse()? {
            StoreAddress::Directory(path) if self.workers.is_some() => with_ending(&path, ".slurm"),
            _ => with_ending(stem, ".slurm"),
        };
        Order::new(&self.slurm, &what, store, Path::new(&folder))
    }

    /// The options as they are typed again, for the same work.
    pub(crate) fn again(&self) -> String {
        let store = self.workers.as_ref().map(|store| format!(" --workers {store}"));
        let slurm = if self.slurm.slurm { " --slurm" } else { "" };
        store.unwrap_or_default() + slurm
    }

    /// How long workers may be silent, if that was said.
    pub fn lease(&self) -> Option<Duration> {
        self.lease.map(|seconds| Duration::from_secs_f64(seconds.clamp(0.1, 86_400.0)))
    }
}

fn with_ending(stem: &Path, ending: &str) -> String {
    format!("{}{ending}", stem.display())
}

/// The workers of a store: those that come by themselves, and those that Slurm starts.
pub struct Crew<'a> {
    arguments: &'a ClusterArgs,
    stem: &'a Path,
    address: &'a str,
    invitation: Option<String>,
    roll: Roll,
    fleet: Option<Fleet>,
    /// Why there are none.
    lost: Option<anyhow::Error>,
}

impl<'a> Crew<'a> {
    /// Nobody yet. The first look says how `program` is started where workers are to do something: `play`.
    pub fn new(
        program: &str,
        arguments: &'a ClusterArgs,
        stem: &'a Path,
        address: &'a str,
        what: &str,
    ) -> Crew<'a> {
        let invitation = (!arguments.slurm.slurm)
            .then(|| format!("On every machine that is to {what}: {program} worker {address}"));
        let roll = Roll::default();
        Crew { arguments, stem, address, invitation, roll, fleet: None, lost: None }
    }

    /// Looks after them; what is new. Those of Slurm are started at the first look, when the store is
    /// there.
    ///
    /// # Errors
    /// If the store cannot be used, or there are no workers any more; [`end`](Crew::end) says why.
    pub fn look(&mut self, store: &dyn UnitStore) -> Result<Vec<String>, UnitsError> {
        let mut lines: Vec<String> = self.invitation.take().into_iter().collect();
        lines.extend(self.roll.look(store)?);
        match self.look_at_fleet() {
            Ok(news) => lines.extend(news),
            Err(error) => {
                // What is returned only ends the work.
                self.lost = Some(error);
                return Err(UnitsError::Missing(self.address.to_owned()));
            }
        }
        Ok(lines)
    }

    fn look_at_fleet(&mut self) -> Result<Vec<String>> {
        match &self.fleet {
            Some(fleet) => fleet.news(),
            None if !self.arguments.slurm.slurm => Ok(Vec::new()),
            None => {
                let order = self.arguments.order(self.stem, self.address)?;
                let (fleet, line) = Fleet::start(order)?;
                self.fleet = Some(fleet);
                Ok(vec![line])
            }
        }
    }

    /// The work has ended: done, stopped, or failed. What it gave is returned, unless workers are why it
    /// failed.
    ///
    /// # Errors
    /// That of the work, or why there are no workers.
    pub fn end<T>(self, ended: Result<T>) -> Result<T> {
        if let Some(lost) = self.lost {
            return Err(lost);
        }
        match self.fleet {
            Some(fleet) if ended.is_ok() && interrupt::exit_code().is_none() => {
                if let Err(error) = fleet.dismiss() {
                    let error = failure::line(&error);
                    failure::say(&format!("warning: workers may be left: {error}"));
                }
            }
            // They are cancelled when this is dropped.
            _ => {}
        }
        ended
    }
}

/// Looks after the workers of a store: who they are, and how much their machines differ.
#[derive(Debug, Default)]
struct Roll {
    looked: Option<Instant>,
    known: HashSet<String>,
    /// The speeds that were compared last.
    compared: BTreeMap<String, f64>,
}

/// How often it is looked who is there.
const BETWEEN: Duration = Duration::from_secs(2);
/// Machines that differ by more play or grade with another clock.
const TOLERANCE: f64 = 1.1;

impl Roll {
    /// What there is to say of workers that have come since.
    fn look(&mut self, store: &dyn UnitStore) -> Result<Vec<String>, UnitsError> {
        if self.looked.is_some_and(|looked| looked.elapsed() < BETWEEN) {
            return Ok(Vec::new());
        }
        self.looked = Some(Instant::now());
        let workers = store.workers()?;
        let mut lines = Vec::new();
        for worker in &workers {
            if self.known.insert(worker.name.clone()) {
                lines.push(terminal_line(&in_words(worker)));
            }
        }
        lines.extend(self.compare(&workers));
        Ok(lines)
    }

    /// A warning, if machines differ that did not before.
    fn compare(&mut self, workers: &[WorkerInfo]) -> Option<String> {
        let mut speeds: BTreeMap<String, f64> = BTreeMap::new();
        for WorkerInfo { machine, speed, .. } in workers.iter().filter(|it| it.speed > 0.0) {
            let best = speeds.entry(machine.clone()).or_default();
            *best = best.max(*speed);
        }
        if speeds.keys().eq(self.compared.keys()) {
            return None;
        }
        let by_speed = |a: &(&String, &f64), b: &(&String, &f64)| a.1.total_cmp(b.1);
        let slowest = speeds.iter().min_by(by_speed).map(|(name, speed)| (name.clone(), *speed));
        let fastest = speeds.iter().max_by(by_speed).map(|(name, speed)| (name.clone(), *speed));
        self.compared = speeds;
        let ((slow, low), (fast, high)) = (slowest?, fastest?);
        (high > TOLERANCE * low).then(|| {
            terminal_line(&format!(
                "warning: {fast} is {:.0} % faster than {slow}: a second of CPU time is not worth the \
                 same on both; games of a pair stay on one machine",
                100.0 * (high / low - 1.0)
            ))
        })
    }
}

/// `node1-4711: 2 at once, isolation L3, 3,400,000 nodes a second`.
fn in_words(worker: &WorkerInfo) -> String {
    let WorkerInfo { name, slots, isolation, speed, .. } = worker;
    let speed = grouped(*speed as u64);
    format!("{name}: {slots} at once, isolation {isolation}, {speed} nodes a second")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worker(name: &str, machine: &str, speed: f64) -> WorkerInfo {
        WorkerInfo {
            name: name.to_owned(),
            machine: machine.to_owned(),
            slots: 2,
            isolation: "L1".to_owned(),
            speed,
            version: String::new(),
        }
    }

    #[test]
    fn machines_that_differ_are_told_once() {
        let mut roll = Roll::default();
        let near = [worker("a-1", "a", 1e6), worker("a-2", "a", 0.5e6), worker("b-1", "b", 1.09e6)];
        assert_eq!(roll.compare(&near), None, "a busy moment of the same machine does not count");
        let mut far = near.to_vec();
        far.push(worker("c-1", "c", 1.5e6));
        let warned = roll.compare(&far).unwrap();
        assert!(warned.starts_with("warning: c is 50 % faster than a: "), "{warned}");
        assert_eq!(roll.compare(&far), None);
        assert_eq!(in_words(&far[0]), "a-1: 2 at once, isolation L1, 1,000,000 nodes a second");
    }
}
