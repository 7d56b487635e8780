//! The process that has the tournament: it publishes units, and adds what comes back.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use plyglot_sandbox::Sandbox;
use plyglot_units::{EndedUnit, Job, UnitKey, UnitStore, UnitsError};
use thiserror::Error;

use super::job::{JobError, TournamentJob};
use super::units::{self, FailedGame, GamesUnit, PlayedGame, UnitResult};
use crate::agent::Workshop;
use crate::contest::{Contest, ContestEnd, Event, Flow, UnplayedGame, copy};
use crate::record::ProgramRecord;
use crate::schedule::{GameKey, Results, ScheduledGame};
use crate::tournament::Plan;

/// A tournament in a store of units.
pub struct Host {
    store: Arc<dyn UnitStore>,
    job: TournamentJob,
    contest: Contest,
    programs: Vec<Option<ProgramRecord>>,
}

/// Why a tournament on several machines could not go on. What has been told is done.
#[derive(Debug, Error)]
pub enum HostError<E> {
    /// The store of units cannot be used.
    #[error(transparent)]
    Job(#[from] JobError),
    /// The listener could not go on.
    #[error(transparent)]
    Told(E),
}

/// How long the store is left alone when nothing is new: at first,
const SHORTEST_PAUSE: Duration = Duration::from_millis(10);
/// and at most.
const LONGEST_PAUSE: Duration = Duration::from_millis(500);
/// How many results are read at once.
const MOST: usize = 64;

impl Host {
    /// Publishes a tournament at an address; goes on with one that is there. Its programs are copied, and
    /// what is copied plays everywhere.
    ///
    /// # Errors
    /// If programs cannot be copied, or the store is for something else.
    pub fn open(
        plan: &Plan,
        sandbox: Sandbox,
        address: &str,
        lease: Option<Duration>,
    ) -> Result<Host, JobError> {
        let workshop = Workshop::new(sandbox.clone())?;
        let contest = Contest::of(&plan.tournament, plan.agents.clone(), sandbox, 1);
        let copies = copy(&contest, &workshop)?;
        let job = TournamentJob::new(plan, &copies)?;
        let settings =
            serde_json::to_value(&job).map_err(|error| JobError::Foreign(error.to_string()))?;
        let mut of_units = Job::new(TournamentJob::KIND, settings);
        of_units.lease = lease.unwrap_or(of_units.lease);
        let store = job.publish(&of_units, plan, &copies, address)?;
        let programs = copies.iter().map(|it| Some(it.as_ref()?.record().clone())).collect();
        Ok(Host { store, job, contest, programs })
    }

    /// Where its units are.
    pub fn store(&self) -> &dyn UnitStore {
        &*self.store
    }
}

/// Has all games played that have no result yet, and ends early once `stop` is set: then everything
/// stays in the store, workers go on with what is published, and the next host goes on from there.
/// `tell` hears of everything on the calling thread, as in one process; `look` is called as often as the
/// store is looked at.
///
/// # Errors
/// If the store of units cannot be used, or `tell` fails.
pub fn run_until<E>(
    stop: &AtomicBool,
    host: &Host,
    results: Results,
    mut tell: impl FnMut(Event<'_>) -> Result<Flow, E>,
    mut look: impl FnMut(&dyn UnitStore) -> Result<(), UnitsError>,
) -> Result<ContestEnd, HostError<E>> {
    let programs = &host.programs;
    if tell(Event::Entered { programs }).map_err(HostError::Told)? == Flow::Stop {
        return Ok(ContestEnd { results, unplayed: Vec::new() });
    }
    let mut table = Table {
        host,
        end: ContestEnd { results, unplayed: Vec::new() },
        units: HashMap::new(),
        open: HashSet::new(),
        ended: HashMap::new(),
        early: Vec::new(),
    };
    let store = host.store();
    // What was done before is added first: then it is clear what is missing.
    table.learn();
    while table.hear_all(&mut tell)? > 0 {
        table.learn();
    }
    let mut is_open = false;
    let mut pause = SHORTEST_PAUSE;
    while !stop.load(Ordering::Relaxed) {
        if table.open.is_empty() {
            table.learn();
            if table.publish()? == 0 {
                // Workers need not wait for what will not come.
                store.set_closed(true).map_err(JobError::from)?;
                break;
            }
            if !is_open {
                store.set_closed(false).map_err(JobError::from)?;
                is_open = true;
            }
        }
        match table.hear_all(&mut tell)? {
            0 => {
                thread::sleep(pause);
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
            _ => pause = SHORTEST_PAUSE,
        }
        look(store).map_err(JobError::from)?;
    }
    Ok(table.end)
}

/// What a host knows of its units.
struct Table<'h> {
    host: &'h Host,
    end: ContestEnd,
    /// All units that are known, by name.
    units: HashMap<String, GamesUnit>,
    /// Those that are published, and not ended.
    open: HashSet<UnitKey>,
    /// How often each was tried that has ended without all its results.
    ended: HashMap<String, u32>,
    /// Units of rounds that are not known yet: a tournament's own store may be older.
    early: Vec<EndedUnit>,
}

impl Table<'_> {
    /// Finds the units of all games that are known by now.
    fn learn(&mut self) {
        let schedule = &self.host.contest.schedule;
        let known = units::known(schedule, &self.end.results, self.host.job.pairs);
        self.units = known.into_iter().map(|unit| (unit.name.clone(), unit)).collect();
    }

    fn is_missing(&self, game: &ScheduledGame) -> bool {
        !self.end.results.contains_key(&game.key)
    }

    /// Publishes all units with games that are missing and were not given up just now; returns how many
    /// there are.
    fn publish(&mut self) -> Result<usize, JobError> {
        let given_up: HashSet<GameKey> =
            self.end.unplayed.iter().map(|unplayed| unplayed.game.key).collect();
        let is_wanted =
            |game: &ScheduledGame| self.is_missing(game) && !given_up.contains(&game.key);
        let schedule = &self.host.contest.schedule;
        // In the order of the schedule.
        let known = units::known(schedule, &self.end.results, self.host.job.pairs);
        let wanted = known.iter().filter(|unit| unit.games.iter().any(is_wanted));
        let units = wanted.map(|unit| {
            let attempt = self.ended.get(&unit.name).map_or(1, |ended| ended + 1);
            unit.unit(attempt)
        });
        let units = units.collect::<Result<Vec<_>, JobError>>()?;
        self.host.store.add(&units)?;
        self.open = units.into_iter().map(|unit| unit.key).collect();
        Ok(self.open.len())
    }

    /// Adds all results that are new; returns how many units they are of.
    fn hear_all<E>(
        &mut self,
        tell: &mut impl FnMut(Event<'_>) -> Result<Flow, E>,
    ) -> Result<usize, HostError<E>> {
        let mut heard = 0;
        for ended in std::mem::take(&mut self.early) {
            heard += usize::from(self.hear(ended, tell)?);
        }
        loop {
            let is_wanted = |key: &UnitKey| match self.units.get(units::parts(key).0) {
                Some(unit) => unit.games.iter().any(|game| self.is_missing(game)),
                None => true,
            };
            let ended = self.host.store.newly_ended(MOST, &is_wanted).map_err(JobError::from)?;
            if ended.is_empty() {
                break;
            }
            for unit in ended {
                heard += usize::from(self.hear(unit, tell)?);
            }
        }
        // What was passed over, since all its games were there, is no longer waited for.
        let (units, results) = (&self.units, &self.end.results);
        self.open.retain(|key| {
            let unit = units.get(units::parts(key).0);
            unit.is_none_or(|unit| unit.games.iter().any(|it| !results.contains_key(&it.key)))
        });
        Ok(heard)
    }

    /// Adds the games of a unit that have no result yet; returns whether it is a unit that is known.
    fn hear<E>(
        &mut self,
        ended: EndedUnit,
        tell: &mut impl FnMut(Event<'_>) -> Result<Flow, E>,
    ) -> Result<bool, HostError<E>> {
        let (name, attempt) = units::parts(&ended.key);
        let Some(unit) = self.units.get(name) else {
            self.early.push(ended);
            return Ok(false);
        };
        let (unit, is_ours) = (unit.clone(), self.open.remove(&ended.key));
        let before = self.ended.entry(name.to_owned()).or_default();
        *before = attempt.max(*before);
        let result = ended.result.and_then(|text| {
            serde_json::from_str::<UnitResult>(&text)
                .map_err(|error| format!("what came back makes no sense: {error}"))
        });
        let (result, why) = match result {
            Ok(result) => (result, "it was not played".to_owned()),
            Err(why) => (UnitResult::default(), why),
        };
        for PlayedGame { game: key, record } in result.played {
            let Some(game) = unit.games.iter().find(|game| game.key.to_string() == key) else {
                continue;
            };
            let players = [game.first, game.second].map(|it| &self.host.contest.agents[it].name);
            if self.is_missing(game) && record.players.each_ref() == players {
                tell(Event::Ended { game, record: &record }).map_err(HostError::Told)?;
                self.end.results.insert(game.key, record.ending.result);
            }
        }
        // What failed for an earlier host is tried again.
        if is_ours {
            for game in
                unit.games.iter().filter(|game| self.is_missing(game)).copied().collect::<Vec<_>>()
            {
                let said = result.unplayed.iter().find(|it| it.game == game.key.to_string());
                let why = said.map_or(&why, |FailedGame { why, .. }| why).clone();
                let failed = Event::Failed { game: &game, why: &why, again: false };
                tell(failed).map_err(HostError::Told)?;
                self.end.unplayed.push(UnplayedGame { game, why });
            }
        }
        Ok(true)
    }
}
