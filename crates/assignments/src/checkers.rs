//! CSCI-561 Spring 2021, homework 2: one turn of American checkers.

use std::io;

use plyglot_games::checkers::{Move, Position, read_board};
use plyglot_games::text::{Lines, TextError};
use plyglot_games::{Game, GameId};
use plyglot_search::textbook::Algorithm;

use crate::{Files, Report};

/// How many turns the search looks ahead: a few milliseconds at most, so that even the last
/// hundredth of a second is enough.
const DEPTH: u32 = 7;

/// One `input.txt`.
#[derive(Clone, Debug)]
pub struct Task {
    /// One turn, or one of a whole game.
    pub kind: Kind,
    /// Where to move, and who. There is a legal move.
    pub position: Position,
    /// CPU time left, in seconds.
    pub seconds: f64,
}

/// What the time is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// This turn alone.
    Single,
    /// All turns to the end of the game.
    Game,
}

const KINDS: [(&str, Kind); 2] = [("SINGLE", Kind::Single), ("GAME", Kind::Game)];

impl Kind {
    /// As the input says it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Single => "SINGLE",
            Kind::Game => "GAME",
        }
    }
}

impl Task {
    /// Reads the kind of play, the colour, the time left, and eight rows.
    ///
    /// # Errors
    /// At the first place that does not fit, or if the colour cannot move.
    pub fn read(mut lines: Lines<'_>) -> Result<Task, TextError> {
        let kind = lines.next("SINGLE or GAME")?.one_of(&KINDS)?;
        let colour = lines.next("the colour to play")?;
        let side = colour.side::<Position>()?;
        let seconds = lines.next("the time left")?.seconds("the time left")?;
        let board = read_board(&mut lines)?;
        lines.end()?;
        let position = Position::new(board, side);
        if board.count(side) == 0 {
            return Err(colour.error(format!("{} has no piece", colour.text)));
        }
        if position.outcome().is_some() {
            return Err(colour.error(format!("{} has no legal move", colour.text)));
        }
        Ok(Task { kind, position, seconds })
    }

    /// Writes `output.txt`: the turn, one step a line.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn solve(&self, files: &mut dyn Files) -> io::Result<Report> {
        let legal = self.position.moves();
        let mut report = Report {
            game: GameId::Checkers.name(),
            algorithm: self.kind.name(),
            legal: legal.iter().map(Move::to_string).collect(),
            ..Report::default()
        };
        report.legal.sort();
        let mv = match legal[..] {
            // What cannot be chosen costs no time.
            [only] => only,
            _ => {
                let answer = Algorithm::AlphaBeta.solve(&self.position, DEPTH);
                report.depth = Some(DEPTH);
                report.value = answer.value.number();
                report.nodes = Some(answer.nodes);
                report.line = answer.line.iter().map(Move::to_string).collect();
                answer.line[0]
            }
        };
        report.moves = vec![mv.to_string()];
        write!(files.create("output.txt")?, "{}", mv.lines())?;
        Ok(report)
    }
}
