//! CSCI-561 Spring 2013, assignment 3: the best line of play in Capture Go, and what pruning saves;
//! and our own format for whole games.

use std::fmt;
use std::io;
use std::time::Duration;

use plyglot_core::text::{Lines, TextError};
use plyglot_core::{Cause, Game};
use plyglot_kit::algorithm_names::DEEPEST;
use plyglot_kit::any::AnyLine;
use plyglot_kit::bench::Measure;
use plyglot_kit::competition::{self, AnswerError, Competition, Situation};
use plyglot_kit::goal::COMPETITION;
use plyglot_kit::grading::{AnswerGuide, PlainSolver};
use plyglot_kit::notation::Notation;
use plyglot_kit::text::first_lines;
use plyglot_kit::{Assignment, Files, Goal, Line, Options, Playable, Report, Task};
use plyglot_search::textbook::{Algorithm, Progress, Solution};
use web_time::Instant;

use super::explain::Guide;
use super::knowledge::CaptureGo;
use super::plain::Solver;
use super::sgf::Sgf;
use super::situations::SITUATIONS;
use super::{Large, Point, Position};

/// Figure 4 of the source: the position that its program solves.
pub(super) const FIGURE_4: &str = "\
B
W.BW.B
.WB.B.
W.WB.B
.BBBWB
WBW.WB
W.WBWW
";

/// The position of the source's figure 4.
pub(super) fn figure_4() -> Large {
    FIGURE_4.parse().expect("the figure is a position")
}

/// Both searches `depth` moves ahead: the best line, and what pruning saves.
fn compare(depth: u32) -> Goal {
    Goal::Search { algorithm: Algorithm::AlphaBeta, depth }
}

/// Boards of one word are the fastest. A browser's module has those of two for them, to be smaller.
const HAS_ONE_WORD: bool = cfg!(not(target_family = "wasm"));

/// Runs `$body` on the smallest form that a board fits into: that is several times as fast.
macro_rules! on_smallest {
    ($position:expr, $it:ident => $body:expr) => {
        if HAS_ONE_WORD && let Some($it) = &$position.in_words::<1>() {
            $body
        } else if let Some($it) = &$position.in_words::<2>() {
            $body
        } else {
            let $it = $position;
            $body
        }
    };
}

impl Assignment for Large {
    const FIRST_LINE: &'static str = "B or W";
    const LOG: Option<&'static str> = None;
    const PRINTS: bool = true;

    fn benches() -> Vec<Measure> {
        super::bench::MEASURES.to_vec()
    }

    fn recognises(first_line: &str, _: Option<&str>) -> Option<bool> {
        Some(matches!(first_line, "B" | "W"))
    }

    /// What the source asks for: its figure 4, four moves deep.
    fn example() -> Option<Task<Large>> {
        Some(Task { position: figure_4(), goal: compare(4) })
    }

    /// On the smallest form that holds the board.
    fn into_line(self) -> Box<dyn AnyLine> {
        on_smallest!(&self, it => Box::new(Line::new(it)))
    }

    /// Reads the player, the depth, or `COMPETITION` and the time left, and the rows of the board.
    fn read(mut lines: Lines<'_>) -> Result<Task<Large>, TextError> {
        let player = lines.next("the player")?.side::<Large>()?;
        let limit = lines.next("the depth")?;
        let goal = if limit.text == COMPETITION {
            Goal::Game { seconds: lines.next("the time left")?.seconds("the time left")? }
        } else {
            compare(limit.integer("a depth", 1..=DEEPEST)? as u32)
        };
        let mut rows = lines.clone();
        let position = Large::read_rows(&mut lines, player)?;
        if matches!(goal, Goal::Game { .. }) && position.outcome().is_some() {
            let first_row = rows.next("the board")?;
            return Err(first_row.error("the board is full: there is no move to find"));
        }
        Ok(Task { position, goal })
    }

    fn write(task: &Task<Large>) -> String {
        let Some((_, depth)) = task.goal.search() else {
            return task.position.question(task.goal.seconds().unwrap_or_default());
        };
        let text = task.position.to_string();
        let [player, board] = first_lines(&text, 1);
        format!("{player}{depth}\n{board}")
    }

    fn to_search(position: Large, _: Algorithm, depth: u32) -> Task<Large> {
        Task { position, goal: compare(depth) }
    }

    /// Prints the best line and a comparison of the two searches; `output.txt` gets the same. In a
    /// competition the move alone is written.
    fn solve(task: &Task<Large>, options: &Options, files: &mut dyn Files) -> io::Result<Report> {
        let position = &task.position;
        match task.goal.search() {
            Some((_, depth)) => search(position, depth, options, files),
            None => {
                let seconds = task.goal.seconds().unwrap_or_default();
                on_smallest!(position, it => competition::compete(it, seconds, options, files))
            }
        }
    }

    fn guide() -> &'static dyn AnswerGuide<Large> {
        &Guide
    }

    fn notation() -> Option<&'static dyn Notation> {
        Some(&Sgf)
    }

    fn solver() -> &'static dyn PlainSolver {
        &Solver
    }
}

fn search(
    position: &Large,
    depth: u32,
    options: &Options,
    files: &mut dyn Files,
) -> io::Result<Report> {
    let comparison = Comparison::of(position, depth, options.progress);
    let printed = comparison.to_string();
    files.create("output.txt")?.write_all(printed.as_bytes())?;
    let Comparison { answer, pruned, .. } = comparison;
    Ok(Report {
        game: Large::NAME,
        algorithm: "MINIMAX+ALPHABETA",
        depth: Some(depth),
        moves: answer.line.first().map(ToString::to_string).into_iter().collect(),
        value: answer.value.number(),
        nodes: Some(answer.nodes.into()),
        pruned: Some(pruned),
        line: answer.line.iter().map(ToString::to_string).collect(),
        printed: Some(printed),
        ..Report::default()
    })
}

/// `COMPETITION` and the time left stand where our inputs have the depth; the answer is the point.
impl<const W: usize> Competition for Position<W> {
    type Knowledge = CaptureGo<W>;
    /// Moving last wins most games, so both games of a pair would seldom have the same winner.
    const PAIRS_DECIDE: bool = true;
    const SITUATIONS: &'static [Situation] = SITUATIONS;

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
    fn of(position: &Large, depth: u32, progress: Option<&Progress>) -> Comparison {
        on_smallest!(position, it => Comparison::run(it, depth, progress))
    }

    fn run<G: Game<Move = Point>>(
        position: &G,
        depth: u32,
        progress: Option<&Progress>,
    ) -> Comparison {
        let timed = |algorithm: Algorithm| {
            let start = Instant::now();
            let answer = algorithm.solve_shown(position, depth, progress);
            (answer, start.elapsed())
        };
        let (answer, time_with_pruning) = timed(Algorithm::AlphaBeta);
        let (plain, time_without) = timed(Algorithm::Minimax);
        let mut players = Vec::new();
        let mut current = position.clone();
        for &mv in &answer.line {
            players.push(G::side_name(current.to_move()));
            current.play(mv);
        }
        // A search that was given up may have fewer.
        let pruned = plain.nodes.saturating_sub(answer.nodes);
        Comparison { players, answer, pruned, time_with_pruning, time_without }
    }
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
