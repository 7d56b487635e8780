//! How answers are written, and why a line of one is wrong.

use plyglot_core::Game;
use plyglot_core::text::{Lines, TextError};
use plyglot_kit::competition::{AnswerError, Competition};
use plyglot_kit::grading::{
    AnswerFiles, AnswerGuide, Entered, Illegal, Leaf, StartValue, StepLog, Why, WrongLine,
    step_name, tidy,
};
use plyglot_kit::{Assignment, Nowhere, Options, Task};

use super::Position;
use super::files::{Edition, HEADERS, TRAVERSE_LOG};

/// The guide to `next_state.txt` and `traverse_log.txt`.
#[derive(Clone, Copy, Debug)]
pub struct Guide;

const LOG: StepLog<Position> =
    StepLog { headers: HEADERS, start: |entered| entered.in_general(), leaf };
const FIRST_LOG: StepLog<Position> = StepLog { start: start_of_first, ..LOG };

impl AnswerGuide<Position> for Guide {
    fn check_form(&self, task: &Task<Position>, file: &str, text: &str) -> Result<(), TextError> {
        let lines = Lines::new(text);
        if file == TRAVERSE_LOG {
            return LOG.check(lines);
        }
        check_next_state(task.position.board().pits(), lines)
    }

    fn find_illegal(&self, task: &Task<Position>, answer: &AnswerFiles) -> Option<Illegal> {
        let board = tidy(answer.get(Position::ANSWER)?);
        match task.position.read_answer(&board) {
            Err(AnswerError::Illegal(error)) => Some(Illegal::of(&task.position, error)),
            _ => None,
        }
    }

    fn line_name(&self, _: &Task<Position>, wrong: &WrongLine<'_>) -> String {
        if wrong.file() == TRAVERSE_LOG {
            return step_name(wrong.number());
        }
        let row = NEXT_STATE.get(wrong.number() - 1);
        (*row.unwrap_or(&"more than there should be")).to_owned()
    }

    fn why(&self, task: &Task<Position>, wrong: &WrongLine<'_>) -> Why {
        if wrong.file() == TRAVERSE_LOG {
            let log = match Edition::named(wrong.edition) {
                Edition::First => FIRST_LOG,
                Edition::Last => LOG,
            };
            return log.why(task, wrong.difference);
        }
        our_turn(task).unwrap_or_default()
    }
}

/// What stands on the lines of `next_state.txt`.
const NEXT_STATE: [&str; 4] =
    ["player 2's row", "player 1's row", "player 2's mancala", "player 1's mancala"];

fn check_next_state(pits: usize, mut lines: Lines<'_>) -> Result<(), TextError> {
    for (what, count) in NEXT_STATE.into_iter().zip([pits, pits, 1, 1]) {
        let line = lines.next(what)?;
        for number in line.exactly(count, "numbers", line.words())? {
            number.integer("stones", 0..=i64::MAX)?;
        }
    }
    lines.end()
}

/// Which moves our turn has.
fn our_turn(task: &Task<Position>) -> Option<Why> {
    let report = Position::solve(task, &Options::default(), &mut Nowhere).ok()?;
    let turn = report.moves.join(", then ");
    let value = report.value.map(|value| format!(", worth {value}")).unwrap_or_default();
    let shown = "the board shown is the one after all of it";
    Some(vec![format!("Our whole turn is {turn}{value}: {shown}.")].into())
}

/// What a node's value starts from in the first edition.
fn start_of_first(entered: &Entered<'_, Position>) -> StartValue {
    let reason = if entered.depth == entered.cut_off {
        "In the first edition a node at the cut-off depth shows its evaluation first".to_owned()
    } else {
        let parity = if entered.depth.is_multiple_of(2) { "even" } else { "odd" };
        format!("In the first edition it goes by the depth, and {} is {parity}", entered.depth)
    };
    StartValue { value: Edition::First.start_value(entered), reason }
}

fn leaf(leaf: &Leaf<'_, Position>) -> String {
    let us = leaf.root.to_move();
    let [ours, theirs] = [us, us.other()].map(|side| leaf.position.board().mancala(side));
    let reason = if leaf.position.outcome().is_some() {
        "the game is over: a row is empty, and the rest has been swept".to_owned()
    } else {
        format!("depth {} is reached and the last move earned no other", leaf.depth)
    };
    format!(
        "It is a leaf: {reason}. Its value for player {} is {ours} - {theirs} = {}.",
        Position::side_name(us),
        leaf.value
    )
}
