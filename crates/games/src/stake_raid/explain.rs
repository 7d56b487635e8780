//! How answers are written, and why a line of one is wrong.

use plyglot_core::Game;
use plyglot_core::text::{Lines, TextError};
use plyglot_kit::grading::{AnswerFiles, AnswerGuide, Illegal, Why, WrongLine, compare_moves};
use plyglot_kit::{Goal, Task};

use super::shortcut::first_best;
use super::{Move, Position, read_board};

/// The guide to `output.txt`.
#[derive(Clone, Copy, Debug)]
pub struct Guide;

impl AnswerGuide<Position> for Guide {
    fn check_form(&self, task: &Task<Position>, _: &str, text: &str) -> Result<(), TextError> {
        let mut lines = Lines::new(text);
        let mv = lines.next("the move")?;
        mv.text.parse::<Move>().map_err(|error| mv.error(error.message))?;
        read_board(&mut lines, task.position.values().size())?;
        lines.end()
    }

    fn find_illegal(&self, task: &Task<Position>, answer: &AnswerFiles) -> Option<Illegal> {
        let line = answer.get("output.txt")?.lines().next()?;
        Illegal::find(&task.position, line.trim().parse().ok()?)
    }

    fn line_name(&self, _: &Task<Position>, wrong: &WrongLine<'_>) -> String {
        match wrong.number() {
            1 => "the move".to_owned(),
            line => format!("row {} of the new board", line - 1),
        }
    }

    fn why(&self, task: &Task<Position>, wrong: &WrongLine<'_>) -> Why {
        let Goal::Search { depth, .. } = task.goal else { return Why::default() };
        let Some(best) = wrong.right.lines().next().and_then(|mv| mv.parse().ok()) else {
            return Why::default();
        };
        if wrong.number() > 1 {
            let row = wrong.number() - 1;
            return vec![format!("It is row {row} of the board after {best}.")].into();
        }
        let position = &task.position;
        let worth = |mv| {
            let child = position.after(mv);
            let ahead = |depth| first_best(&child, depth);
            match Some(depth - 1).filter(|&depth| depth > 0).and_then(ahead) {
                Some((_, value)) => -value,
                None => child.evaluate(position.to_move()),
            }
        };
        let order = "all Stakes come first, then all Raids, each row by row";
        compare_moves(position, best, wrong.found_line(), worth, order).into()
    }
}
