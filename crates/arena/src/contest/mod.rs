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

use crate::agent::{Agent, AgentKind, MissingProgram, Prepared, Unready, Workshop, WorkshopError};
use crate::record::{GameRecord, ProgramRecord, TurnRecord};
use crate::referee::{RefereeError, Rules};
use crate::schedule::{NextStep, Results, Schedule, ScheduledGame};
use crate::tournament::Tournament;

pub(crate) use games::{Entrant, Hall, STACK, Slot, Word};

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
    /// All programs have been copied; nothing was built or played yet.
    Entered {
        /// Which programs they are, in the order of the agents; none of what is built in.
        programs: &'e [Option<ProgramRecord>],
    },
    /// An agent cannot be built or calibrated, through its own fault: it loses its games.
    Unready {
        /// The number of the agent.
        player: usize,
        /// What failed.
        unready: &'e Unready,
    },
    /// A game begins; also one that is played again.
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
    /// A game could not be played on, through no fault of an agent's.
    Failed {
        /// Which one.
        game: &'e ScheduledGame,
        /// What happened.
        why: &'e str,
        /// Whether it is played again, from its start.
        again: bool,
    },
}

/// What is left when a contest has ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContestEnd {
    /// All results.
    pub results: Results,
    /// Games that could not be played to their end however often they were begun. They have no
    /// result, and a contest that goes on from these results tries them again.
    pub unplayed: Vec<UnplayedGame>,
}

/// A game that could not be played, through no fault of an agent's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnplayedGame {
    /// Which one.
    pub game: ScheduledGame,
    /// What happened at the last attempt.
    pub why: String,
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
    /// There are no openings.
    #[error(transparent)]
    Referee(#[from] RefereeError),
    /// The listener could not go on.
    #[error(transparent)]
    Told(E),
}

impl Contest {
    /// A tournament with these agents.
    pub fn of(
        tournament: &Tournament,
        agents: Vec<Agent>,
        sandbox: Sandbox,
        concurrency: usize,
    ) -> Contest {
        let settings = tournament.settings();
        Contest {
            start: tournament.start(),
            agents,
            rules: settings.rules,
            schedule: *tournament.schedule(),
            seed: settings.seed,
            openings: Some(settings.openings).filter(|openings| openings.count > 0),
            concurrency,
            sandbox,
        }
    }

    /// Looks for the programs of all agents' commands.
    ///
    /// # Errors
    /// Those that are missing.
    pub fn find_programs(&self) -> Result<(), MissingPrograms> {
        let missing = self.agents.iter().filter_map(|agent| match &agent.kind {
            AgentKind::BuiltIn(_) => None,
            AgentKind::Program(program) => program.find_programs(&agent.name).err(),
        });
        let missing: Vec<MissingProgram> = missing.collect();
        if missing.is_empty() { Ok(()) } else { Err(MissingPrograms(missing)) }
    }
}

/// Commands of several agents that cannot be run here.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{}", .0.iter().map(MissingProgram::to_string).collect::<Vec<_>>().join("; "))]
pub struct MissingPrograms(pub Vec<MissingProgram>);

/// Plays all games that have no result yet. `tell` hears of everything on the calling thread, one
/// event after the other, so it may be the only writer of a store.
///
/// What fails through no fault of an agent's is tried again; a game that still cannot be played is
/// left out, and the others are played as far as the schedule does not need its result.
///
/// # Errors
/// If programs cannot be copied or run at all, or `tell` fails.
pub fn run<E>(
    contest: &Contest,
    results: Results,
    tell: impl FnMut(Event<'_>) -> Result<Flow, E>,
) -> Result<ContestEnd, ContestError<E>> {
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
) -> Result<ContestEnd, ContestError<E>> {
    let mut unplayed: Vec<UnplayedGame> = Vec::new();
    let workshop = Workshop::new(contest.sandbox.clone())?;
    let copies = copy(contest, &workshop)?;
    let programs: Vec<_> = copies.iter().map(|it| Some(it.as_ref()?.record().clone())).collect();
    if tell(Event::Entered { programs: &programs }).map_err(ContestError::Told)? == Flow::Stop {
        return Ok(ContestEnd { results, unplayed });
    }
    let hall = Hall::new(contest, &workshop, stop)?;
    build(&hall, copies, &mut tell).map_err(ContestError::Told)?;
    while !stop.load(Ordering::Relaxed)
        && let NextStep::Play(mut games) = contest.schedule.next(&results)
    {
        games.retain(|game| unplayed.iter().all(|other| other.game != *game));
        if games.is_empty() {
            break;
        }
        let flow = hall.play_all(&games, &mut |event| {
            match &event {
                Event::Ended { game, record } => {
                    results.insert(game.key, record.ending.result);
                }
                Event::Failed { game, why, again: false } => {
                    unplayed.push(UnplayedGame { game: **game, why: (*why).to_owned() });
                }
                _ => {}
            }
            tell(event)
        })?;
        if flow == Flow::Stop {
            break;
        }
    }
    Ok(ContestEnd { results, unplayed })
}

/// Copies every program; what is built in needs nothing.
pub(crate) fn copy(
    contest: &Contest,
    workshop: &Workshop,
) -> Result<Vec<Option<Prepared>>, WorkshopError> {
    let numbered = contest.agents.iter().enumerate();
    let copies = numbered.map(|(number, agent)| match &agent.kind {
        AgentKind::BuiltIn(_) => Ok(None),
        AgentKind::Program(program) => workshop.copy(program, number).map(Some),
    });
    let copies: Vec<_> = copies.collect::<Result<_, WorkshopError>>()?;
    if copies.iter().any(Option::is_some) {
        workshop.try_out()?;
    }
    Ok(copies)
}

/// Builds every program. One that fails keeps none of the others from playing.
fn build<E>(
    hall: &Hall<'_>,
    copies: Vec<Option<Prepared>>,
    tell: &mut impl FnMut(Event<'_>) -> Result<Flow, E>,
) -> Result<(), E> {
    for (player, copy) in copies.into_iter().enumerate() {
        let entrant = hall.enter(player, || copy.map_or(Entrant::BuiltIn, |it| hall.build(it)));
        if let Entrant::Unready(unready, _) = entrant {
            tell(Event::Unready { player, unready })?;
        }
    }
    Ok(())
}
