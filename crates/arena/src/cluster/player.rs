//! A worker: it plays units of a tournament.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

use plyglot_kit::any::Games;
use plyglot_sandbox::{Isolation, Sandbox};
use plyglot_units::{Ran, Unit, UnitStore};

use super::job::{JobError, TournamentJob};
use super::units::{self, FailedGame, PlayedGame, UnitResult};
use crate::agent::Workshop;
use crate::contest::{Contest, Entrant, Hall, MissingPrograms, STACK, Slot, Word};

/// What a worker has for a tournament.
#[derive(Debug)]
pub struct TournamentWorker {
    job: TournamentJob,
    contest: Contest,
    workshop: Workshop,
}

impl TournamentWorker {
    /// For the tournament of a store.
    ///
    /// # Errors
    /// If it is for something else, or there is no room for programs.
    pub fn new(
        store: &dyn UnitStore,
        games: Games,
        sandbox: Sandbox,
    ) -> Result<TournamentWorker, JobError> {
        let job = TournamentJob::of(store)?;
        let contest = job.contest(games, sandbox.clone())?;
        Ok(TournamentWorker { job, contest, workshop: Workshop::new(sandbox)? })
    }

    /// How well programs must be isolated at least, if that was asked for.
    pub fn require_sandbox(&self) -> Option<Isolation> {
        self.job.require_sandbox()
    }

    /// Looks for the programs of all agents' commands on this machine. What an agent brings itself is
    /// not looked for.
    ///
    /// # Errors
    /// Those that are missing.
    pub fn find_programs(&self) -> Result<(), MissingPrograms> {
        match self.contest.find_programs() {
            Err(MissingPrograms(missing)) => {
                // Relative paths lead into the agent's own files, which are in the store.
                let is_of_system = |line: &str| {
                    let program = line.split(' ').next().unwrap_or_default();
                    !program.contains('/') || program.starts_with('/')
                };
                let missing: Vec<_> =
                    missing.into_iter().filter(|it| is_of_system(&it.line)).collect();
                if missing.is_empty() { Ok(()) } else { Err(MissingPrograms(missing)) }
            }
            ok => ok,
        }
    }

    /// One that plays its units, until `stop` is set.
    ///
    /// # Errors
    /// If there are no openings.
    pub fn player<'w>(
        &'w self,
        store: &'w dyn UnitStore,
        stop: &'w Arc<AtomicBool>,
    ) -> Result<UnitPlayer<'w>, JobError> {
        let hall = Hall::new(&self.contest, &self.workshop, stop)
            .map_err(|error| JobError::Foreign(error.to_string()))?;
        Ok(UnitPlayer { worker: self, store, hall, stop })
    }
}

/// Plays units. Several threads may use one, each with its own slot.
pub struct UnitPlayer<'w> {
    worker: &'w TournamentWorker,
    store: &'w dyn UnitStore,
    hall: Hall<'w>,
    stop: &'w AtomicBool,
}

impl UnitPlayer<'_> {
    /// The stack that a thread needs which plays: built-in agents search on it.
    pub const STACK: usize = STACK;

    /// Plays the games of a unit on the calling thread. No two that play at the same time have the same
    /// number; the games stay on these cores.
    pub fn play(
        &self,
        unit: &Unit,
        number: usize,
        cores: &[usize],
        is_unwanted: &AtomicBool,
    ) -> Ran {
        let games = match units::games(&unit.input, self.worker.contest.agents.len()) {
            Ok(games) => games,
            Err(why) => return Ran::Failed(why),
        };
        for player in games.iter().flat_map(|game| [game.first, game.second]) {
            self.hall.enter(player, || self.ready(player));
        }
        let slot = Slot { number, cores: cores.to_vec() };
        slot.settle();
        let (mouth, ear) = mpsc::channel();
        self.hall.play(&games, &slot, is_unwanted, &mouth);
        drop(mouth);
        if is_unwanted.load(Ordering::Relaxed) || self.stop.load(Ordering::Relaxed) {
            return Ran::Stopped;
        }
        let mut result = UnitResult::default();
        for word in ear {
            match word {
                Word::Ended(game, record) => {
                    result.played.push(PlayedGame { game: game.key.to_string(), record: *record });
                }
                Word::Failed { game, why, again: false } => {
                    result.unplayed.push(FailedGame { game: game.key.to_string(), why });
                }
                Word::Begun(..) | Word::Turn(..) | Word::Failed { .. } => {}
            }
        }
        match result.unplayed.first() {
            // Nothing at all: the machine may be to blame, and another may do better.
            Some(FailedGame { why, .. }) if result.played.is_empty() => Ran::Failed(why.clone()),
            _ => match serde_json::to_string(&result) {
                Ok(text) => Ran::Done(text),
                Err(error) => Ran::Failed(error.to_string()),
            },
        }
    }

    /// An agent that plays here for the first time.
    fn ready(&self, player: usize) -> Entrant {
        let TournamentWorker { job, workshop, .. } = self.worker;
        match job.copy(player, self.store, workshop) {
            Ok(None) => Entrant::BuiltIn,
            Ok(Some(copy)) => match workshop.try_out() {
                Ok(()) => self.hall.build(copy),
                Err(error) => Entrant::Lost(error.to_string()),
            },
            Err(error) => Entrant::Lost(error.to_string()),
        }
    }
}
