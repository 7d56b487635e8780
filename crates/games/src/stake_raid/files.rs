//! CSCI-561 Fall 2016, homework 2: one move of Stake and Raid, by minimax, by alpha-beta or for the
//! competition.

use std::io;

use plyglot_core::text::{Lines, TextError};
use plyglot_core::{Cause, Game};
use plyglot_kit::algorithm_names::algorithm_name;
use plyglot_kit::bench::Measure;
use plyglot_kit::competition::{self, AnswerError, Competition, Situation, SourceMatch};
use plyglot_kit::grading::{AnswerGuide, PlainSolver};
use plyglot_kit::text::{first_lines, is_number, is_word};
use plyglot_kit::{Assignment, Files, Goal, Options, Playable, Report, Task};

use super::explain::Guide;
use super::knowledge::StakeRaid;
use super::plain::Solver;
use super::shortcut::first_best_shown;
use super::situations::SITUATIONS;
use super::{Move, Position, read_board, read_size, read_values};

impl Assignment for Position {
    const FIRST_LINE: &'static str = "a number";
    const LOG: Option<&'static str> = None;

    fn benches() -> Vec<Measure> {
        super::bench::MEASURES.to_vec()
    }

    /// A number, and then a word where Mancala has another number.
    fn recognises(first_line: &str, second_line: Option<&str>) -> Option<bool> {
        if is_number(first_line) { Some(is_word(second_line?)) } else { Some(false) }
    }

    /// Reads the size, the mode, the player, the depth or time, the values and the board.
    fn read(mut lines: Lines<'_>) -> Result<Task<Position>, TextError> {
        let size = read_size(&mut lines)?;
        let word = Goal::read_word(&mut lines, "the mode")?;
        let player = lines.next("the player")?.side::<Position>()?;
        let goal = Goal::read_limit(&mut lines, word, "the depth")?;
        let values = read_values(&mut lines, size)?;
        let first_row = lines.clone().next("the board")?;
        let board = read_board(&mut lines, size)?;
        lines.end()?;
        let position = Position::new(values, board, player);
        if position.outcome().is_some() {
            return Err(first_row.error("the board is full: there is no move to find"));
        }
        Ok(Task { position, goal })
    }

    fn write(task: &Task<Position>) -> String {
        let Some((algorithm, depth)) = task.goal.search() else {
            return task.position.question(task.goal.seconds().unwrap_or_default());
        };
        let text = task.position.to_string();
        let [size, rest] = first_lines(&text, 1);
        let [player, board] = first_lines(rest, 1);
        format!("{size}{}\n{player}{depth}\n{board}", algorithm_name(algorithm))
    }

    /// Writes `output.txt`: the move and the board after it.
    fn solve(
        task: &Task<Position>,
        options: &Options,
        files: &mut dyn Files,
    ) -> io::Result<Report> {
        let Some((algorithm, depth)) = task.goal.search() else {
            let seconds = task.goal.seconds().unwrap_or_default();
            return competition::compete(&task.position, seconds, options, files);
        };
        let (mv, value) =
            first_best_shown(&task.position, depth, options.progress).ok_or_else(full)?;
        files.create("output.txt")?.write_all(task.position.answer(&[mv]).as_bytes())?;
        Ok(Report {
            game: Position::NAME,
            algorithm: algorithm_name(algorithm),
            depth: Some(depth),
            moves: vec![mv.to_string()],
            value: value.number(),
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

fn full() -> io::Error {
    io::Error::other("the board is full")
}

/// As the competition sheet has it.
impl Competition for Position {
    type Knowledge = StakeRaid;
    const SITUATIONS: &'static [Situation] = SITUATIONS;
    const SOURCE_MATCH: Option<SourceMatch> =
        Some(SourceMatch { games: 5, seconds: 200.0, time_decides: false });

    fn question(&self, seconds: f64) -> String {
        let position = self.to_string();
        let mut parts = position.splitn(3, '\n');
        let [size, player, rest] = [(); 3].map(|()| parts.next().unwrap_or_default());
        format!("{size}\nCOMPETITION\n{player}\n{seconds}\n{rest}")
    }

    fn answer(&self, turn: &[Move]) -> String {
        let after = turn.iter().fold(self.clone(), |position, &mv| position.after(mv));
        turn.iter().map(|mv| format!("{mv}\n")).collect::<String>() + &after.rows().to_string()
    }

    /// The board below the move must be the board after it.
    fn read_answer(&self, text: &str) -> Result<Vec<Move>, AnswerError> {
        let lines = competition::strict_lines(text);
        let mv = competition::strict_move(self, lines[0])?;
        let expected = self.answer(&[mv]);
        let expected = competition::strict_lines(&expected);
        for (found, expected) in lines.iter().zip(&expected) {
            if found.text != expected.text {
                let what = format!("{}, the board after {mv}", expected.text);
                return Err(found.expected(what).into());
            }
        }
        match (lines.get(expected.len()), lines.last()) {
            (Some(more), _) => Err(more.expected("nothing more").into()),
            (None, Some(last)) if lines.len() < expected.len() => {
                let missing = TextError::new(
                    last.line + 1,
                    1,
                    format!("expected {}, found the end", expected[lines.len()].text),
                );
                Err(missing.into())
            }
            _ => Ok(vec![mv]),
        }
    }

    fn in_usual_case(line: &str) -> String {
        let line = line.to_ascii_uppercase();
        line.replace("STAKE", "Stake").replace("RAID", "Raid")
    }

    fn cause(&self) -> Cause {
        Cause::BoardFull
    }
}
