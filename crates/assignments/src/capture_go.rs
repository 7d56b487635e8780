//! CSCI-561 Spring 2013, assignment 3: the best line of play in Capture Go, and what pruning saves;
//! and our own format for whole games.

use std::fmt;
use std::io;
use std::time::{Duration, Instant};

use plyglot_games::capture_go::{Large, Point, Position};
use plyglot_games::text::{Lines, TextError};
use plyglot_games::{Game, GameId};
use plyglot_search::knowledge::CaptureGo;
use plyglot_search::textbook::{Algorithm, Solution};

use crate::competition::{self, AnswerError, Cause, Competition};
use crate::mode::COMPETITION;
use crate::words::DEEPEST;
use crate::{Files, Options, Report};

/// Figure 4 of the source: the position that its program solves.
const FIGURE_4: &str = "\
B
W.BW.B
.WB.B.
W.WB.B
.BBBWB
WBW.WB
W.WBWW
";

/// A position, and how far to look ahead.
#[derive(Clone, Debug)]
pub struct Task {
    /// Where to move, and who.
    pub position: Large,
    /// What is asked for.
    pub goal: Goal,
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// The best line so many moves ahead, at least 1, and what pruning saves.
    Compare {
        /// How many moves.
        depth: u32,
    },
    /// Any good move.
    Competition {
        /// The CPU time left for the whole game.
        seconds: f64,
    },
}

impl Task {
    /// What the source asks for: its figure 4, four moves deep.
    pub fn builtin() -> Task {
        Task {
            position: FIGURE_4.parse().expect("the figure is a position"),
            goal: Goal::Compare { depth: 4 },
        }
    }

    /// Reads the player, the depth, or `COMPETITION` and the time left, and the rows of the board.
    ///
    /// # Errors
    /// At the first place that does not fit.
    pub fn read(mut lines: Lines<'_>) -> Result<Task, TextError> {
        let player = lines.next("the player")?.side::<Large>()?;
        let limit = lines.next("the depth")?;
        let goal = if limit.text == COMPETITION {
            Goal::Competition { seconds: lines.next("the time left")?.seconds("the time left")? }
        } else {
            Goal::Compare { depth: limit.integer("a depth", 1..=DEEPEST)? as u32 }
        };
        let mut rows = lines.clone();
        let position = Large::read_rows(&mut lines, player)?;
        if matches!(goal, Goal::Competition { .. }) && position.outcome().is_some() {
            let first_row = rows.next("the board")?;
            return Err(first_row.error("the board is full: there is no move to find"));
        }
        Ok(Task { position, goal })
    }

    /// Prints the best line and a comparison of the two searches; `output.txt` gets the same. In a
    /// competition the move alone is written.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn solve(&self, options: &Options, files: &mut dyn Files) -> io::Result<Report> {
        match self.goal {
            Goal::Compare { depth } => self.search(depth, files),
            Goal::Competition { seconds } => self.compete(seconds, options, files),
        }
    }

    fn search(&self, depth: u32, files: &mut dyn Files) -> io::Result<Report> {
        let comparison = self.compare(depth);
        let printed = comparison.to_string();
        files.create("output.txt")?.write_all(printed.as_bytes())?;
        let Comparison { answer, pruned, .. } = comparison;
        Ok(Report {
            game: GameId::CaptureGo.name(),
            algorithm: "MINIMAX+ALPHABETA",
            depth: Some(depth),
            moves: answer.line.first().map(ToString::to_string).into_iter().collect(),
            value: answer.value.number(),
            nodes: Some(answer.nodes),
            pruned: Some(pruned),
            line: answer.line.iter().map(ToString::to_string).collect(),
            printed: Some(printed),
            ..Report::default()
        })
    }

    /// Runs both searches on the most compact form that the board fits into.
    fn compare(&self, depth: u32) -> Comparison {
        let position = self.position;
        if let Some(small) = position.in_words::<1>() {
            Comparison::run(&small, depth)
        } else if let Some(medium) = position.in_words::<2>() {
            Comparison::run(&medium, depth)
        } else {
            Comparison::run(&position, depth)
        }
    }

    fn compete(
        &self,
        seconds: f64,
        options: &Options,
        files: &mut dyn Files,
    ) -> io::Result<Report> {
        let position = self.position;
        if let Some(small) = position.in_words::<1>() {
            competition::compete(&small, seconds, options, files)
        } else if let Some(medium) = position.in_words::<2>() {
            competition::compete(&medium, seconds, options, files)
        } else {
            competition::compete(&position, seconds, options, files)
        }
    }
}

/// `COMPETITION` and the time left stand where our inputs have the depth; the answer is the point.
impl<const W: usize> Competition for Position<W> {
    type Knowledge = CaptureGo<W>;
    const ID: GameId = GameId::CaptureGo;

    fn question(&self, seconds: f64) -> String {
        let player = Self::side_name(self.to_move());
        format!("{player}\n{COMPETITION}\n{seconds}\n{}", self.board())
    }

    fn answer(&self, turn: &[Point]) -> String {
        turn.iter().map(|point| format!("{point}\n")).collect()
    }

    fn read_answer(&self, text: &str) -> Result<Vec<Point>, AnswerError> {
        competition::only_move(self, text)
    }

    fn cause(&self) -> Cause {
        Cause::BoardFull
    }
}

/// The same position solved with pruning and without.
struct Comparison {
    /// The player of each move of the line.
    players: Vec<&'static str>,
    /// What both searches found; the nodes are those of the one with pruning.
    answer: Solution<Point>,
    /// How many nodes pruning saved.
    pruned: u64,
    time_with_pruning: Duration,
    time_without: Duration,
}

impl Comparison {
    fn run<G: Game<Move = Point>>(position: &G, depth: u32) -> Comparison {
        let (answer, time_with_pruning) = timed(Algorithm::AlphaBeta, position, depth);
        let (plain, time_without) = timed(Algorithm::Minimax, position, depth);
        let mut players = Vec::new();
        let mut current = position.clone();
        for &mv in &answer.line {
            players.push(G::side_name(current.to_move()));
            current.play(mv);
        }
        let pruned = plain.nodes - answer.nodes;
        Comparison { players, answer, pruned, time_with_pruning, time_without }
    }
}

fn timed<G: Game>(algorithm: Algorithm, position: &G, depth: u32) -> (Solution<G::Move>, Duration) {
    let start = Instant::now();
    let answer = algorithm.solve(position, depth);
    (answer, start.elapsed())
}

/// To the letter as the source prints it, semicolons and full stops included.
impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Solution { value, line, .. } = &self.answer;
        writeln!(f, "Best strategy:")?;
        for (depth, (player, point)) in self.players.iter().zip(line).enumerate() {
            writeln!(f, "Depth {depth}: Player {player} places stone at {point}.")?;
        }
        let depth = line.len();
        writeln!(f, "Depth {depth}: utility value of current board configuration {value}.")?;
        f.write_str("\nComparison:\n")?;
        let [with, without] =
            [self.time_with_pruning, self.time_without].map(|time| time.as_secs_f64());
        writeln!(f, "Minimax with pruning: running time {with:.3}s;")?;
        writeln!(f, "Minimax with pruning: pruned {} nodes;", self.pruned)?;
        writeln!(f, "Minimax without pruning: running time {without:.3}s.")
    }
}
