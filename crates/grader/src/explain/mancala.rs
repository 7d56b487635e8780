//! Why a line of the traverse log is as it is.

use plyglot_core::{Game, Value};
use plyglot_games::mancala::files::{Goal, Task};
use plyglot_games::mancala::{Move, Position};
use plyglot_search::textbook::Algorithm;

use super::story::{Event, Moment, Node, Trace};
use crate::judge::Difference;

/// The node of the first line that differs, and how its values come about.
pub fn log_line(task: &Task, difference: &Difference) -> (Option<Node>, Vec<String>) {
    let Goal::Search { algorithm, depth } = task.goal else { return (None, Vec::new()) };
    if difference.line == 1 {
        return (None, vec!["The first line is the header.".to_owned()]);
    }
    let mut trace = Trace::until(difference.line - 1);
    algorithm.run(&task.position, depth, &mut trace);
    let lines = trace.seen() + 1;
    let Some(moment) = trace.moment else {
        return (None, vec![format!("The search is finished before: the log has {lines} lines.")]);
    };
    let mut why: Vec<String> = fields(difference).into_iter().collect();
    why.extend(story(&task.position, &moment, algorithm, depth));
    (Some(moment.node), why)
}

/// Which of the five fields is the first that is wrong.
fn fields(difference: &Difference) -> Option<String> {
    const FIELDS: [&str; 5] = ["node", "depth", "value", "alpha", "beta"];
    let split = |line: &Option<String>| -> Option<Vec<String>> {
        Some(line.as_ref()?.trim_end_matches('↵').split(',').map(str::to_owned).collect())
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

fn story(
    root: &Position,
    moment: &Moment<Position>,
    algorithm: Algorithm,
    depth: u32,
) -> Vec<String> {
    let node = &moment.node;
    let us = Position::side_name(root.to_move());
    let mover = Position::side_name(moment.position.to_move());
    let (role, better) = if node.maximizes { ("MAX", "larger") } else { ("MIN", "smaller") };
    let shows_window = algorithm == Algorithm::AlphaBeta;
    let mut text = Vec::new();
    match &moment.event {
        Event::Enter => {
            text.push(format!(
                "The node is entered. Player {mover} moves next at it, which is {role}: its value \
                 starts at {}.",
                node.value
            ));
            if node.depth == depth && !node.path.is_empty() {
                text.push(format!(
                    "It is at the cut-off depth {depth}, but the last move earned another one: the \
                     chain goes on at the same depth."
                ));
            }
        }
        Event::Leaf => {
            let board = moment.position.board();
            let [ours, theirs] =
                [root.to_move(), root.to_move().other()].map(|side| board.mancala(side));
            let reason = if moment.position.outcome().is_some() {
                "the game is over: a row is empty, and the rest has been swept".to_owned()
            } else {
                format!("depth {depth} is reached and the last move earned no other")
            };
            text.push(format!(
                "It is a leaf: {reason}. Its value for player {us} is {ours} - {theirs} = {}.",
                node.value
            ));
        }
        Event::Back(step) => {
            let all: Vec<String> =
                moment.returned.iter().map(|(mv, value)| format!("{mv} {value}")).collect();
            text.push(format!(
                "The child {} has returned {}. Player {mover} moves here, which is {role}: the \
                 value is the {better} one of all so far ({}), {}.",
                step.mv,
                step.returned,
                all.join(", "),
                step.value
            ));
        }
    }
    if shows_window {
        text.push(window(moment));
    }
    text
}

/// How alpha and beta come about.
fn window(moment: &Moment<Position>) -> String {
    let Node { alpha, beta, value, maximizes, .. } = &moment.node;
    match (&moment.event, &moment.cut) {
        (Event::Back(_), Some(skipped)) => {
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
        (Event::Back(step), None) => {
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

fn skipped_moves(skipped: &[Move]) -> String {
    match skipped {
        [] => String::new(),
        skipped => {
            let names: Vec<String> = skipped.iter().map(ToString::to_string).collect();
            format!(" and does not look at {}", names.join(", "))
        }
    }
}
