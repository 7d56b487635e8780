//! CSCI-561 Fall 2015, homework 2: one turn of Mancala, and the log of the search for it.

mod log;
mod next_state;
mod plain_log;

use std::io;

use plyglot_games::mancala::{Move, Position, read_board};
use plyglot_games::text::{Lines, Span, TextError};
use plyglot_games::{Game, GameId, Side};
use plyglot_search::textbook::{Algorithm, Node, NodeCount, Observer, Solution, Step};

use crate::competition;
use crate::words::{DEEPEST, algorithm_name};
use crate::{Files, Options, Report};
use log::TraverseLog;

pub use log::write_log;
pub use plain_log::write_plain_log;

/// A row has this many pits, and a pit this many stones at the start.
const PITS: std::ops::RangeInclusive<usize> = 3..=10;
const MOST_IN_A_PIT: i64 = 1_000;

/// One `input.txt`.
#[derive(Clone, Debug)]
pub struct Task {
    /// Where to move, and who.
    pub position: Position,
    /// How to find the turn.
    pub goal: Goal,
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// The best turn at first sight.
    Greedy,
    /// The best turn by a search, and the log of that search.
    Search {
        /// By which search.
        algorithm: Algorithm,
        /// How many turns ahead.
        depth: u32,
    },
    /// Any turn, in time.
    Competition {
        /// The time left for the whole game.
        seconds: f64,
    },
}

/// Which edition of the assignment the traverse log follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Edition {
    /// The text's own sample.
    First,
    /// The one that was graded with.
    #[default]
    Last,
}

impl Task {
    /// Reads the task, our player, the cut-off depth or the time left, and the board.
    ///
    /// # Errors
    /// At the first place that does not fit.
    pub fn read(mut lines: Lines<'_>) -> Result<Task, TextError> {
        let task = lines.next("the task")?.integer("a task", 1..=4)?;
        let player = lines.next("our player")?.side::<Position>()?;
        let goal = Goal::read(task, lines.next("the cut-off depth or the time left")?)?;
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

    /// Writes `next_state.txt`, the board after our turn, and `traverse_log.txt` if the task asks
    /// for it.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn solve(&self, options: &Options, files: &mut dyn Files) -> io::Result<Report> {
        let (name, depth, answer) = match self.goal {
            Goal::Greedy => ("GREEDY", 1, self.search(Algorithm::Minimax, 1, ()).0),
            Goal::Search { algorithm, depth } => {
                let out = files.create("traverse_log.txt")?;
                let stones = self.position.board().stones();
                let log = TraverseLog::new(out, options.edition, algorithm, depth, stones);
                let (answer, log) = self.search(algorithm, depth, log);
                log.finish()?;
                (algorithm_name(algorithm), depth, answer)
            }
            Goal::Competition { seconds } => {
                return competition::compete(&self.position, seconds, options, files);
            }
        };
        let Solution { value, line: turn, nodes } = answer;
        let after = turn.iter().fold(self.position, |position, &mv| position.after(mv));
        write!(files.create("next_state.txt")?, "{}", after.board())?;
        Ok(Report {
            game: GameId::Mancala.name(),
            algorithm: name,
            depth: Some(depth),
            moves: turn.iter().map(ToString::to_string).collect(),
            value: value.number(),
            nodes: Some(nodes),
            ..Report::default()
        })
    }

    /// Searches while `log` looks on. The line of the answer is our own turn.
    fn search<O>(&self, algorithm: Algorithm, depth: u32, log: O) -> (Solution<Move>, O)
    where
        O: Observer<Position>,
    {
        let mut observer = ((NodeCount::default(), OwnTurn::new()), log);
        let value = algorithm.run(&self.position, depth, &mut observer);
        let ((NodeCount { nodes }, turn), log) = observer;
        (Solution { value, line: turn.into_moves(), nodes }, log)
    }
}

/// The best line as far as our own turn goes: nobody asks for the rest of it, and to keep it would
/// cost time at every node.
struct OwnTurn {
    /// The best way to end the turn from the current node of each ply. Whoever has returned has
    /// handed it over: where a child is not of our turn, nothing is there.
    lines: Vec<Vec<Move>>,
}

impl OwnTurn {
    fn new() -> OwnTurn {
        OwnTurn { lines: vec![Vec::new()] }
    }

    fn into_moves(mut self) -> Vec<Move> {
        self.lines.swap_remove(0)
    }

    /// Out of the way: few nodes belong to our own turn.
    #[cold]
    fn take_over(&mut self, node: &Node<'_, Position>, step: &Step<Move>) {
        let child = node.ply as usize + 1;
        self.lines.resize_with(self.lines.len().max(child + 1), Vec::new);
        let rest = std::mem::take(&mut self.lines[child]);
        if step.improved {
            self.lines[child - 1] = [vec![step.mv], rest].concat();
        }
    }
}

impl Observer<Position> for OwnTurn {
    #[inline]
    fn back(&mut self, node: &Node<'_, Position>, step: &Step<Move>) {
        if node.depth <= 1 && node.maximizes {
            self.take_over(node, step);
        }
    }
}

impl Goal {
    /// Reads the third line, which is for the task to understand.
    fn read(task: i64, line: Span<'_>) -> Result<Goal, TextError> {
        if task == 4 {
            return Ok(Goal::Competition { seconds: line.seconds("the time left")? });
        }
        let depth = line.integer("a cut-off depth", 1..=DEEPEST)? as u32;
        Ok(match task {
            1 => Goal::Greedy,
            2 => Goal::Search { algorithm: Algorithm::Minimax, depth },
            _ => Goal::Search { algorithm: Algorithm::AlphaBeta, depth },
        })
    }
}
