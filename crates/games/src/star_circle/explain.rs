//! How answers are written, and why a line of one is wrong.

use plyglot_core::Game;
use plyglot_core::text::{Lines, TextError};
use plyglot_kit::grading::{
    AnswerFiles, AnswerGuide, Illegal, Why, WrongLine, best_play, compare_moves, count_nodes, worth,
};
use plyglot_kit::{Goal, Task};

use super::{Move, Position};

/// The guide to `output.txt`.
#[derive(Clone, Copy, Debug)]
pub struct Guide;

/// What stands on its lines.
const LINES: [&str; 4] =
    ["the move", "the myopic utility", "the farsighted utility", "the nodes visited"];

impl AnswerGuide<Position> for Guide {
    fn check_form(&self, _: &Task<Position>, _: &str, text: &str) -> Result<(), TextError> {
        let mut lines = Lines::new(text);
        let [mv, numbers @ ..] = LINES;
        let line = lines.next(mv)?;
        line.text.parse::<Move>().map_err(|error| line.error(error.message))?;
        for what in numbers {
            lines.next(what)?.integer(what, i64::MIN..=i64::MAX)?;
        }
        lines.end()
    }

    fn find_illegal(&self, task: &Task<Position>, answer: &AnswerFiles) -> Option<Illegal> {
        let line = answer.get("output.txt")?.lines().next()?;
        Illegal::find(&task.position, line.trim().parse().ok()?)
    }

    fn line_name(&self, _: &Task<Position>, wrong: &WrongLine<'_>) -> String {
        let name = LINES.get(wrong.number() - 1);
        (*name.unwrap_or(&"more than there should be")).to_owned()
    }

    fn why(&self, task: &Task<Position>, wrong: &WrongLine<'_>) -> Why {
        let Goal::Search { algorithm, depth } = task.goal else { return Why::default() };
        let Some(best) = wrong.right.lines().next().and_then(|mv| mv.parse().ok()) else {
            return Why::default();
        };
        let position = &task.position;
        let why = match wrong.number() {
            1 => {
                let worth = |mv| worth(position, mv, depth);
                let order = "moves are ordered by (from, to)";
                compare_moves(position, best, wrong.found_line(), worth, order)
            }
            2 => {
                let us = position.to_move();
                vec![format!(
                    "The myopic utility is that of the board right after {best}: own pieces less \
                     the opponent's, each counted by its row, {} for {}.",
                    position.after(best).evaluate(us),
                    Position::side_name(us)
                )]
            }
            3 => best_play(position, depth, "farsighted utility"),
            _ => count_nodes(position, algorithm, depth),
        };
        why.into()
    }
}
