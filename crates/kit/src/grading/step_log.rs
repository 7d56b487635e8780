//! A file that tells a search step by step: a header, then a line when a node is entered, and one
//! after each of its children.

use plyglot_core::text::{Lines, Span, TextError};
use plyglot_core::{Over, Value};
use plyglot_search::textbook::Algorithm;

use super::{Difference, Trace, TraceEvent, TraceMoment, TraceNode, Why, infinity};
use crate::Task;
use crate::competition::Competition;
use crate::wording::Spoken;

/// How a game writes that file, and what it says of its leaves.
#[derive(Clone, Copy, Debug)]
pub struct StepLog<G> {
    /// The header without the window, and the whole one.
    pub headers: [&'static str; 2],
    /// What the line of a node shows before any of its children is known, and why.
    pub start: fn(&Entered<'_, G>) -> StartValue,
    /// Why a node is a leaf, and where its value comes from.
    pub leaf: fn(&Leaf<'_, G>) -> String,
}

/// A node with children, before any of them is known.
#[derive(Clone, Copy, Debug)]
pub struct Entered<'p, G> {
    /// Its position.
    pub position: &'p G,
    /// Its depth in turns.
    pub depth: u32,
    /// How deep the search looks.
    pub cut_off: u32,
    /// Whether the player at the root moves there.
    pub maximizes: bool,
}

/// What a node's value starts from.
#[derive(Clone, Debug)]
pub struct StartValue {
    /// The value.
    pub value: Value,
    /// Why, as the beginning of a sentence.
    pub reason: String,
}

/// A leaf of a search.
#[derive(Clone, Copy, Debug)]
pub struct Leaf<'p, G> {
    /// The root's position.
    pub root: &'p G,
    /// Its own.
    pub position: &'p G,
    /// How deep the search looks.
    pub depth: u32,
    /// What it is worth to the player at the root.
    pub value: &'p str,
}

impl<G: Competition> StepLog<G> {
    /// Whether a text has the form of such a file.
    ///
    /// # Errors
    /// At the first place that does not fit.
    pub fn check(&self, mut lines: Lines<'_>) -> Result<(), TextError> {
        let headers = self.headers.map(|header| (header, header.split(',').count()));
        let columns = lines.next("the header")?.one_of(&headers)?;
        while let Ok(line) = lines.next("a line") {
            let numbers = after_the_move::<G>(line, columns)?;
            numbers[0].integer("a depth", 0..=i64::MAX)?;
            numbers[1..].iter().try_for_each(check_value)?;
        }
        lines.end()
    }
}

/// What stands on a line of such a file.
pub fn step_name(line: usize) -> String {
    // Steps have no numbers of their own: the line's is the only one.
    if line == 1 { "the header" } else { "a step of the search" }.to_owned()
}

impl<G: Spoken> StepLog<G> {
    /// The node of the first line that differs, and how its values come about.
    pub fn why(&self, task: &Task<G>, difference: &Difference) -> Why {
        let Some((algorithm, depth)) = task.goal.search() else { return Why::default() };
        if difference.line == 1 {
            return vec!["The first line is the header.".to_owned()].into();
        }
        let mut trace = Trace::until(difference.line - 1);
        algorithm.run(&task.position, depth, &mut trace);
        let lines = trace.seen() + 1;
        let Some(mut moment) = trace.moment else {
            let end = format!("The search is finished before: the log has {lines} lines.");
            return vec![end].into();
        };
        let mut sentences: Vec<String> = wrong_field(difference, algorithm).into_iter().collect();
        sentences.push(self.event(&task.position, &mut moment, depth));
        if matches!(moment.event, TraceEvent::Enter)
            && moment.node.depth == depth
            && !moment.node.path.is_empty()
        {
            sentences.push(format!(
                "It is at the cut-off depth {depth}, but the last move earned another one: the \
                 chain goes on at the same depth."
            ));
        }
        if algorithm == Algorithm::AlphaBeta {
            sentences.push(window(&moment));
        }
        Why { node: Some(moment.node), sentences }
    }

    /// What happened, in words. The node gets the value that it starts from.
    fn event(&self, root: &G, moment: &mut TraceMoment<G>, depth: u32) -> String {
        let TraceMoment { node, position, .. } = moment;
        let mover = G::title(position.to_move());
        let (role, better) = if node.maximizes { ("MAX", "larger") } else { ("MIN", "smaller") };
        match &moment.event {
            TraceEvent::Enter => {
                let StartValue { value, reason } = (self.start)(&Entered {
                    position,
                    depth: node.depth,
                    cut_off: depth,
                    maximizes: node.maximizes,
                });
                node.value = value.to_string();
                format!("The node is entered. {reason}: its value starts at {value}.")
            }
            TraceEvent::Leaf => (self.leaf)(&Leaf { root, position, depth, value: &node.value }),
            TraceEvent::Back(step) => {
                let all: Vec<String> =
                    moment.returned.iter().map(|(mv, value)| format!("{mv} {value}")).collect();
                format!(
                    "The child {} has returned {}. {mover} moves here, which is {role}: the value is \
                     the {better} one of all so far ({}), {}.",
                    step.mv,
                    step.returned,
                    all.join(", "),
                    step.value
                )
            }
        }
    }
}

impl<G: Spoken> Entered<'_, G> {
    /// The worst value for whoever moves there.
    pub fn in_general(&self) -> StartValue {
        let mover = G::title(self.position.to_move());
        let (value, role) =
            if self.maximizes { (Value::NEG_INFINITY, "MAX") } else { (Value::INFINITY, "MIN") };
        StartValue { value, reason: format!("{mover} moves next at it, which is {role}") }
    }
}

impl<G: Spoken> Leaf<'_, G> {
    /// What can be said of a leaf of any game.
    pub fn in_general(&self) -> String {
        let reason = match self.position.outcome() {
            Some(outcome) => {
                let over = Over { outcome, cause: self.position.cause() };
                format!("the game is over: {}", self.position.because(over))
            }
            None => format!("depth {} is reached", self.depth),
        };
        let us = G::title(self.root.to_move());
        format!("It is a leaf: {reason}. Its value for {us} is {}.", self.value)
    }
}

/// The fields of a line but the first, which is `root` or a move. A move may have commas of its own.
fn after_the_move<G: Competition>(
    line: Span<'_>,
    columns: usize,
) -> Result<Vec<Span<'_>>, TextError> {
    let cells: Vec<Span<'_>> = line.cells(',').collect();
    if let Some((name, numbers)) = split_name(line.text, columns)
        && cells.len() > columns
        && name.parse::<G::Move>().is_ok()
    {
        return Ok(cells[cells.len() - numbers.len()..].to_vec());
    }
    let fields = line.exactly(columns, "fields", cells.into_iter())?;
    if fields[0].text != "root" {
        let parsed = fields[0].text.parse::<G::Move>();
        parsed.map_err(|error| fields[0].error(error.message))?;
    }
    Ok(fields[1..].to_vec())
}

/// The name of a node and the fields behind it, where there are enough.
fn split_name(line: &str, columns: usize) -> Option<(&str, Vec<&str>)> {
    let mut fields: Vec<&str> = line.rsplitn(columns, ',').collect();
    fields.reverse();
    let (&name, numbers) = fields.split_first()?;
    (fields.len() == columns).then(|| (name, numbers.to_vec()))
}

/// That a field holds a value.
pub(super) fn check_value(field: &Span<'_>) -> Result<(), TextError> {
    if infinity::AS_WORDS.contains(&field.text) {
        return Ok(());
    }
    field.integer("a value", i64::MIN..=i64::MAX).map(|_| ())
}

/// Which of the fields is the first that is wrong.
fn wrong_field(difference: &Difference, algorithm: Algorithm) -> Option<String> {
    const FIELDS: [&str; 5] = ["node", "depth", "value", "alpha", "beta"];
    let columns = if algorithm == Algorithm::AlphaBeta { 5 } else { 3 };
    let split = |line: &Option<String>| -> Option<Vec<String>> {
        let line = line.as_ref()?.trim_end_matches('↵');
        let fields = match split_name(line, columns) {
            Some((name, numbers)) => [vec![name], numbers].concat(),
            None => line.split(',').collect(),
        };
        Some(fields.into_iter().map(str::to_owned).collect())
    };
    let (expected, found) = (split(&difference.expected)?, split(&difference.found)?);
    let index = (0..expected.len()).find(|&index| expected.get(index) != found.get(index))?;
    let (name, right) = (FIELDS.get(index)?, &expected[index]);
    Some(match found.get(index) {
        Some(wrong) if index == 0 => {
            format!("The search should be at {right} here, and yours is at {wrong}.")
        }
        Some(wrong) => format!("The {name} should be {right}, and yours is {wrong}."),
        None => format!("The {name} is missing."),
    })
}

/// How alpha and beta come about.
fn window<G: Spoken>(moment: &TraceMoment<G>) -> String {
    let TraceNode { alpha, beta, value, maximizes, .. } = &moment.node;
    match (&moment.event, &moment.cut) {
        (TraceEvent::Back(_), Some(skipped)) => {
            let bound = if *maximizes {
                format!("{value} >= beta {beta}")
            } else {
                format!("{value} <= alpha {alpha}")
            };
            format!(
                "Since {bound}, the node returns at once{}: the line shows the old alpha {alpha} and \
                 beta {beta}.",
                skipped_moves(skipped)
            )
        }
        (TraceEvent::Back(step), None) => {
            let name = if *maximizes { "alpha" } else { "beta" };
            let bound: Value = if *maximizes { step.window.alpha } else { step.window.beta };
            format!(
                "There is no cut, so {name} is updated with the value first, to {bound}, then the \
                 line is written: alpha {alpha}, beta {beta}."
            )
        }
        _ => format!("Alpha {alpha} and beta {beta} are those that were passed down."),
    }
}

fn skipped_moves<M: ToString>(skipped: &[M]) -> String {
    match skipped {
        [] => String::new(),
        skipped => {
            let names: Vec<String> = skipped.iter().map(ToString::to_string).collect();
            format!(" and does not look at {}", names.join(", "))
        }
    }
}
