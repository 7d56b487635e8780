//! Grading on the [general form](crate::general) of files, from the rules of a game alone.

mod flaws;
mod solver;

use plyglot_core::text::{Lines, Span, TextError};

use super::step_log::check_value;
use super::{
    AnswerFiles, AnswerGuide, Illegal, StepLog, Why, WrongLine, best_play, compare_moves,
    count_nodes, step_name, tidy, worth,
};
use crate::competition::{AnswerError, strict_lines};
use crate::general::{HEADERS, LOG, OUTPUT};
use crate::{Assignment, Task};

use flaws::Flaw;
pub use solver::GeneralSolver;

/// The guide to answers of the general form.
#[derive(Clone, Copy, Debug)]
pub struct GeneralGuide;

impl<G: Assignment> AnswerGuide<G> for GeneralGuide {}

fn log<G: Assignment>() -> StepLog<G> {
    StepLog {
        headers: HEADERS,
        start: |entered| entered.in_general(),
        leaf: |leaf| leaf.in_general(),
    }
}

/// The parts of an `output.txt`.
struct Output<'t> {
    /// As a competition wants it.
    turn: String,
    value: Span<'t>,
    nodes: Span<'t>,
}

impl<'t> Output<'t> {
    fn split(text: &'t str) -> Result<Output<'t>, TextError> {
        let lines = strict_lines(text);
        match &lines[..] {
            &[ref turn @ .., value, nodes] if !turn.is_empty() => {
                let turn = turn.iter().map(|line| format!("{}\n", line.text)).collect();
                Ok(Output { turn, value: value.trimmed(), nodes: nodes.trimmed() })
            }
            lines => Err(too_short(lines.len())),
        }
    }
}

fn too_short(lines: usize) -> TextError {
    let message = "expected the turn, its value and the nodes visited, found the end";
    TextError::new(lines + 1, 1, message)
}

pub(super) fn check_form<G: Assignment>(
    task: &Task<G>,
    file: &str,
    text: &str,
) -> Result<(), TextError> {
    if file == LOG {
        return log::<G>().check(Lines::new(text));
    }
    let text = tidy(text);
    let Output { turn, value, nodes } = Output::split(&text)?;
    if let Err(AnswerError::Malformed(error)) = task.position.read_answer(&turn) {
        return Err(error);
    }
    check_value(&value)?;
    nodes.integer("the nodes visited", 0..=i64::MAX)?;
    Ok(())
}

pub(super) fn find_illegal<G: Assignment>(task: &Task<G>, answer: &AnswerFiles) -> Option<Illegal> {
    let text = tidy(answer.get(OUTPUT)?);
    let turn = Output::split(&text).ok()?.turn;
    let Err(AnswerError::Illegal(error)) = task.position.read_answer(&turn) else { return None };
    // The moves before it have been made.
    let mut position = task.position.clone();
    for mv in turn.lines().map_while(|line| line.parse::<G::Move>().ok()) {
        match position.try_play(mv) {
            Ok(next) => position = next,
            Err(_) => break,
        }
    }
    Some(Illegal::of(&position, error))
}

/// What a line of an `output.txt` holds.
enum OutputPart {
    Move { number: usize, of: usize },
    Value,
    Nodes,
    TooMuch,
}

impl OutputPart {
    fn of(wrong: &WrongLine<'_>) -> OutputPart {
        let moves = wrong.right.lines().count().saturating_sub(2);
        match wrong.number() {
            number if number <= moves => OutputPart::Move { number, of: moves },
            number if number == moves + 1 => OutputPart::Value,
            number if number == moves + 2 => OutputPart::Nodes,
            _ => OutputPart::TooMuch,
        }
    }
}

pub(super) fn line_name(wrong: &WrongLine<'_>) -> String {
    if wrong.file() == LOG {
        return step_name(wrong.number());
    }
    match OutputPart::of(wrong) {
        OutputPart::Move { of: 1, .. } => "the move".to_owned(),
        OutputPart::Move { number, .. } => format!("move {number} of the turn"),
        OutputPart::Value => "the value".to_owned(),
        OutputPart::Nodes => "the nodes visited".to_owned(),
        OutputPart::TooMuch => "more than there should be".to_owned(),
    }
}

pub(super) fn why<G: Assignment>(task: &Task<G>, wrong: &WrongLine<'_>) -> Why {
    if wrong.file() == LOG {
        return log().why(task, wrong.difference);
    }
    let Some((algorithm, depth)) = task.goal.search() else { return Why::default() };
    match OutputPart::of(wrong) {
        OutputPart::Move { number, .. } => {
            let made: Vec<G::Move> =
                wrong.right.lines().take(number).map_while(|line| line.parse().ok()).collect();
            let Some((&best, before)) = made.split_last().filter(|_| made.len() == number) else {
                return Why::default();
            };
            let position = before.iter().fold(task.position.clone(), |it, &mv| it.after(mv));
            let worth = |mv| worth(&position, mv, depth);
            let order = "moves are tried in the order of the rules";
            compare_moves(&position, best, wrong.found_line(), worth, order).into()
        }
        OutputPart::Value => best_play(&task.position, depth, "value").into(),
        OutputPart::Nodes => count_nodes(&task.position, algorithm, depth).into(),
        OutputPart::TooMuch => Why::default(),
    }
}
