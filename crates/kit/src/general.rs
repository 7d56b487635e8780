//! The files of a game that has none of its own.
//!
//! `input.txt` has the game, the algorithm (`MINIMAX`, `ALPHABETA`, or `COMPETITION`), the depth (or
//! the CPU seconds left), and the text of the position. `output.txt` has the turn, a move a line; for
//! a search then its value and the nodes visited, and `log.txt` has the search step by step:
//! node, depth, value, alpha, beta.

use std::io::{self, Write};

use plyglot_core::text::{Lines, TextError};
use plyglot_core::{Game, Value};
use plyglot_search::textbook::{Algorithm, Node, NodeCount, Observer, Step, Window};

use crate::algorithm_names::algorithm_name;
use crate::competition::{self, Competition};
use crate::goal::COMPETITION;
use crate::{Files, Goal, Options, OwnTurn, Report, Task};

/// The answer's file, and the file of the log.
pub const OUTPUT: &str = "output.txt";
/// The search, a line a step.
pub const LOG: &str = "log.txt";
/// The first line of the log: of minimax, and of alpha-beta.
pub const HEADERS: [&str; 2] = ["node,depth,value", "node,depth,value,alpha,beta"];

/// An input of the general form.
pub fn input<G: Competition>(algorithm: &str, limit: &str, position: &G) -> String {
    format!("{}\n{algorithm}\n{limit}\n{position}", G::name())
}

/// The input for a program that plays a game.
pub fn question<G: Competition>(position: &G, seconds: f64) -> String {
    input(COMPETITION, &seconds.to_string(), position)
}

/// Reads an input of the general form.
///
/// # Errors
/// At the first place that does not fit, or if the game is over there.
pub fn read<G: Competition>(mut lines: Lines<'_>) -> Result<Task<G>, TextError> {
    lines.next("the name of the game")?.one_of(&[(G::name(), ())])?;
    let goal = Goal::read(&mut lines, "the algorithm", "the depth")?;
    let first = lines.clone().next("the position")?;
    let (text, before) = lines.rest();
    let position: G = text.parse().map_err(|error: TextError| {
        TextError::new(before + error.line, error.column, error.message)
    })?;
    if position.outcome().is_some() {
        return Err(first.error("the game is over: there is no move to find"));
    }
    Ok(Task { position, goal })
}

/// Writes an input of the general form.
pub fn write<G: Competition>(task: &Task<G>) -> String {
    let (word, limit) = match task.goal {
        Goal::Greedy => (algorithm_name(Algorithm::Minimax), "1".to_owned()),
        Goal::Search { algorithm, depth } => (algorithm_name(algorithm), depth.to_string()),
        Goal::Turn { seconds } | Goal::Game { seconds } => (COMPETITION, seconds.to_string()),
    };
    input(word, &limit, &task.position)
}

/// Solves a task and writes the general answer.
///
/// # Errors
/// If a file cannot be written.
pub fn solve<G: Competition>(
    task: &Task<G>,
    options: &Options,
    files: &mut dyn Files,
) -> io::Result<Report> {
    let position = &task.position;
    let Some((algorithm, depth)) = task.goal.search() else {
        let seconds = task.goal.seconds().unwrap_or_default();
        return competition::compete(position, seconds, options, files);
    };
    let (value, nodes, turn) = {
        let log = Log::new(files.create(LOG)?, algorithm);
        let mut observer = ((NodeCount::default(), OwnTurn::new()), log);
        let value = algorithm.run(position, depth, &mut observer);
        let ((NodeCount { nodes }, turn), log) = observer;
        log.finish()?;
        (value, nodes, whole_turn(position, &turn.into_moves()))
    };
    let moves: Vec<String> = turn.iter().map(ToString::to_string).collect();
    write!(files.create(OUTPUT)?, "{}{value}\n{nodes}\n", position.answer(&turn))?;
    Ok(Report {
        game: G::name(),
        algorithm: algorithm_name(algorithm),
        depth: Some(depth),
        moves,
        value: value.number(),
        nodes: Some(nodes.into()),
        ..Report::default()
    })
}

/// The turn that a line of play begins with. If every move loses by infinity, a search prefers none
/// of them: then the first legal ones finish the turn.
pub fn whole_turn<G: Game>(position: &G, line: &[G::Move]) -> Vec<G::Move> {
    let (mover, mut position, mut turn) = (position.to_move(), position.clone(), Vec::new());
    let mut line = line.iter().copied();
    while position.to_move() == mover
        && let Some(mv) = line.next().or_else(|| position.moves().first().copied())
    {
        position.play(mv);
        turn.push(mv);
    }
    turn
}

/// Writes a search step by step: a line when a node is entered, and one after each of its children.
struct Log<W: Write> {
    out: io::BufWriter<W>,
    shows_window: bool,
    /// The first thing that went wrong; after it nothing more is written.
    failed: Option<io::Error>,
}

impl<W: Write> Log<W> {
    fn new(out: W, algorithm: Algorithm) -> Log<W> {
        let shows_window = algorithm == Algorithm::AlphaBeta;
        let mut log = Log { out: io::BufWriter::new(out), shows_window, failed: None };
        log.failed = writeln!(log.out, "{}", HEADERS[usize::from(shows_window)]).err();
        log
    }

    fn line<G: Game>(&mut self, node: &Node<'_, G>, value: Value, window: Window) {
        if self.failed.is_some() {
            return;
        }
        let name = node.mv.map_or_else(|| "root".to_owned(), |mv| mv.to_string());
        let written = if self.shows_window {
            let Window { alpha, beta } = window;
            writeln!(self.out, "{name},{},{value},{alpha},{beta}", node.depth)
        } else {
            writeln!(self.out, "{name},{},{value}", node.depth)
        };
        self.failed = written.err();
    }

    fn finish(mut self) -> io::Result<()> {
        self.failed.take().map_or_else(|| self.out.flush(), Err)
    }
}

impl<G: Game, W: Write> Observer<G> for Log<W> {
    fn enter(&mut self, node: &Node<'_, G>, window: Window) {
        self.line(node, node.worst_value(), window);
    }

    fn leaf(&mut self, node: &Node<'_, G>, value: Value, window: Window) {
        self.line(node, value, window);
    }

    fn back(&mut self, node: &Node<'_, G>, step: &Step<G::Move>) {
        self.line(node, step.value, step.window);
    }

    fn has_seen_enough(&self) -> bool {
        self.failed.is_some()
    }
}
