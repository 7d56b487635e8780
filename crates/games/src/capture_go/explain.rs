//! How answers are written, and why a line of one is wrong.

use plyglot_core::text::{Lines, TextError};
use plyglot_core::{Game, Side};
use plyglot_kit::Task;
use plyglot_kit::grading::{
    AnswerFiles, AnswerGuide, Illegal, Why, WrongLine, compare_moves, worth,
};
use plyglot_search::textbook::Algorithm;

use super::{Large, Point};

/// The guide to what the program prints.
#[derive(Clone, Copy, Debug)]
pub struct Guide;

impl AnswerGuide<Large> for Guide {
    /// `Depth 0: Player B places stone at (5,3).` and so on, then the comparison.
    fn check_form(&self, _: &Task<Large>, _: &str, text: &str) -> Result<(), TextError> {
        let mut lines = Lines::new(text);
        lines.next("Best strategy:")?.one_of(&[("Best strategy:", ())])?;
        for depth in 0.. {
            let line = lines.next("a move of the line, or its utility value")?;
            let Some(rest) = line.text.strip_prefix(&format!("Depth {depth}: ")) else {
                return Err(line.expected(format_args!("\"Depth {depth}: ...\"")));
            };
            if let Some(value) = rest.strip_prefix("utility value of current board configuration ")
            {
                let value = value.strip_suffix('.').and_then(|value| value.parse::<i64>().ok());
                value.ok_or_else(|| line.expected("a utility value and a full stop"))?;
                break;
            }
            point_of(rest).ok_or_else(|| line.expected("\"Player B places stone at (x,y).\""))?;
        }
        Ok(())
    }

    fn find_illegal(&self, task: &Task<Large>, answer: &AnswerFiles) -> Option<Illegal> {
        let mut position = task.position;
        for point in answer.get("output.txt")?.lines().filter_map(move_of) {
            if let Some(illegal) = Illegal::find(&position, point) {
                return Some(illegal);
            }
            position.play(point);
        }
        None
    }

    fn line_name(&self, _: &Task<Large>, _: &WrongLine<'_>) -> String {
        "the best line and the comparison".to_owned()
    }

    fn why(&self, task: &Task<Large>, wrong: &WrongLine<'_>) -> Why {
        let Some((_, depth)) = task.goal.search() else { return Why::default() };
        let right = wrong.right_line();
        if let (Some(best), Some(found)) = (move_of(right), move_of(wrong.found_line())) {
            return other_move(task, wrong, best, found, depth).into();
        }
        if right.contains("pruned") {
            let [plain, pruning] = [Algorithm::Minimax, Algorithm::AlphaBeta]
                .map(|algorithm| algorithm.solve(&task.position, depth).nodes);
            return vec![format!(
                "Plain minimax visits {plain} nodes and alpha-beta {pruning}, roots included: {} \
                 are pruned.",
                plain - pruning
            )]
            .into();
        }
        if right.contains("utility") {
            let what = "The utility is own stones on the board less opposing ones, at the end of \
                        the line, from the view of the player at the root.";
            return vec![what.to_owned()].into();
        }
        Why::default()
    }
}

/// Why the best line goes on with another move.
fn other_move(
    task: &Task<Large>,
    wrong: &WrongLine<'_>,
    best: Point,
    found: Point,
    depth: u32,
) -> Vec<String> {
    let ply = wrong.number().saturating_sub(2);
    let before = wrong.right.lines().filter_map(move_of).take(ply);
    let position = before.fold(task.position, |position, mv| position.after(mv));
    let depth = depth.saturating_sub(ply as u32);
    let worth = |mv| worth(&position, mv, depth);
    let mut why = vec!["The board there:".to_owned()];
    why.extend(position.to_string().lines().map(|row| format!("  {row}")));
    let order = "points are tried row by row";
    why.extend(compare_moves(&position, best, &found.to_string(), worth, order));
    why
}

/// The point of `Depth 0: Player B places stone at (5,3).`.
fn move_of(line: &str) -> Option<Point> {
    point_of(line.split_once(": ")?.1)
}

/// The point of `Player B places stone at (5,3).`.
fn point_of(text: &str) -> Option<Point> {
    let (player, point) = text.strip_prefix("Player ")?.split_once(" places stone at ")?;
    Side::BOTH.iter().find(|&&side| Large::side_name(side) == player)?;
    point.strip_suffix('.')?.parse().ok()
}
