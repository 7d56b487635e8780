//! `plyglot analyse`: what every move of a position is worth.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::iter;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use indicatif::ProgressBar;
use serde::Serialize;
use terminal_size::{Width, terminal_size_of};

use plyglot_core::DrawRule;
use plyglot_kit::analysis::{Analysis, Progress, Ranking, ThoughtInfo};
use plyglot_kit::any::{AnyLine, Scale};
use plyglot_kit::records;
use plyglot_kit::wording::{Unit, counted};
use plyglot_search::engine::{Limit, Settings, Thought, score};

use crate::args::seconds;
use crate::board_size::BoardSize;
use crate::program::Program;
use crate::threads::Threads;
use crate::{failure, input, interrupt, json, progress};
use plyglot_core::numbers::grouped;

/// Say what every legal move of a position is worth, the best first
///
/// Every move is searched by itself, ever deeper and all of them equally deep. For each you get its
/// score in the game's units for the side to move, the same in words, whether that is proven, how many
/// turns ahead and how many nodes were searched, and the line that is expected. On a terminal the list
/// is redrawn as it changes. Ctrl-C ends the search and prints what is known so far.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  {program} analyse {game}                       five seconds for the start
  {program} analyse {game} --position game.txt --time 60
  {program} analyse {game} --depth 12 --lines 3  the best three moves
  {program} analyse {game} --nodes 1000000 --json
  {program} analyse {game} --to-the-end           the value of the game, if it can be proven
  {program} analyse {game} --lines 1 --threads 2  one search by two threads

With --json each line is an object, one whenever the list changes; the last has \"done\": true.
`{program} guide` explains the fields.")]
pub struct AnalyseArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub game: String,
    /// Start from what this file holds: an input of the game, a position's own text, or the end of a
    /// game as a record, moves, PDN, FEN or SGF
    #[arg(long, value_name = "FILE")]
    pub position: Option<PathBuf>,
    /// Play these moves first, with a comma and a blank between
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// CPU seconds for all moves together, those of the first thread [default: 5]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, group = "limit")]
    pub time: Option<f64>,
    /// Search every move this many turns deep, itself included; at least 2
    #[arg(long, value_name = "N", group = "limit",
        value_parser = clap::value_parser!(u32).range(1..i64::from(Limit::DEEPEST)))]
    pub depth: Option<u32>,
    /// Nodes for all moves together, beyond a first look at each: the same answer on every machine
    #[arg(long, value_name = "N", group = "limit", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Search to the end of the game, however long that takes
    ///
    /// Proves what the position is worth, by one search that finds a best move. With --lines each move is
    /// proven by itself, which takes longer.
    #[arg(long, group = "limit")]
    pub to_the_end: bool,
    /// List only the best N moves [default: all]
    ///
    /// A single one is found by one search, which looks deeper.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub lines: Option<u64>,
    #[command(flatten)]
    pub size: BoardSize,
    #[command(flatten)]
    pub threads: Threads,
    /// Print a JSON object a line
    #[arg(long)]
    pub json: bool,
}

/// CPU seconds if nothing else is said.
const SECONDS: f64 = 5.0;
/// How many moves of an expected line are shown.
const LONGEST_LINE: usize = 8;
/// How many moves are shown while the search goes on: they have to fit a small terminal.
const MOST_LIVE: usize = 15;

const TURNS: Unit = Unit("turn", "turns");
const MOVES: Unit = Unit("move", "moves");

/// Analyses, and prints the list.
pub fn run(program: &Program, arguments: &AnalyseArgs) -> Result<ExitCode> {
    let line = position(program, arguments)?;
    let mut view = View::new(&*line, arguments.json);
    let settings = Settings { threads: arguments.threads.count(), ..Settings::default() };
    let analysis = Analysis {
        settings,
        tells_every_depth: view.is_live || arguments.json,
        stop: interrupt::watch(),
        progress: Arc::clone(&view.progress),
        ..Analysis::new(arguments.limit())
    };
    view.begin();
    let mut printed = Ok(());
    let ranking = analysis.run(&*line, arguments.most(), &mut |ranking| {
        if printed.is_ok() {
            printed = view.show(ranking);
        }
        if printed.is_err() {
            // Nobody reads it.
            analysis.stop.store(true, Relaxed);
        }
    });
    view.spinner.finish_and_clear();
    printed?;
    let printed = view.end(&ranking);
    match interrupt::exit_code() {
        Some(code) => failure::even_unread(printed).map(|()| ExitCode::from(code)),
        None => printed.map(|()| ExitCode::SUCCESS),
    }
}

impl AnalyseArgs {
    fn limit(&self) -> Limit {
        match (self.depth, self.nodes) {
            _ if self.to_the_end => Limit::TO_THE_END,
            (Some(depth), _) => Limit::Depth(depth),
            (_, Some(nodes)) => Limit::Nodes(nodes),
            _ => Limit::Move(Duration::from_secs_f64(self.time.unwrap_or(SECONDS))),
        }
    }

    /// How many moves to list. The end of the game is wanted for the position's value first.
    fn most(&self) -> usize {
        let usual = if self.to_the_end { 1 } else { usize::MAX };
        self.lines.map_or(usual, |lines| usize::try_from(lines).unwrap_or(usize::MAX))
    }
}

/// The game up to the position that is meant.
fn position(program: &Program, arguments: &AnalyseArgs) -> Result<Box<dyn AnyLine>> {
    let game = program.game(&arguments.game)?;
    let mut line = match (&arguments.position, arguments.size.given().next()) {
        (None, _) => arguments.size.start(game, 0)?,
        (Some(path), None) => {
            input::read(path, |text| records::read_one(text, program.games, game))?
        }
        (Some(_), Some(option)) => {
            bail!("{option} does not go with --position, which has its own board")
        }
    };
    if let Some(moves) = &arguments.moves {
        records::play_moves(&mut *line, moves).map_err(|error| anyhow!("--moves: {error}"))?;
    }
    if let Some(over) = line.over(DrawRule::Prompt) {
        let place = match &arguments.position {
            Some(path) if arguments.moves.is_none() => format!("{}: ", path.display()),
            _ => String::new(),
        };
        bail!("{place}the game is over: {}", line.over_in_words(over));
    }
    Ok(line)
}

/// What is printed, and when.
struct View<'l> {
    line: &'l dyn AnyLine,
    is_json: bool,
    /// Whether the list is redrawn.
    is_live: bool,
    progress: Arc<Progress>,
    spinner: ProgressBar,
    /// How many columns there are: without a terminal, as many as it takes.
    width: usize,
    begun: Instant,
}

/// A line of JSON.
#[derive(Serialize)]
struct Report<'r> {
    game: &'static str,
    to_move: &'static str,
    depth: u32,
    nodes: u64,
    seconds: f64,
    moves: Vec<RankedMove<'r>>,
    done: bool,
}

#[derive(Serialize)]
struct RankedMove<'r> {
    #[serde(rename = "move")]
    mv: &'r str,
    #[serde(flatten)]
    thought: ThoughtInfo,
}

impl View<'_> {
    fn new(line: &dyn AnyLine, is_json: bool) -> View<'_> {
        let columns = terminal_size_of(io::stdout()).map(|(Width(columns), _)| columns);
        View {
            line,
            is_json,
            is_live: !is_json && io::stdout().is_terminal() && !progress::is_hidden(),
            progress: Arc::default(),
            spinner: ProgressBar::hidden(),
            width: columns.filter(|&columns| columns > 0).map_or(usize::MAX, usize::from),
            begun: Instant::now(),
        }
    }

    /// Shows on a terminal how far it is.
    fn begin(&mut self) {
        let progress = Arc::clone(&self.progress);
        self.spinner = progress::spinner_below(move || so_far(&progress));
    }

    fn show(&self, ranking: &Ranking) -> Result<()> {
        if self.is_json {
            return self.report(ranking, false);
        }
        if self.is_live {
            let shown = &ranking.moves[..ranking.moves.len().min(MOST_LIVE)];
            self.spinner.set_message(format!("{}\n", self.table(shown)));
        }
        Ok(())
    }

    fn end(&self, ranking: &Ranking) -> Result<()> {
        if self.is_json {
            return self.report(ranking, true);
        }
        let mut out = io::stdout().lock();
        let about = self.line.about();
        let mut text =
            format!("{}, {} to move", about.title, about.side_title(self.line.to_move()));
        if ranking.depth > 0 {
            let depth = match ranking.depth {
                Limit::DEEPEST.. => "to the end".to_owned(),
                depth => format!("{} ahead", counted(i64::from(depth), TURNS)),
            };
            write!(text, ": looked {depth}, {} positions", grouped(ranking.nodes))?;
        }
        writeln!(out, "{text}.")?;
        if !ranking.moves.is_empty() {
            writeln!(out, "{}", self.table(&ranking.moves))?;
        }
        Ok(())
    }

    fn report(&self, ranking: &Ranking, done: bool) -> Result<()> {
        let about = self.line.about();
        let moves = ranking.moves.iter().filter_map(|thought| {
            let mv = thought.line.first()?;
            Some(RankedMove { mv, thought: ThoughtInfo::new(thought, self.line) })
        });
        let report = Report {
            game: about.name,
            to_move: about.side_name(self.line.to_move()),
            depth: ranking.depth,
            nodes: ranking.nodes,
            seconds: self.begun.elapsed().as_secs_f64(),
            moves: moves.collect(),
            done,
        };
        let mut out = io::stdout().lock();
        json::write_line(&mut out, &report)?;
        Ok(out.flush()?)
    }

    /// The moves, a line each, with as much of the expected play as fits.
    fn table(&self, thoughts: &[Thought<String>]) -> String {
        let scale = self.line.about().scale;
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_header(["move", "score", "in words", "proven", "depth", "nodes"]);
        for thought in thoughts {
            table.add_row([
                thought.line.first().cloned().unwrap_or_default(),
                points(thought, &scale),
                ThoughtInfo::new(thought, self.line).words,
                if thought.is_proven { "yes" } else { "no" }.to_owned(),
                match thought.depth {
                    Limit::DEEPEST.. => "end".to_owned(),
                    depth => depth.to_string(),
                },
                grouped(thought.nodes),
            ]);
        }
        for column in [1, 4, 5] {
            if let Some(column) = table.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        let expected = thoughts.iter().map(|thought| &thought.line[1.min(thought.line.len())..]);
        let head = ["expected".to_owned()];
        let expected = iter::once(&head[..]).chain(expected);
        let lines = table.trim_fmt();
        let rows = lines.lines().zip(expected).map(|(row, moves)| fitted(row, moves, self.width));
        rows.collect::<Vec<_>>().join("\n")
    }
}

/// A row with as many of the moves behind it as fit, but not more than anybody reads.
fn fitted(row: &str, moves: &[String], width: usize) -> String {
    let mut text: String = row.chars().take(width).collect();
    let mut joint = "  ";
    for mv in moves.iter().take(LONGEST_LINE) {
        if text.chars().count() + joint.len() + mv.chars().count() > width {
            break;
        }
        text += joint;
        text += mv;
        joint = ", ";
    }
    text
}

/// How far a search is, for a line that is redrawn.
fn so_far(progress: &Progress) -> String {
    let [depth, done, proven, all] =
        [&progress.depth, &progress.done, &progress.proven, &progress.all].map(|n| n.load(Relaxed));
    let depth = match depth {
        0 => return "searching".to_owned(),
        depth if depth >= Limit::DEEPEST as usize => "to the end".to_owned(),
        depth => format!("depth {depth}"),
    };
    let nodes = grouped(progress.nodes.load(Relaxed) + progress.nodes_now.load(Relaxed));
    if all <= 1 {
        return format!("{depth}, {nodes} positions");
    }
    let all = counted(all as i64, MOVES);
    format!("{depth}, {done} of {all} done, {proven} proven, {nodes} positions")
}

/// A score in the game's units; a win is none.
fn points(thought: &Thought<String>, scale: &Scale) -> String {
    let score = thought.score;
    if score::distance(score).is_some() || scale.is_decisive && score::is_known(score) {
        return if score > 0 { "win" } else { "loss" }.to_owned();
    }
    let points = f64::from(score) / f64::from(scale.point);
    match scale.point {
        _ if score == 0 => "0".to_owned(),
        1 => format!("{points:+}"),
        _ => format!("{points:+.2}"),
    }
}
