use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use plyglot_kit::any::{AnyTask, GameRef};
use plyglot_kit::{Goal, InMemory, Options, Report, Unsolved, solve_within};
use plyglot_search::engine::Limit;
use plyglot_search::textbook::Progress;

use super::too_long;
use crate::request::Asked;
use crate::{Answer, Failure, Limits, Reply, Stop, Workbench};

/// An input to be answered.
#[derive(Deserialize)]
pub struct SolveRequest {
    input: String,
    /// The game, where the content should not decide.
    game: Option<String>,
    edition: Option<String>,
    /// How many turns ahead, whatever the input says.
    depth: Option<u32>,
}

/// What `plyglot solve --json` prints, with the files themselves.
#[derive(Serialize)]
struct Solved {
    #[serde(flatten)]
    report: Report,
    /// By their names.
    files: BTreeMap<String, String>,
    summary: String,
}

/// It as it was read.
pub struct ReadInput {
    pub game: GameRef,
    pub task: Box<dyn AnyTask>,
    /// If one is named.
    pub edition: Option<&'static str>,
}

impl SolveRequest {
    pub fn read(&self, workbench: &Workbench) -> Result<ReadInput, Failure> {
        let (game, mut task) = workbench.task(&self.input, self.game.as_deref())?;
        let edition = workbench.edition(game, self.edition.as_deref())?;
        if let Some(depth) = self.depth {
            let most = workbench.limits.depth;
            if !(1..=most).contains(&depth) {
                return Err(Failure::bad(format!("a search looks from 1 to {most} turns ahead")));
            }
            if !task.set_depth(depth) {
                return Err(Failure::bad("this input asks for no search of a given depth"));
            }
        }
        Ok(ReadInput { game, task, edition })
    }
}

pub fn answer(workbench: &Workbench, asked: &Asked<'_>) -> Result<Reply, Failure> {
    let wanted: SolveRequest = asked.json()?;
    let ReadInput { task, edition, .. } = wanted.read(workbench)?;
    let limits = workbench.limits;
    Ok(Reply::Search(Box::new(move |stop| {
        solve(&*task, edition, &limits, stop).unwrap_or_else(Answer::from)
    })))
}

fn solve(
    task: &dyn AnyTask,
    edition: Option<&'static str>,
    limits: &Limits,
    stop: &Stop,
) -> Result<Answer, Failure> {
    let progress = Progress::bounded(limits.solved, Arc::clone(stop));
    let options = Options {
        edition,
        table_bytes: Some(limits.table),
        limit: limit(task.goal(), limits),
        progress: Some(&progress),
        ..Options::default()
    };
    let solved = solve_within(task, &options, limits.answer);
    let (report, files) = solved.map_err(|error| match error {
        Unsolved::GivenUp => too_long(limits),
        Unsolved::TooLarge { .. } => Failure::too_much(error.to_string()),
        Unsolved::Impossible(error) => Failure::bad(error.to_string()),
    })?;
    let summary = report.summary();
    Ok(Answer::json(&Solved { report, files: texts(&files), summary }))
}

/// An agent thinks no longer than is allowed here, however much time its input gives it.
fn limit(goal: Goal, limits: &Limits) -> Option<Limit> {
    let most = Duration::from_secs_f64(limits.seconds);
    let limit = match goal {
        Goal::Turn { .. } => Limit::Move(most),
        Goal::Game { .. } => Limit::Game(most),
        Goal::Greedy | Goal::Search { .. } => return None,
    };
    goal.seconds().filter(|&seconds| seconds > limits.seconds).map(|_| limit)
}

fn texts(files: &InMemory) -> BTreeMap<String, String> {
    let text = |name: &str| Some((name.to_owned(), files.text(name)?.to_owned()));
    files.names().filter_map(text).collect()
}
