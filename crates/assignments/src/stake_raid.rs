//! CSCI-561 Fall 2016, homework 2: one move of Stake and Raid, by minimax, by alpha-beta or for the
//! competition.

use std::io;

use plyglot_games::stake_raid::{Move, Position, read_board, read_size, read_values};
use plyglot_games::text::{Lines, TextError};
use plyglot_games::{Game, GameId};
use plyglot_search::knowledge::StakeRaid;
use plyglot_search::shortcut;
use plyglot_search::textbook::Algorithm;

use crate::competition::{self, AnswerError, Cause, Competition};
use crate::words::algorithm_name;
use crate::{Files, Mode, Options, Report};

/// One `input.txt`.
#[derive(Clone, Debug)]
pub struct Task {
    /// Where to move, and who.
    pub position: Position,
    /// How to find the move.
    pub mode: Mode,
}

impl Task {
    /// Reads the size, the mode, the player, the depth or time, the values and the board.
    ///
    /// # Errors
    /// At the first place that does not fit.
    pub fn read(mut lines: Lines<'_>) -> Result<Task, TextError> {
        let size = read_size(&mut lines)?;
        let word = Mode::read_word(&mut lines, "the mode")?;
        let player = lines.next("the player")?.side::<Position>()?;
        let mode = Mode::read_limit(&mut lines, word, "the depth")?;
        let values = read_values(&mut lines, size)?;
        let first_row = lines.clone().next("the board")?;
        let board = read_board(&mut lines, size)?;
        lines.end()?;
        let position = Position::new(values, board, player);
        if position.outcome().is_some() {
            return Err(first_row.error("the board is full: there is no move to find"));
        }
        Ok(Task { position, mode })
    }

    /// Writes `output.txt`: the move and the board after it.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn solve(&self, options: &Options, files: &mut dyn Files) -> io::Result<Report> {
        match self.mode {
            Mode::Exact { algorithm, depth } => self.search(algorithm, depth, files),
            Mode::Competition { seconds } => {
                competition::compete(&self.position, seconds, options, files)
            }
        }
    }

    fn search(
        &self,
        algorithm: Algorithm,
        depth: u32,
        files: &mut dyn Files,
    ) -> io::Result<Report> {
        let (mv, value) =
            shortcut::stake_raid::first_best(&self.position, depth).ok_or_else(full)?;
        files.create("output.txt")?.write_all(self.position.answer(&[mv]).as_bytes())?;
        Ok(Report {
            game: GameId::StakeRaid.name(),
            algorithm: algorithm_name(algorithm),
            depth: Some(depth),
            moves: vec![mv.to_string()],
            value: value.number(),
            ..Report::default()
        })
    }
}

fn full() -> io::Error {
    io::Error::other("the board is full")
}

/// As the competition sheet has it.
impl Competition for Position {
    type Knowledge = StakeRaid;
    const ID: GameId = GameId::StakeRaid;

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
        let line = line.to_uppercase();
        line.replace("STAKE", "Stake").replace("RAID", "Raid")
    }

    fn cause(&self) -> Cause {
        Cause::BoardFull
    }
}
