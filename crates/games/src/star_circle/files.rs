//! CSCI-561 Spring 2018, homework 1: one move of Star and Circle, by minimax or alpha-beta; and our
//! own format for whole games.

use std::io;

use plyglot_core::text::{Lines, TextError};
use plyglot_core::{Cause, Game, Side};
use plyglot_kit::algorithm_names::algorithm_name;
use plyglot_kit::bench::Measure;
use plyglot_kit::competition::{self, AnswerError, Competition, Situation};
use plyglot_kit::grading::{AnswerGuide, PlainSolver};
use plyglot_kit::text::first_lines;
use plyglot_kit::{Assignment, Files, Goal, Options, Playable, Report, Task};
use plyglot_search::textbook::{Algorithm, Solution};

use super::explain::Guide;
use super::knowledge::StarCircle;
use super::plain::Solver;
use super::shortcut::minimax_shown;
use super::situations::SITUATIONS;
use super::{Move, Position, read_board, read_row_values};

impl Assignment for Position {
    const FIRST_LINE: &'static str = "Star or Circle";
    const LOG: Option<&'static str> = None;

    fn benches() -> Vec<Measure> {
        super::bench::MEASURES.to_vec()
    }

    fn recognises(first_line: &str, _: Option<&str>) -> Option<bool> {
        Some(matches!(first_line, "Star" | "Circle"))
    }

    /// Reads the player, the algorithm, the depth or the time, eight rows and the row values.
    fn read(mut lines: Lines<'_>) -> Result<Task<Position>, TextError> {
        let player = lines.next("the player")?.side::<Position>()?;
        let goal = Goal::read(&mut lines, "the algorithm", "the depth limit")?;
        let first_row = lines.clone().next("the board")?;
        let board = read_board(&mut lines)?;
        let row_values = read_row_values(&mut lines)?;
        lines.end()?;
        for side in [Side::First, Side::Second] {
            if !board.has_pieces(side) {
                let name = Position::side_name(side);
                return Err(first_row.error(format!("the board has no piece of {name}")));
            }
        }
        Ok(Task { position: Position::new(board, row_values, player), goal })
    }

    fn write(task: &Task<Position>) -> String {
        let Some((algorithm, depth)) = task.goal.search() else {
            return task.position.question(task.goal.seconds().unwrap_or_default());
        };
        let text = task.position.to_string();
        let [player, board] = first_lines(&text, 1);
        // Eight rows and the row values; an input cannot say that the sides have just passed.
        let [board, _passes] = first_lines(board, 9);
        format!("{player}{}\n{depth}\n{board}", algorithm_name(algorithm))
    }

    /// Writes `output.txt`: the move, and by an exact search its myopic and farsighted utility and
    /// the nodes visited.
    fn solve(
        task: &Task<Position>,
        options: &Options,
        files: &mut dyn Files,
    ) -> io::Result<Report> {
        let Some((algorithm, depth)) = task.goal.search() else {
            let seconds = task.goal.seconds().unwrap_or_default();
            return competition::compete(&task.position, seconds, options, files);
        };
        let Solution { value, line, nodes } = match algorithm {
            Algorithm::Minimax => {
                let threads = options.threads.unwrap_or(1);
                minimax_shown(&task.position, depth, threads, options.progress)
                    .ok_or_else(too_many_nodes)?
            }
            Algorithm::AlphaBeta => {
                let Solution { value, line, nodes } =
                    algorithm.solve_shown(&task.position, depth, options.progress);
                Solution { value, line, nodes: nodes.into() }
            }
        };
        let mv = line[0];
        let myopic = task.position.after(mv).evaluate(task.position.to_move());
        // No newline at the end: the source has none.
        write!(files.create("output.txt")?, "{mv}\n{myopic}\n{value}\n{nodes}")?;
        Ok(Report {
            game: Position::NAME,
            algorithm: algorithm_name(algorithm),
            depth: Some(depth),
            moves: vec![mv.to_string()],
            value: value.number(),
            myopic: myopic.number(),
            nodes: Some(nodes),
            ..Report::default()
        })
    }

    fn guide() -> &'static dyn AnswerGuide<Position> {
        &Guide
    }

    fn solver() -> &'static dyn PlainSolver {
        &Solver
    }
}

fn too_many_nodes() -> io::Error {
    let message = "MINIMAX visits 2^128 nodes or more, too many to count: lower the depth limit";
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

/// `COMPETITION` and the time left stand where the source has the algorithm and the depth; the answer
/// is the move alone.
impl Competition for Position {
    type Knowledge = StarCircle;
    const SITUATIONS: &'static [Situation] = SITUATIONS;

    fn question(&self, seconds: f64) -> String {
        let position = Position::new(*self.board(), *self.row_values(), self.to_move()).to_string();
        let (player, rest) = position.split_once('\n').unwrap_or_default();
        format!("{player}\nCOMPETITION\n{seconds}\n{rest}")
    }

    fn answer(&self, turn: &[Move]) -> String {
        turn.iter().map(|mv| format!("{mv}\n")).collect()
    }

    fn read_answer(&self, text: &str) -> Result<Vec<Move>, AnswerError> {
        competition::only_move(self, text)
    }

    fn in_usual_case(line: &str) -> String {
        if line.eq_ignore_ascii_case("pass") {
            "pass".to_owned()
        } else {
            line.to_ascii_uppercase()
        }
    }

    fn cause(&self) -> Cause {
        if self.passes() == 2 { Cause::BothPassed } else { Cause::NoPieces }
    }
}
