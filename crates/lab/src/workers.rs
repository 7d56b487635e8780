//! Games to learn from that workers play, on this machine and others.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Error, Result, anyhow, ensure};
use clap::Args;
use serde::{Deserialize, Serialize};

use plyglot_cli::cluster::{ClusterArgs, Crew, ShiftArgs, say, serve, stop_flag};
use plyglot_games::GAMES;
use plyglot_games::checkers::knowledge::Checkers;
use plyglot_games::checkers::knowledge::weights::Weights;
use plyglot_units::{BlobName, EndedUnit, Job, Ran, Unit, UnitKey, UnitStore, follow};

use crate::tune::Round;
use crate::{data, jobs, self_play};

/// What a store's job says it is for.
const KIND: &str = "self-play";
/// Some seconds of work.
const GAMES_A_UNIT: usize = 500;

/// Games of a round, in a row.
#[derive(Serialize, Deserialize)]
struct Games {
    /// The weights to play with, which are in the store.
    weights: BlobName,
    nodes: u64,
    seed: u64,
    first: usize,
    count: usize,
}

/// Rounds that workers play.
pub struct Workers<'w> {
    store: Arc<dyn UnitStore>,
    crew: Crew<'w>,
}

impl<'w> Workers<'w> {
    /// Those of a store at this address, for a tuning that is made by a command.
    pub fn new(
        arguments: &'w ClusterArgs,
        work: &'w Path,
        address: &'w str,
        command: &str,
    ) -> Result<Workers<'w>> {
        let mut job = Job::new(KIND, serde_json::json!({ "command": command }));
        job.lease = arguments.lease().unwrap_or(job.lease);
        let store = plyglot_units::create(address, &job)?;
        store.set_closed(false)?;
        let crew = Crew::new("plyglot-lab", arguments, work, address, "play");
        Ok(Workers { store, crew })
    }

    /// Has a round played, and writes its positions down in the order of the games; `false` if it was
    /// stopped.
    pub fn play(
        &mut self,
        weights: &Weights,
        Round { games, nodes }: Round,
        number: usize,
        seed: u64,
        out: &mut impl Write,
    ) -> Result<bool> {
        let weights = self.store.put(&weights.to_bytes(""))?;
        let (mut units, mut firsts) = (Vec::new(), HashMap::new());
        for first in (0..games).step_by(GAMES_A_UNIT) {
            let count = GAMES_A_UNIT.min(games - first);
            let key: UnitKey = format!("round-{}-game-{first}", number + 1).parse()?;
            let input = Games { weights: weights.clone(), nodes, seed, first, count };
            firsts.insert(key.clone(), first);
            units.push(Unit { key, input: serde_json::to_string(&input)? });
        }
        let bar = jobs::bar("playing", units.len());
        let look = |store: &dyn UnitStore| {
            let news = self.crew.look(store)?;
            bar.suspend(|| news.iter().for_each(|line| say(line)));
            Ok(())
        };
        let mut played = BTreeMap::new();
        let is_over = follow(&*self.store, units, &stop_flag(), look, |ended| {
            let EndedUnit { key, result } = ended;
            let name = result.map_err(|why| anyhow!("no worker could play {key}: {why}"))?;
            played.extend(firsts.get(&key).map(|&first| (first, name)));
            bar.inc(1);
            Ok::<_, Error>(Vec::new())
        })?;
        bar.finish_and_clear();
        for name in played.into_values() {
            let name: UnitKey = name.trim().parse()?;
            out.write_all(&self.store.get(&name.into())?)?;
        }
        Ok(is_over)
    }

    /// The tuning has ended, well or not.
    pub fn end<T>(self, ended: Result<T>) -> Result<T> {
        self.store.set_closed(true)?;
        self.crew.end(ended)
    }
}

/// Play games of a tuning that waits for workers, beside others on this machine and others
///
/// `tune` puts its games into a store with --workers STORE, or starts workers with --slurm.
#[derive(Debug, Args)]
pub struct Worker {
    #[command(flatten)]
    shift: ShiftArgs,
}

impl Worker {
    pub fn run(&self) -> Result<ExitCode> {
        let store = plyglot_units::open(&self.shift.store)?;
        let kind = &store.job().kind;
        ensure!(kind == KIND, "{}: it is for {kind}, not for {KIND}", self.shift.store);
        let player = Player::new(&*store);
        serve(&self.shift, &*store, GAMES, "none", &self.shift.slots(), &|unit, _, _, _| {
            player.play(unit)
        })
    }
}

/// Plays units.
struct Player<'s> {
    store: &'s dyn UnitStore,
    /// What there was to play with so far: one for each round.
    known: Mutex<HashMap<BlobName, Checkers>>,
}

impl Player<'_> {
    fn new(store: &dyn UnitStore) -> Player<'_> {
        Player { store, known: Mutex::default() }
    }

    fn play(&self, unit: &Unit) -> Ran {
        match self.played(unit) {
            Ok(name) => Ran::Done(name.as_str().to_owned()),
            Err(error) => Ran::Failed(format!("{error:#}")),
        }
    }

    /// The name of the samples, which are in the store.
    fn played(&self, unit: &Unit) -> Result<BlobName> {
        let Games { weights, nodes, seed, first, count } = serde_json::from_str(&unit.input)?;
        let knowledge = self.knowledge(weights)?;
        let games = (first..first + count)
            .flat_map(|number| self_play::samples(&knowledge, nodes, seed, number));
        Ok(self.store.put(&data::to_bytes(games))?)
    }

    fn knowledge(&self, name: BlobName) -> Result<Checkers> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(knowledge) = known.get(&name) {
            return Ok(*knowledge);
        }
        // Weights are for the whole run of a program.
        let weights = Weights::from_bytes(self.store.get(&name)?.leak());
        let knowledge = Checkers::with(&weights.context("no weights of this version")?);
        known.insert(name, knowledge);
        Ok(knowledge)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use plyglot_units::{Patience, Shift, work};

    use super::*;

    /// Units have 500 games, so that there are two of them.
    #[test]
    fn workers_play_what_one_process_plays() {
        let folder = tempfile::tempdir().unwrap();
        let address = folder.path().join("units").display().to_string();
        let (arguments, round) = (ClusterArgs::default(), Round { games: 520, nodes: 2 });
        let mut workers = Workers::new(&arguments, folder.path(), &address, "tune").unwrap();
        let mut played = Vec::new();
        thread::scope(|scope| {
            for worker in ["a", "b"] {
                let store = plyglot_units::open(&address).unwrap();
                scope.spawn(move || {
                    let stop = stop_flag();
                    let shift = Shift { worker, stop: &stop, patience: Patience::Endless };
                    let player = Player::new(&*store);
                    work(&*store, &shift, |unit, _| player.play(unit)).unwrap();
                });
            }
            let weights = Weights::FEATURES;
            assert!(workers.play(&weights, round, 0, 7, &mut played).unwrap());
            workers.end(Ok(())).unwrap();
        });
        let knowledge = Checkers::with(&Weights::FEATURES);
        let games = (0..520).flat_map(|number| self_play::samples(&knowledge, 2, 7, number));
        assert!(played == data::to_bytes(games));
    }
}
