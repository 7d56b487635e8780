use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use plyglot_answers::explain::{Detail, Explanation, explain};
use plyglot_answers::judge::{NoQuestion, OutputFiles, Question, QuestionBounds, Strictness};
use plyglot_kit::any::{AnyTask, GameRef};
use plyglot_search::textbook::Progress;

use super::too_long;
use crate::request::Asked;
use crate::{Answer, Failure, Limits, Reply, Stop, Workbench};

/// An input, and what a program wrote for it.
#[derive(Deserialize)]
struct ExplainRequest {
    input: String,
    /// By their names.
    files: BTreeMap<String, String>,
    /// The game, where the content should not decide.
    game: Option<String>,
    edition: Option<String>,
    /// Pass over blanks at line ends, CR, and newlines at the end.
    #[serde(default)]
    lenient: bool,
    /// How much to tell.
    level: Option<String>,
}

/// An explanation, for programs and for people.
#[derive(Serialize)]
struct Explained {
    #[serde(flatten)]
    explanation: Explanation,
    lines: Vec<String>,
    /// All that should stand in the file where it first goes wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    right_text: Option<String>,
    /// Where in the search it is decided: a line of its log, as `/api/trees` counts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    log_line: Option<usize>,
}

pub fn answer(workbench: &Workbench, asked: &Asked<'_>) -> Result<Reply, Failure> {
    let wanted: ExplainRequest = asked.json()?;
    let (game, task) = workbench.task(&wanted.input, wanted.game.as_deref())?;
    let edition = workbench.edition(game, wanted.edition.as_deref())?;
    let detail = wanted.level.as_deref().map_or(Ok(Detail::default()), str::parse);
    let detail = detail.map_err(|error| Failure::bad(format!("level: {error}")))?;
    if wanted.files.is_empty() {
        return Err(Failure::bad("there is nothing to explain: no file of an answer was sent"));
    }
    let strictness = if wanted.lenient { Strictness::Lenient } else { Strictness::Exact };
    let ExplainRequest { input, files, .. } = wanted;
    let job = ExplainJob { input, files, game, edition, strictness, detail };
    let limits = workbench.limits;
    Ok(Reply::Search(Box::new(move |stop| {
        job.run(task, &limits, stop).unwrap_or_else(Answer::from)
    })))
}

/// What is to be explained.
struct ExplainJob {
    input: String,
    files: BTreeMap<String, String>,
    game: GameRef,
    edition: Option<&'static str>,
    strictness: Strictness,
    detail: Detail,
}

impl ExplainJob {
    fn run(self, task: Box<dyn AnyTask>, limits: &Limits, stop: &Stop) -> Result<Answer, Failure> {
        let question = question(&self.input, self.game, task, self.edition, limits, stop)?;
        let written = assigned(&question, self.files)?;
        let explanation = explain(&question, &written, self.strictness, self.detail);
        let lines = explanation.lines();
        let is_told = explanation.detail == Detail::Full;
        let right_text = explanation.file.as_ref().filter(|_| is_told);
        let right_text = right_text.and_then(|file| question.right()?.get(file).cloned());
        let log_line = is_told.then(|| log_line(&explanation, &question, limits, stop)).flatten();
        Ok(Answer::json(&Explained { explanation, lines, right_text, log_line }))
    }
}

/// The line of a log that belongs to the first mistake: the wrong line itself, or for other files that
/// at which the root takes its value. There is none where the tree is too large to be looked at.
fn log_line(
    explanation: &Explanation,
    question: &Question,
    limits: &Limits,
    stop: &Stop,
) -> Option<usize> {
    let file = explanation.file.as_deref()?;
    if question.game().files().log == Some(file) {
        return explanation.line.filter(|_| explanation.node.is_some());
    }
    let (algorithm, depth) = question.task().goal().search()?;
    let line = question.task().line();
    let tree = line.search_tree(algorithm, depth, limits.nodes, stop)?.tree;
    let first_moves = tree.children(0);
    let improved = |&child: &usize| tree.node(child).is_some_and(|node| node.improved);
    let best = first_moves.iter().rposition(improved)?;
    // By the time that a child of the root has returned, each node before the next child has been
    // entered, and each but the root has returned.
    let end = first_moves.get(best + 1).copied().unwrap_or(tree.len());
    Some(2 * end)
}

/// An input with its right answer, if the search for that is not too long.
pub(super) fn question(
    input: &str,
    game: GameRef,
    task: Box<dyn AnyTask>,
    edition: Option<&'static str>,
    limits: &Limits,
    stop: &Stop,
) -> Result<Question, Failure> {
    let progress = Progress::bounded(limits.solved, Arc::clone(stop));
    let bounds = QuestionBounds { edition, bytes: limits.answer, progress: Some(&progress) };
    Question::bounded(input, game, task, &bounds).map_err(|error| match error {
        NoQuestion::TooMuch(_) if progress.is_given_up() => too_long(limits),
        NoQuestion::TooMuch(error) => Failure::too_much(error),
        NoQuestion::Impossible(error) => Failure::bad(error),
    })
}

/// What was written, under the names that it should have.
fn assigned(question: &Question, files: BTreeMap<String, String>) -> Result<OutputFiles, Failure> {
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    let assigned = question
        .assigned(&names)
        .map_err(|error| Failure::bad(format!("{}: {error}", names[error.index])))?;
    Ok(assigned.into_iter().zip(files.into_values().map(String::into_bytes)).collect())
}
