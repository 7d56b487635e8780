use std::fs;
use std::path::PathBuf;

use plyglot_kit::any::Games;
use plyglot_sandbox::{Isolation, Sandbox};
use plyglot_units::{BlobName, Job, UnitStore, UnitsError, folder};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::agent::{Agent, AgentKind, AgentProgram, Commands, Prepared, Workshop, WorkshopError};
use crate::contest::Contest;
use crate::record::ProgramRecord;
use crate::tournament::{Plan, SettingsError, Tournament, TournamentSettings};

/// What a worker must know of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct TournamentJob {
    pub(super) tournament: TournamentSettings,
    agents: Vec<AgentJob>,
    /// How well programs must be isolated at least, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    require_sandbox: Option<String>,
    /// How many pairs of games a unit has.
    pub(super) pairs: usize,
}

/// An agent as workers get it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum AgentJob {
    /// One of our own, by its name.
    BuiltIn(String),
    Program(ProgramJob),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct ProgramJob {
    /// Its files, which are in the store; a command line has none, and its files are where it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    files: Option<BlobName>,
    /// The number of all that it consists of. What has another on a worker does not play there.
    digest: Option<String>,
    commands: Commands,
    readable: Vec<PathBuf>,
    requested: Vec<PathBuf>,
    path: Vec<PathBuf>,
}

/// Why a tournament cannot be handed to workers, or taken by one.
#[derive(Debug, Error)]
pub enum JobError {
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] UnitsError),
    /// Programs cannot be copied.
    #[error(transparent)]
    Workshop(#[from] WorkshopError),
    /// The job makes no sense to this version of the program.
    #[error("this store's tournament: {0}")]
    Foreign(String),
    /// It is no tournament that can be played here.
    #[error("this store's tournament: {0}")]
    Settings(#[from] SettingsError),
    /// Files of an agent cannot be handed on.
    #[error("{name}: {why}")]
    Agent {
        /// The agent.
        name: String,
        /// What is wrong.
        why: String,
    },
}

impl TournamentJob {
    /// What a store's job says it is for.
    pub const KIND: &str = "tournament";

    /// The job of a plan whose programs have been copied.
    pub(super) fn new(plan: &Plan, copies: &[Option<Prepared>]) -> Result<TournamentJob, JobError> {
        let agents = plan.agents.iter().zip(copies).map(|(agent, copy)| {
            Ok(match (&agent.kind, copy) {
                (AgentKind::BuiltIn(opponent), _) => AgentJob::BuiltIn(opponent.to_string()),
                (AgentKind::Program(program), copy) => AgentJob::Program(ProgramJob {
                    files: packed(agent, copy.as_ref())?.map(|bytes| BlobName::of(&bytes)),
                    digest: copy.as_ref().and_then(|copy| copy.record().digest.clone()),
                    commands: program.commands.clone(),
                    readable: program.readable.clone(),
                    requested: program.requested.clone(),
                    path: program.path.clone(),
                }),
            })
        });
        Ok(TournamentJob {
            tournament: plan.tournament.settings().clone(),
            agents: agents.collect::<Result<_, JobError>>()?,
            require_sandbox: plan.require_sandbox.map(|level| level.to_string()),
            pairs: super::units::pairs_in_a_unit(plan),
        })
    }

    /// Opens the store at an address for it, makes it if it is missing, and puts the programs there.
    pub(super) fn publish(
        &self,
        job: &Job,
        plan: &Plan,
        copies: &[Option<Prepared>],
        address: &str,
    ) -> Result<std::sync::Arc<dyn UnitStore>, JobError> {
        let store = plyglot_units::create(address, job)?;
        for (agent, copy) in plan.agents.iter().zip(copies) {
            if let Some(bytes) = packed(agent, copy.as_ref())? {
                store.put(&bytes)?;
            }
        }
        Ok(store)
    }

    /// The job of a store.
    ///
    /// # Errors
    /// If it is for something else, or another version wrote it.
    pub fn of(store: &dyn UnitStore) -> Result<TournamentJob, JobError> {
        let job = store.job();
        if job.kind != TournamentJob::KIND {
            return Err(JobError::Foreign(format!("it is for {}", job.kind)));
        }
        serde_json::from_value(job.settings.clone())
            .map_err(|error| JobError::Foreign(error.to_string()))
    }

    /// How well programs must be isolated at least.
    pub fn require_sandbox(&self) -> Option<Isolation> {
        self.require_sandbox.as_deref().and_then(|level| level.parse().ok())
    }

    /// The contest, as a worker plays it: the programs are still in the store.
    pub(super) fn contest(&self, games: Games, sandbox: Sandbox) -> Result<Contest, JobError> {
        let tournament = Tournament::new(self.tournament.clone(), games)?;
        let named = self.tournament.agents.iter().zip(&self.agents);
        let agents = named.map(|(entrant, agent)| {
            let name = entrant.name.clone();
            let kind = match agent {
                AgentJob::BuiltIn(opponent) => AgentKind::BuiltIn(
                    opponent
                        .parse()
                        .map_err(|_| JobError::Foreign(format!("unknown agent {opponent}")))?,
                ),
                AgentJob::Program(program) => AgentKind::Program(program.without_files()),
            };
            Ok(Agent { name, kind })
        });
        let agents: Vec<Agent> = agents.collect::<Result<_, JobError>>()?;
        if agents.len() != self.tournament.agents.len() {
            return Err(JobError::Foreign("it has other agents than entrants".to_owned()));
        }
        Ok(Contest::of(&tournament, agents, sandbox, 1))
    }

    /// Copies the program of an agent out of a store; `None` of what is built in.
    pub(super) fn copy(
        &self,
        number: usize,
        store: &dyn UnitStore,
        workshop: &Workshop,
    ) -> Result<Option<Prepared>, JobError> {
        let Some(AgentJob::Program(program)) = self.agents.get(number) else { return Ok(None) };
        let name = &self.tournament.agents[number].name;
        let wrong = |why: String| JobError::Agent { name: name.clone(), why };
        let mut ours = program.without_files();
        let unpacked = workshop.folder(&format!("packed-{number}"));
        if let Some(blob) = &program.files {
            let bytes = store.get(blob)?;
            let folder = unpacked.path();
            _ = fs::remove_dir_all(folder);
            let written = fs::create_dir_all(folder).and_then(|()| folder::unpack(&bytes, folder));
            written.map_err(|error| wrong(format!("its files cannot be unpacked: {error}")))?;
            ours.files = Some(folder.to_owned());
        }
        let copied = workshop.copy(&ours, number);
        // The copy is what plays.
        _ = fs::remove_dir_all(unpacked.path());
        let copied = copied?;
        let ProgramRecord { digest, .. } = copied.record();
        if *digest != program.digest {
            return Err(wrong("its files here are not those of the tournament".to_owned()));
        }
        Ok(Some(copied))
    }
}

impl ProgramJob {
    fn without_files(&self) -> AgentProgram {
        AgentProgram {
            files: None,
            commands: self.commands.clone(),
            readable: self.readable.clone(),
            requested: self.requested.clone(),
            path: self.path.clone(),
        }
    }
}

/// The files of a program as bytes, if it has any of its own.
fn packed(agent: &Agent, copy: Option<&Prepared>) -> Result<Option<Vec<u8>>, JobError> {
    match (&agent.kind, copy) {
        (AgentKind::Program(AgentProgram { files: Some(_), .. }), Some(copy)) => {
            let failed = |error: std::io::Error| JobError::Agent {
                name: agent.name.clone(),
                why: format!("its files cannot be packed: {error}"),
            };
            folder::pack(copy.path()).map(Some).map_err(failed)
        }
        _ => Ok(None),
    }
}
