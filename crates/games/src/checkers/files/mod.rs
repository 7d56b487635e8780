//! CSCI-561 Spring 2021, homework 2: one turn of American checkers.

mod playdata;

use std::io;

use plyglot_core::text::{Lines, TextError};
use plyglot_core::{Cause, DrawRule, Game, Outcome, Over};
use plyglot_kit::agent::{TimeControl, TimedAgent, describe};
use plyglot_kit::bench::Measure;
use plyglot_kit::competition::{self, AnswerError, Competition, Situation, SourceMatch};
use plyglot_kit::grading::PlainSolver;
use plyglot_kit::notation::Notation;
use plyglot_kit::openings::{Openings, OpeningsWanted};
use plyglot_kit::problems::Problems;
use plyglot_kit::tables::Tables;
use plyglot_kit::text::first_lines;
use plyglot_kit::{Assignment, Files, Goal, Options, Playable, Report, Task};
use plyglot_search::engine::Score;
use plyglot_search::textbook::Algorithm;

use super::endings::CheckersTables;
use super::knowledge::Checkers;
use super::openings::ballots;
use super::pdn::Pdn;
use super::plain::Solver;
use super::problems::CheckersProblems;
use super::situations::SITUATIONS;
use super::{History, Move, Position, read_board};
use playdata::Playdata;

/// How much worse than level a draw is in a game, in hundredths of a man: rather play on.
const CONTEMPT: Score = 25;

/// What the first line of an input can be.
const SINGLE: &str = "SINGLE";
const GAME: &str = "GAME";

/// The time for a turn, where none is given.
const SECONDS: f64 = 10.0;

fn word(goal: Goal) -> &'static str {
    if matches!(goal, Goal::Game { .. }) { GAME } else { SINGLE }
}

impl Assignment for Position {
    const FIRST_LINE: &'static str = "SINGLE or GAME";
    const LOG: Option<&'static str> = None;

    fn benches() -> Vec<Measure> {
        super::bench::MEASURES.to_vec()
    }

    fn recognises(first_line: &str, _: Option<&str>) -> Option<bool> {
        Some([SINGLE, GAME].contains(&first_line))
    }

    /// Reads the kind of play, the colour, the time left, and eight rows.
    fn read(mut lines: Lines<'_>) -> Result<Task<Position>, TextError> {
        let is_single = lines.next("SINGLE or GAME")?.one_of(&[(SINGLE, true), (GAME, false)])?;
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
        let goal = if is_single { Goal::Turn { seconds } } else { Goal::Game { seconds } };
        Ok(Task { position, goal })
    }

    fn write(task: &Task<Position>) -> String {
        let text = task.position.to_string();
        let [player, board] = first_lines(&text, 1);
        let seconds = task.goal.seconds().unwrap_or(SECONDS);
        format!("{}\n{player}{seconds}\n{board}", word(task.goal))
    }

    /// There is no exact search here: a turn is to be found within a few seconds.
    fn to_search(position: Position, _: Algorithm, _: u32) -> Task<Position> {
        Task { position, goal: Goal::Turn { seconds: SECONDS } }
    }

    fn notation() -> Option<&'static dyn Notation> {
        Some(&Pdn)
    }

    fn tables() -> Option<&'static dyn Tables> {
        Some(&CheckersTables)
    }

    fn problems() -> Option<&'static dyn Problems> {
        Some(&CheckersProblems)
    }

    /// Writes `output.txt`: the turn, one step a line. A turn of a game also reads and writes
    /// `playdata.txt`, what is to be known of the turns before.
    fn solve(
        task: &Task<Position>,
        options: &Options,
        files: &mut dyn Files,
    ) -> io::Result<Report> {
        let (position, seconds) = (&task.position, task.goal.seconds().unwrap_or(SECONDS));
        if let Some(opponent) = options.opponent {
            return competition::answer_as(opponent, position, seconds, options, files);
        }
        let clock = options.clock();
        let legal = position.moves();
        let &first = legal.first().ok_or_else(|| io::Error::other("there is no legal move"))?;
        answer(first, files)?;

        let mut report = Report {
            game: Position::NAME,
            algorithm: word(task.goal),
            legal: legal.iter().map(Move::to_string).collect(),
            ..Report::default()
        };
        report.legal.sort();
        let game = match task.goal {
            Goal::Turn { .. } => None,
            _ => Some(Playdata::up_to(position, files)),
        };
        let mut line = vec![first];
        // What cannot be chosen costs no time.
        if legal.len() > 1 {
            let past = game.as_ref().map(Playdata::past).unwrap_or_default();
            let (span, seconds, contempt) = match task.goal {
                Goal::Turn { .. } => (TimeControl::Turn, seconds, 0),
                _ => (TimeControl::Game, seconds * share(position), CONTEMPT),
            };
            let agent = TimedAgent::new(span, seconds, clock, options, files);
            let mut engine = agent.engine::<Checkers>(contempt);
            if let Some(game) = &game {
                engine.suggest(position, game.expected());
            }
            if let Some(thought) = engine.think(&agent.problem(position, &past)) {
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

    fn solver() -> &'static dyn PlainSolver {
        &Solver
    }
}

/// The share of the time left that is worth spending. The side with more time left wins a drawn
/// game, so once both sides have only kings, and equally many, there is little to gain by thinking.
fn share(position: &Position) -> f64 {
    let view = position.view();
    let only_kings = view.men | view.enemy_men == 0;
    let is_level = view.kings.count_ones() == view.enemy_kings.count_ones();
    if only_kings && is_level { 0.2 } else { 1.0 }
}

/// Makes `mv` the answer.
fn answer(mv: Move, files: &mut dyn Files) -> io::Result<()> {
    files.publish("output.txt", &mv.lines().to_string())
}

/// As the source has it.
impl Competition for Position {
    type Knowledge = Checkers;
    const SITUATIONS: &'static [Situation] = SITUATIONS;
    const SOURCE_MATCH: Option<SourceMatch> =
        Some(SourceMatch { games: 9, seconds: 100.0, time_decides: true });

    fn question(&self, seconds: f64) -> String {
        let colour = Position::side_name(self.to_move());
        format!("{}\n{colour}\n{seconds}\n{}\n", GAME, self.board())
    }

    fn answer(&self, turn: &[Move]) -> String {
        turn.iter().map(|mv| mv.lines().to_string()).collect()
    }

    fn read_answer(&self, text: &str) -> Result<Vec<Move>, AnswerError> {
        Ok(vec![competition::legal(self, Move::from_lines(text)?)?])
    }

    fn in_usual_case(line: &str) -> String {
        let mut letters = line.chars();
        let kind = letters.next().map(|kind| kind.to_ascii_uppercase());
        kind.into_iter().chain(letters.map(|letter| letter.to_ascii_lowercase())).collect()
    }

    /// The ballots, however many are wanted.
    fn openings(&self, wanted: OpeningsWanted) -> Openings<Position> {
        ballots(self, wanted.seed)
    }

    fn because(&self, over: Over) -> String {
        let name = Position::side_name;
        match (over.cause, over.outcome) {
            (Cause::NoPieces, _) => format!("{} has no piece left", name(self.to_move())),
            (_, Outcome::Win(winner)) => format!("{} cannot move", name(winner.other())),
            (Cause::QuietTurns, _) => {
                format!("{} turns without a jump or a crowning", History::MOST_QUIET_TURNS)
            }
            (_, Outcome::Draw) => "the same board for the third time".to_owned(),
        }
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
        end.or_else(at_the_start)
    }
}
