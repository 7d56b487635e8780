//! CSCI-561 Spring 2018, homework 1: one move of Star and Circle, by minimax or alpha-beta; and our
//! own format for whole games.

use std::io;

use plyglot_games::star_circle::{Move, Position, read_board, read_row_values};
use plyglot_games::text::{Lines, TextError};
use plyglot_games::{Game, GameId, Side};
use plyglot_search::knowledge::StarCircle;
use plyglot_search::shortcut;
use plyglot_search::textbook::{Algorithm, Solution};

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
    /// Reads the player, the algorithm, the depth or the time, eight rows and the row values.
    ///
    /// # Errors
    /// At the first place that does not fit.
    pub fn read(mut lines: Lines<'_>) -> Result<Task, TextError> {
        let player = lines.next("the player")?.side::<Position>()?;
        let mode = Mode::read(&mut lines, "the algorithm", "the depth limit")?;
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
        Ok(Task { position: Position::new(board, row_values, player), mode })
    }

    /// Writes `output.txt`: the move, and by an exact search its myopic and farsighted utility and
    /// the nodes visited.
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
        let Solution { value, line, nodes } = match algorithm {
            Algorithm::Minimax => shortcut::star_circle::minimax(&self.position, depth),
            Algorithm::AlphaBeta => Algorithm::AlphaBeta.solve(&self.position, depth),
        };
        let mv = line[0];
        let myopic = self.position.after(mv).evaluate(self.position.to_move());
        // No newline at the end: the source has none.
        write!(files.create("output.txt")?, "{mv}\n{myopic}\n{value}\n{nodes}")?;
        Ok(Report {
            game: GameId::StarCircle.name(),
            algorithm: algorithm_name(algorithm),
            depth: Some(depth),
            moves: vec![mv.to_string()],
            value: value.number(),
            myopic: myopic.number(),
            nodes: Some(nodes),
            ..Report::default()
        })
    }
}

/// `COMPETITION` and the time left stand where the source has the algorithm and the depth; the answer
/// is the move alone.
impl Competition for Position {
    type Knowledge = StarCircle;
    const ID: GameId = GameId::StarCircle;

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
        if line.eq_ignore_ascii_case("pass") { "pass".to_owned() } else { line.to_uppercase() }
    }

    fn cause(&self) -> Cause {
        if self.passes() == 2 { Cause::BothPassed } else { Cause::NoPieces }
    }
}
