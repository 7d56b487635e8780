//! Many games between several agents, some at the same time: what matches and tournaments have in
//! common.

mod games;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plyglot_kit::any::AnyLine;
use plyglot_kit::openings::OpeningsWanted;
use plyglot_sandbox::Sandbox;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::agent::{Agent, AgentKind, Prepared, Workshop, WorkshopError};
use crate::record::{GameRecord, TurnRecord};
use crate::referee::{RefereeError, Rules};
use crate::schedule::{NextStep, Results, Schedule, ScheduledGame};

use games::Hall;

/// What is to be played, and how.
#[derive(Debug)]
pub struct Contest {
    /// The board that games begin with.
    pub start: Box<dyn AnyLine>,
    /// Who plays, in the order that the schedule numbers them.
    pub agents: Vec<Agent>,
    /// What is agreed on.
    pub rules: Rules,
    /// Who plays whom.
    pub schedule: Schedule,
    /// Random seed, of the openings and of the agents that are built in.
    pub seed: u64,
    /// How many openings there are and how many moves they have; without, every game begins at the
    /// start. A game may have a suite of its own instead.
    pub openings: Option<OpeningSuite>,
    /// How many games at the same time, at most one a core.
    pub concurrency: usize,
    /// What is put around programs.
    pub sandbox: Sandbox,
}

/// How openings are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OpeningSuite {
    /// How many.
    pub count: usize,
    /// How many moves each has.
    pub plies: usize,
}

impl Default for OpeningSuite {
    fn default() -> OpeningSuite {
        OpeningSuite { count: 100, plies: OpeningsWanted::PLIES }
    }
}

/// A game before its first turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opened {
    /// The names of the sides' agents, the first side's first.
    pub players: [String; 2],
    /// The position before the first move, as text.
    pub start: String,
    /// The moves of the opening, which neither agent chose.
    pub opening: Vec<String>,
}

/// What happens while a contest goes on.
#[derive(Debug)]
pub enum Event<'e> {
    /// A game begins.
    Begun {
        /// Which one.
        game: &'e ScheduledGame,
        /// Between whom and from where.
        opened: &'e Opened,
    },
    /// A turn was played.
    Turn {
        /// In which game.
        game: &'e ScheduledGame,
        /// The turn.
        turn: &'e TurnRecord,
    },
    /// A game has ended.
    Ended {
        /// Which one.
        game: &'e ScheduledGame,
        /// All of it.
        record: &'e GameRecord,
    },
}

/// Whether a contest goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It does.
    GoOn,
    /// No further turn is begun: games that are being played are given up.
    Stop,
}

/// Why a contest could not go on. What has been told is done.
#[derive(Debug, Error)]
pub enum ContestError<E> {
    /// An agent could not be made ready.
    #[error(transparent)]
    Workshop(#[from] WorkshopError),
    /// A game could not be played on.
    #[error(transparent)]
    Referee(#[from] RefereeError),
    /// The listener could not go on.
    #[error(transparent)]
    Told(E),
}

/// Plays all games that have no result yet. `tell` hears of everything on the calling thread, one
/// event after the other, so it may be the only writer of a store. Returns all results.
///
/// # Errors
/// If an agent cannot be made ready, a game cannot be played on, or `tell` fails.
pub fn run<E>(
    contest: &Contest,
    results: Results,
    tell: impl FnMut(Event<'_>) -> Result<Flow, E>,
) -> Result<Results, ContestError<E>> {
    run_until(&Arc::default(), contest, results, tell)
}

/// The same, and ends in the middle of a turn once `stop` is set: games that are being played are given
/// up. Programs end so soon only in a sandbox that is [stopped](Sandbox::stopped_by) by the same.
///
/// # Errors
/// As [`run`].
pub fn run_until<E>(
    stop: &Arc<AtomicBool>,
    contest: &Contest,
    mut results: Results,
    mut tell: impl FnMut(Event<'_>) -> Result<Flow, E>,
) -> Result<Results, ContestError<E>> {
    let workshop = Workshop::new(contest.sandbox.clone())?;
    let prepared = prepare(contest, &workshop)?;
    let hall = Hall::new(contest, &workshop, &prepared, stop)?;
    while !stop.load(Ordering::Relaxed)
        && let NextStep::Play(games) = contest.schedule.next(&results)
    {
        let flow = hall.play_all(&games, &mut |event| {
            if let Event::Ended { game, record } = &event {
                results.insert(game.key, record.ending.result);
            }
            tell(event)
        })?;
        if flow == Flow::Stop {
            break;
        }
    }
    Ok(results)
}

/// Makes every program ready; what is built in is so already.
fn prepare<E>(
    contest: &Contest,
    workshop: &Workshop,
) -> Result<Vec<Option<Prepared>>, ContestError<E>> {
    let numbered = contest.agents.iter().enumerate();
    let prepared = numbered.map(|(number, agent)| match &agent.kind {
        AgentKind::BuiltIn(_) => Ok(None),
        AgentKind::Program(program) => workshop.prepare(&agent.name, program, number).map(Some),
    });
    Ok(prepared.collect::<Result<_, WorkshopError>>()?)
}
