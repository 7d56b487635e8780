//! CSCI-561 Spring 2013, assignment 3: the best line of play in Capture Go, and what pruning saves.

use std::fmt;
use std::io;
use std::time::{Duration, Instant};

use plyglot_games::capture_go::{Large, Move};
use plyglot_games::text::{Lines, TextError};
use plyglot_games::{Game, GameId};
use plyglot_search::textbook::{Algorithm, Answer};

use crate::words::DEEPEST;
use crate::{Files, Report};

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
    /// How many moves ahead, at least 1.
    pub depth: u32,
}

impl Task {
    /// What the source asks for: its figure 4, four moves deep.
    pub fn builtin() -> Task {
        Task { position: FIGURE_4.parse().expect("the figure is a position"), depth: 4 }
    }

    /// Reads the player, the depth and the rows of the board.
    ///
    /// # Errors
    /// At the first place that does not fit.
    pub fn read(mut lines: Lines<'_>) -> Result<Task, TextError> {
        let player = lines.next("the player")?.side::<Large>()?;
        let depth = lines.next("the depth")?.integer("a depth", 1..=DEEPEST)? as u32;
        let position = Large::read_rows(&mut lines, player)?;
        Ok(Task { position, depth })
    }

    /// Prints the best line and a comparison of the two searches; `output.txt` gets the same.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn solve(&self, files: &mut dyn Files) -> io::Result<Report> {
        let comparison = self.compare();
        let printed = comparison.to_string();
        files.create("output.txt")?.write_all(printed.as_bytes())?;
        let Comparison { answer, pruned, .. } = comparison;
        Ok(Report {
            game: GameId::CaptureGo.name(),
            algorithm: "MINIMAX+ALPHABETA",
            depth: Some(self.depth),
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
    fn compare(&self) -> Comparison {
        let Task { position, depth } = *self;
        if let Some(small) = position.in_words::<1>() {
            Comparison::run(&small, depth)
        } else if let Some(medium) = position.in_words::<2>() {
            Comparison::run(&medium, depth)
        } else {
            Comparison::run(&position, depth)
        }
    }
}

/// The same position solved with pruning and without.
struct Comparison {
    /// The player of each move of the line.
    players: Vec<&'static str>,
    /// What both searches found; the nodes are those of the one with pruning.
    answer: Answer<Move>,
    /// How many nodes pruning saved.
    pruned: u64,
    time_with_pruning: Duration,
    time_without: Duration,
}

impl Comparison {
    fn run<G: Game<Move = Move>>(position: &G, depth: u32) -> Comparison {
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

fn timed<G: Game>(algorithm: Algorithm, position: &G, depth: u32) -> (Answer<G::Move>, Duration) {
    let start = Instant::now();
    let answer = algorithm.solve(position, depth);
    (answer, start.elapsed())
}

/// To the letter as the source prints it, semicolons and full stops included.
impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Answer { value, line, .. } = &self.answer;
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
