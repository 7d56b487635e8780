//! What the engine thinks, line by line while it thinks, and what an opponent plays.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use web_time::Instant;

use plyglot_core::mix::mix;
use plyglot_core::text::TextError;
use plyglot_kit::analysis::ThoughtInfo;
use plyglot_kit::any::AnyLine;
use plyglot_search::engine::{self, CpuClock, Limit, Settings};
use plyglot_search::opponents::Opponent;

use super::PlayedGame;
use crate::request::Asked;
use crate::{Failure, Limits, Reply, Stop, Workbench};

/// A game whose last position is to be thought about.
#[derive(Deserialize)]
struct ThinkRequest {
    #[serde(flatten)]
    told: PlayedGame,
    /// The opponent that is to move; without one the engine only says what it thinks.
    opponent: Option<String>,
    /// Seeds the opponent's random choices.
    #[serde(default)]
    seed: u64,
    /// CPU time, for the engine and the opponent `full`.
    #[serde(default = "one_second")]
    seconds: f64,
    /// In its place: the same thought on every machine.
    nodes: Option<u64>,
}

fn one_second() -> f64 {
    1.0
}

impl ThinkRequest {
    /// How long it is to be thought.
    fn limit(&self, most: &Limits) -> Result<Limit, Failure> {
        if !(self.seconds > 0.0 && self.seconds <= most.seconds) {
            let most = most.seconds;
            let error = format!("a move takes more than 0 seconds, and at most {most}");
            return Err(Failure::bad(error));
        }
        match self.nodes {
            None => Ok(Limit::Move(Duration::from_secs_f64(self.seconds))),
            Some(nodes) if (1..=most.thought).contains(&nodes) => Ok(Limit::Nodes(nodes)),
            Some(_) => {
                Err(Failure::bad(format!("a thought takes from 1 to {} nodes", most.thought)))
            }
        }
    }
}

/// A line of the answer.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Said {
    Thought(TimedThought),
    /// The move that the opponent plays.
    Move(String),
    /// Nothing more will come.
    Done(bool),
}

/// A thought, and when it came.
#[derive(Serialize)]
struct TimedThought {
    #[serde(flatten)]
    thought: ThoughtInfo,
    /// By the wall clock.
    seconds: f64,
}

pub fn think(workbench: &Workbench, asked: &Asked<'_>) -> Result<Reply, Failure> {
    let wanted: ThinkRequest = asked.json()?;
    let limit = wanted.limit(&workbench.limits)?;
    let opponent = wanted.opponent.as_deref().map(str::parse).transpose();
    let opponent = opponent.map_err(|error: TextError| Failure::bad(error.message))?;
    let line = wanted.told.line(workbench)?;
    let job = ThinkJob {
        opponent,
        limit,
        seed: mix(wanted.seed ^ mix(wanted.told.moves.len() as u64)),
        settings: Settings {
            table_bytes: workbench.limits.table,
            // A number of nodes promises the same thought everywhere.
            threads: if wanted.nodes.is_some() { 1 } else { workbench.limits.threads },
            ..Settings::default()
        },
    };
    Ok(Reply::Lines(Box::new(move |tell, stop| job.think(&*line, tell, stop))))
}

/// How a line is to be thought about.
struct ThinkJob {
    opponent: Option<Opponent>,
    limit: Limit,
    seed: u64,
    settings: Settings,
}

impl ThinkJob {
    fn think(&self, line: &dyn AnyLine, tell: &mut dyn FnMut(String), stop: &Stop) {
        let begun = Instant::now();
        let mut say = |what: &Said| tell(serde_json::to_string(what).unwrap_or_default() + "\n");
        if line.ending().is_none() {
            let player = match self.opponent {
                None => line.adviser(self.settings),
                Some(opponent) => line.player(opponent, self.settings, self.seed),
            };
            let mut player = player.stopped_by(Arc::clone(stop));
            let mut aloud = |thought: &engine::Thought<String>| {
                let thought = ThoughtInfo::new(thought, line);
                say(&Said::Thought(TimedThought {
                    thought,
                    seconds: begun.elapsed().as_secs_f64(),
                }));
            };
            let choice = player.think(line, self.limit, CpuClock::of_thread(), &mut aloud);
            if let (Some(choice), Some(_)) = (choice, self.opponent) {
                say(&Said::Move(choice.mv));
            }
        }
        say(&Said::Done(true));
    }
}
