//! CSCI-561 Spring 2021, homework 2: one turn of American checkers.

mod playdata;

use std::io;

use plyglot_games::checkers::{DrawRule, History, Move, Position, read_board};
use plyglot_games::text::{Lines, TextError};
use plyglot_games::{Game, GameId};
use plyglot_search::engine::Score;
use plyglot_search::knowledge::Checkers;

use crate::agent::{Agent, Span, describe};
use crate::competition::{self, AnswerError, Cause, Competition, Over};
use crate::{Files, Options, Report};
use playdata::Playdata;

/// How much worse than level a draw is in a game, in hundredths of a man: rather play on.
const CONTEMPT: Score = 25;

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

    /// Writes `output.txt`: the turn, one step a line. A turn of a game also reads and writes
    /// `playdata.txt`, what is to be known of the turns before.
    ///
    /// # Errors
    /// If the answer cannot be written.
    pub fn solve(&self, options: &Options, files: &mut dyn Files) -> io::Result<Report> {
        if let Some(opponent) = options.opponent {
            return competition::answer_as(opponent, &self.position, self.seconds, options, files);
        }
        let clock = options.clock();
        let legal = self.position.moves();
        let &first = legal.first().ok_or_else(|| io::Error::other("there is no legal move"))?;
        answer(first, files)?;

        let mut report = Report {
            game: GameId::Checkers.name(),
            algorithm: self.kind.name(),
            legal: legal.iter().map(Move::to_string).collect(),
            ..Report::default()
        };
        report.legal.sort();
        let game = match self.kind {
            Kind::Single => None,
            Kind::Game => Some(Playdata::up_to(&self.position, files)),
        };
        let mut line = vec![first];
        // What cannot be chosen costs no time.
        if legal.len() > 1 {
            let past = game.as_ref().map(Playdata::past).unwrap_or_default();
            let (span, seconds, contempt) = match self.kind {
                Kind::Single => (Span::Turn, self.seconds, 0),
                Kind::Game => (Span::Game, self.seconds * self.share(), CONTEMPT),
            };
            let agent = Agent::new(span, seconds, clock, options, files);
            let mut engine = agent.engine::<Checkers>(contempt);
            if let Some(game) = &game {
                engine.suggest(&self.position, game.expected());
            }
            if let Some(thought) = engine.think(&agent.problem(&self.position, &past)) {
                describe::<Checkers>(&thought, &mut report);
                line = thought.line;
            }
        }
        report.moves = vec![line[0].to_string()];
        if line[0] != first {
            answer(line[0], files)?;
        }
        if let Some(game) = game {
            game.remember(&line, files);
        }
        Ok(report)
    }

    /// Which part of the time left is worth being divided. In a drawn game whoever has more time
    /// left wins: where only as many kings are left on both sides, little is to be had by thinking.
    fn share(&self) -> f64 {
        let view = self.position.view();
        let only_kings = view.men | view.enemy_men == 0;
        let is_level = view.kings.count_ones() == view.enemy_kings.count_ones();
        if only_kings && is_level { 0.2 } else { 1.0 }
    }
}

/// Makes `mv` the answer.
fn answer(mv: Move, files: &mut dyn Files) -> io::Result<()> {
    files.publish("output.txt", &mv.lines().to_string())
}

/// As the source has it.
impl Competition for Position {
    type Knowledge = Checkers;
    const ID: GameId = GameId::Checkers;

    fn question(&self, seconds: f64) -> String {
        let colour = Position::side_name(self.to_move());
        format!("{}\n{colour}\n{seconds}\n{}\n", Kind::Game.name(), self.board())
    }

    fn answer(&self, turn: &[Move]) -> String {
        turn.iter().map(|mv| mv.lines().to_string()).collect()
    }

    fn read_answer(&self, text: &str) -> Result<Vec<Move>, AnswerError> {
        Ok(vec![competition::legal(self, Move::from_lines(text)?)?])
    }

    fn in_usual_case(line: &str) -> String {
        let mut letters = line.chars();
        let kind = letters.next().into_iter().flat_map(char::to_uppercase);
        kind.chain(letters.flat_map(char::to_lowercase)).collect()
    }

    /// Of a start; [`over`](Competition::over) knows more.
    fn cause(&self) -> Cause {
        if self.board().count(self.to_move()) == 0 { Cause::NoPieces } else { Cause::NoMoves }
    }

    /// Draws depend on what was before.
    fn over(positions: &[Position], moves: &[Move], draws: DrawRule) -> Option<Over> {
        let (start, rest) = positions.split_first()?;
        let mut history = History::new(start, draws);
        let mut end = None;
        for (&mv, after) in moves.iter().zip(rest) {
            end = history.push(mv, after);
        }
        let at_the_start = || Some(Over { outcome: start.outcome()?, cause: start.cause() });
        end.map(Over::from).or_else(at_the_start)
    }
}
