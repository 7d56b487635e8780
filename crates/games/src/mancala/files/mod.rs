//! CSCI-561 Fall 2015, homework 2: one turn of Mancala, and the log of the search for it.

mod log;
mod next_state;
mod plain_log;

use std::io;

use plyglot_core::text::{Lines, TextError};
use plyglot_core::{Game, Side, Value};
use plyglot_kit::algorithm_names::{DEEPEST, algorithm_name};
use plyglot_kit::bench::Measure;
use plyglot_kit::competition::{self, Competition};
use plyglot_kit::grading::{AnswerGuide, Entered, PlainSolver};
use plyglot_kit::text::{first_lines, is_number, is_word};
use plyglot_kit::{Assignment, Files, Goal, Options, OwnTurn, Playable, Report, Task};
use plyglot_search::textbook::{Algorithm, NodeCount, Observer, Solution};

use super::explain::Guide;
use super::plain::Solver;
use super::{Move, Position, read_board};
use log::TraverseLog;

pub use log::write_log;
pub use plain_log::write_plain_log;

/// What a search writes beside the state that it leads to.
pub(super) const TRAVERSE_LOG: &str = "traverse_log.txt";
/// The first line of a traverse log: of minimax, and of alpha-beta.
pub(super) const HEADERS: [&str; 2] = ["Node,Depth,Value", "Node,Depth,Value,Alpha,Beta"];

/// A row has this many pits, and a pit this many stones at the start.
pub(super) const PITS: std::ops::RangeInclusive<usize> = 3..=10;
const MOST_IN_A_PIT: i64 = 1_000;

/// Which edition of the assignment the traverse log follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Edition {
    /// The text's own sample.
    First,
    /// The one that was graded with.
    #[default]
    Last,
}

impl Edition {
    /// The edition of that name; the one that was graded with unless it is named.
    pub(super) fn named(name: Option<&str>) -> Edition {
        if name == Some("first") { Edition::First } else { Edition::Last }
    }

    /// What the line of a node with children shows before any of them is known.
    #[inline(always)]
    pub(super) fn start_value(self, entered: &Entered<'_, Position>) -> Value {
        let Entered { position, depth, cut_off, maximizes } = *entered;
        match self {
            Edition::Last if maximizes => Value::NEG_INFINITY,
            Edition::Last => Value::INFINITY,
            Edition::First if depth == cut_off => {
                let mover = position.to_move();
                position.evaluate(if maximizes { mover } else { mover.other() })
            }
            Edition::First if depth.is_multiple_of(2) => Value::NEG_INFINITY,
            Edition::First => Value::INFINITY,
        }
    }
}

impl Assignment for Position {
    const FIRST_LINE: &'static str = "a number";
    const EDITIONS: &'static [&'static str] = &["first", "last"];
    const LOG: Option<&'static str> = Some(TRAVERSE_LOG);

    fn benches() -> Vec<Measure> {
        super::bench::MEASURES.to_vec()
    }

    /// A number, and then another one where Stake and Raid has a word.
    fn recognises(first_line: &str, second_line: Option<&str>) -> Option<bool> {
        if is_number(first_line) { Some(!is_word(second_line?)) } else { Some(false) }
    }

    /// Reads the task, our player, the cut-off depth or the time left, and the board.
    fn read(mut lines: Lines<'_>) -> Result<Task<Position>, TextError> {
        let task = lines.next("the task")?.integer("a task", 1..=4)?;
        let player = lines.next("our player")?.side::<Position>()?;
        let goal = read_goal(task, &mut lines)?;
        let mut rows = lines.clone();
        let board = read_board(&mut lines, PITS, MOST_IN_A_PIT)?;
        lines.end()?;
        if board.row_is_empty(player) {
            let upper_row = rows.next("player 2's row")?;
            let lower_row = rows.next("player 1's row")?;
            let row = if player == Side::First { lower_row } else { upper_row };
            let name = Position::side_name(player);
            return Err(row.error(format!("no legal move: player {name} has no stone here")));
        }
        Ok(Task { position: Position::new(board, player), goal })
    }

    fn write(task: &Task<Position>) -> String {
        let text = task.position.to_string();
        let [player, board] = first_lines(&text, 1);
        match task.goal {
            Goal::Greedy => format!("1\n{player}1\n{board}"),
            Goal::Search { algorithm: Algorithm::Minimax, depth } => {
                format!("2\n{player}{depth}\n{board}")
            }
            Goal::Search { algorithm: Algorithm::AlphaBeta, depth } => {
                format!("3\n{player}{depth}\n{board}")
            }
            Goal::Turn { seconds } | Goal::Game { seconds } => task.position.question(seconds),
        }
    }

    /// Writes `next_state.txt`, the board after our turn, and `traverse_log.txt` if the task asks
    /// for it.
    fn solve(
        task: &Task<Position>,
        options: &Options,
        files: &mut dyn Files,
    ) -> io::Result<Report> {
        let position = &task.position;
        let (name, depth, answer) = match task.goal {
            Goal::Greedy => ("GREEDY", 1, search(position, Algorithm::Minimax, 1, ()).0),
            Goal::Search { algorithm, depth } => {
                let out = files.create(TRAVERSE_LOG)?;
                let (edition, stones) =
                    (Edition::named(options.edition), position.board().stones());
                let log = TraverseLog::new(out, edition, algorithm, depth, stones);
                let (answer, log) = search(position, algorithm, depth, log);
                log.finish()?;
                (algorithm_name(algorithm), depth, answer)
            }
            Goal::Turn { seconds } | Goal::Game { seconds } => {
                return competition::compete(position, seconds, options, files);
            }
        };
        let Solution { value, line: turn, nodes } = answer;
        let after = turn.iter().fold(*position, |position, &mv| position.after(mv));
        write!(files.create("next_state.txt")?, "{}", after.board())?;
        Ok(Report {
            game: Position::NAME,
            algorithm: name,
            depth: Some(depth),
            moves: turn.iter().map(ToString::to_string).collect(),
            value: value.number(),
            nodes: Some(nodes.into()),
            ..Report::default()
        })
    }

    fn guide() -> &'static dyn AnswerGuide<Position> {
        &Guide
    }

    fn solver() -> &'static dyn PlainSolver {
        &Solver(Edition::Last)
    }

    fn solver_of(edition: &str) -> &'static dyn PlainSolver {
        match Edition::named(Some(edition)) {
            Edition::First => &Solver(Edition::First),
            Edition::Last => &Solver(Edition::Last),
        }
    }
}

/// Searches while `log` looks on. The line of the answer is our own turn.
fn search<O>(position: &Position, algorithm: Algorithm, depth: u32, log: O) -> (Solution<Move>, O)
where
    O: Observer<Position>,
{
    let mut observer = ((NodeCount::default(), OwnTurn::new()), log);
    let value = algorithm.run(position, depth, &mut observer);
    let ((NodeCount { nodes }, turn), log) = observer;
    (Solution { value, line: turn.into_moves(), nodes }, log)
}

/// Reads the third line, which is for the task to understand. Greedy looks one turn ahead, whatever
/// stands there.
fn read_goal(task: i64, lines: &mut Lines<'_>) -> Result<Goal, TextError> {
    const LINE: &str = "the cut-off depth or the time left";
    if task == 1 {
        lines.any(LINE)?;
        return Ok(Goal::Greedy);
    }
    let line = lines.next(LINE)?;
    if task == 4 {
        return Ok(Goal::Game { seconds: line.seconds("the time left")? });
    }
    let depth = line.integer("a cut-off depth", 1..=DEEPEST)? as u32;
    let algorithm = if task == 2 { Algorithm::Minimax } else { Algorithm::AlphaBeta };
    Ok(Goal::Search { algorithm, depth })
}
