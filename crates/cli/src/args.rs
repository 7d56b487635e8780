//! The command line as it is typed.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use plyglot_core::text::{TextError, whole};
use plyglot_kit::DEEPEST;
use plyglot_sandbox::Isolation;
use plyglot_search::opponents::Opponent;

use crate::analyse::AnalyseArgs;
use crate::arena::check::CheckArgs;
use crate::arena::matches::MatchArgs;
use crate::arena::replay::ReplayArgs;
use crate::board_size::BoardSize;
use crate::grader::cases::CasesArgs;
use crate::grader::explain::ExplainArgs;
use crate::grader::grade::GradeArgs;
use crate::page::PageArgs;
use crate::play::{SidePlayer, read_seconds};
use crate::tables::TablesArgs;
use crate::threads::Threads;
use crate::tournament::TournamentArgs;
use crate::worker::WorkerArgs;

/// The file to read when no input is named.
pub const DEFAULT_INPUT: &str = "input.txt";

/// Larger tables have never been of use.
const MOST_TABLE_MB: i64 = 4096;

/// Board games with one search core: exact textbook answers, an engine, a referee, a grader.
///
/// Without a command, solves the `input.txt` in the current directory.
#[derive(Debug, Default, Parser)]
#[command(version, max_term_width = 100, after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  {program}                              solve ./input.txt
  {program} solve case7.txt --out out    solve case7.txt, answers into out/
  {program} play {game}                a game against the engine
  {program} serve                        the workbench in the browser
  {program} page --out page              the workbench as one file, without a server
  {program} tournament cup.toml          many agents, everybody against everybody
  {program} analyse {game}             what every move is worth
  {program} perft {game} 9             count move sequences from the start
  {program} explain input.txt output.txt where an answer goes wrong, and why
  {program} guide                        tutorials, and every command in words

Exit codes: 0 done, 1 a negative result, 2 bad usage or bad input, 130 Ctrl-C.";

#[derive(Debug, Subcommand)]
pub enum Command {
    Play(PlayArgs),
    Serve(ServeArgs),
    Page(PageArgs),
    Solve(SolveArgs),
    Analyse(AnalyseArgs),
    Levels(LevelsArgs),
    Perft(PerftArgs),
    Bench(BenchArgs),
    Tables(TablesArgs),
    Calibrate(CalibrateArgs),
    Match(MatchArgs),
    Check(CheckArgs),
    Replay(ReplayArgs),
    Tournament(TournamentArgs),
    Worker(WorkerArgs),
    Cases(CasesArgs),
    Grade(Box<GradeArgs>),
    Explain(ExplainArgs),
    Doctor(DoctorArgs),
    Rules(RulesArgs),
    Guide(GuideArgs),
    Man(ManArgs),
    /// Print a completion script for a shell
    ///
    /// For bash, write it into ~/.local/share/bash-completion/completions/ under the program's name.
    Completions {
        /// The shell to complete for
        shell: clap_complete::Shell,
    },
}

/// Solve an input file and write the answer files that its assignment asks for
///
/// The game is detected from the content. Files appear whole or not at all; if the input is bad,
/// nothing is written, and the place of the first mistake is named.
#[derive(Debug, Default, Args)]
#[command(after_help = "\
Examples:
  {program} solve cases/01/input.txt --out /tmp
  {program} solve input.txt --json
  {program} solve input.txt --table 256
  {program} solve input.txt --depth 14 --threads 2
  {program} solve input.txt --opponent minimax-3")]
pub struct SolveArgs {
    /// The input; `-` is standard input
    ///
    /// Default: input.txt. Where there is none, a game that is named and has an example built in
    /// solves that example, and says so.
    pub input: Option<PathBuf>,
    /// Solve the position that is built in, as that of Capture Go's source
    #[arg(long, conflicts_with = "input")]
    pub example: bool,
    /// The game, where the content should not decide
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// The directory for the answer files, made if missing
    ///
    /// Default: the current directory; a game whose source only prints then writes no file.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Look this many turns ahead, whatever the input says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=DEEPEST))]
    pub depth: Option<u32>,
    /// Which edition of the assignment the answer follows, where there are several
    #[arg(long, value_name = "EDITION")]
    pub edition: Option<String>,
    /// How much memory an agent's table may take, in MB; less is taken when time is short
    ///
    /// For inputs that give a time instead of a depth. Default: 64.
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=MOST_TABLE_MB))]
    pub table: Option<u32>,
    /// Answer as this opponent would, instead of as well as possible: random, greedy, minimax-3, ...
    ///
    /// For inputs that give a time instead of a depth. Makes the reference agents of the sources into
    /// programs that any referee can run.
    #[arg(long, value_name = "OPPONENT", value_parser = opponent)]
    pub opponent: Option<Opponent>,
    /// Threads that count the nodes of a search which is not walked, such as a minimax of many turns
    ///
    /// They take more CPU time together than one, which is what assignments measure. Default: 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Write a log of more than 2 GB
    ///
    /// Long logs are measured first; one that does not fit the disk is not begun.
    #[arg(long)]
    pub large: bool,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Play a game in the terminal, against the engine or another person
///
/// Without a game, lists the games. The board is drawn with colours on a terminal, unless NO_COLOR
/// is set; `help` at the prompt tells what can be typed.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  {program} play {game}
  {program} play {game} --against strong --as second
  {program} play {game} --position game.txt   from the end of a recorded game
  {program} play {game} --problem 1           a problem, for games that have some
  {program} play {game} --save game.txt
  {program} play --resume game.txt
  {program} play {game} --against human
  {program} play {game} --against full --threads 2

Opponents: the levels, weakest first: beginner, novice, casual, improver, club, skilled, strong,
expert, master, champion, full (as strong as its time allows); nodes-N, the engine with so many
positions a move; random, greedy, minimax-1 to minimax-8 (plain minimax so many turns deep), whose place among the
levels `{program} levels GAME` shows; human is another person at the same keyboard.")]
pub struct PlayArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub game: Option<String>,
    /// Whom to play against [default: club]
    #[arg(long, value_name = "OPPONENT", value_parser = seat)]
    pub against: Option<SidePlayer>,
    /// Your side: first, second, random, or its name in the game [default: first]
    #[arg(long = "as", value_name = "SIDE")]
    pub side: Option<String>,
    /// CPU seconds for each move of the opponent `full` [default: 2]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<f64>,
    /// Start from what this file holds: an input of the game, a position's own text, or the end of a
    /// game as a record, moves, PDN, FEN or SGF
    #[arg(long, value_name = "FILE")]
    pub position: Option<PathBuf>,
    /// Solve the problem with this number: you are the side to move, against the opponent `full` unless
    /// --against names another; the higher the number, the harder
    #[arg(long, value_name = "N", conflicts_with_all = ["position", "side", "resume"])]
    pub problem: Option<usize>,
    /// Random seed; the same seed and the same moves give the same game
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=LARGEST_SEED))]
    pub seed: Option<u64>,
    /// Save the game in this file, which must be new, after every move
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Go on with the game that was saved in this file
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    #[command(flatten)]
    pub size: BoardSize,
    #[command(flatten)]
    pub threads: Threads,
    /// Draw with plain ASCII, as where the locale is not UTF-8
    #[arg(long)]
    pub ascii: bool,
}

/// Open the workbench: play, watch the search think, and follow contests, in the browser
///
/// Everything is in this program: the page needs no network. It is served to this machine only,
/// unless another address is given. Tournaments, matches with --store and results of `grade`
/// that lie in the folder, or in one right below it, are shown, also while they are being played.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  {program} serve
  {program} serve --port 9000 --open
  {program} serve cups                   with the contests and grades in the folder cups
  {program} serve --threads 2            an opinion sooner
  {program} serve --host 0.0.0.0         for everybody who can reach this machine")]
pub struct ServeArgs {
    /// Where contests and grades are looked for
    #[arg(value_name = "FOLDER", default_value = ".")]
    pub folder: PathBuf,
    /// The port; 0 is any that is free
    #[arg(long, value_name = "PORT", default_value_t = 8561)]
    pub port: u16,
    /// The address to listen at
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub host: IpAddr,
    #[command(flatten)]
    pub threads: Threads,
    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
}

/// A saved game writes its seed as a positive number.
const LARGEST_SEED: u64 = i64::MAX as u64;

fn opponent(name: &str) -> Result<Opponent, String> {
    name.parse().map_err(|error: TextError| error.message)
}

fn seat(name: &str) -> Result<SidePlayer, String> {
    name.parse().map_err(|error: TextError| error.message)
}

pub fn seconds(text: &str) -> Result<f64, String> {
    read_seconds(whole(text)).map_err(|error| error.message)
}

/// List the levels of the engine in a game, weakest first, with what was measured of each
///
/// A level is called the same in every game; what it does there was chosen so that it beats the level
/// below in most games, but not in all. Scores are percentages of all points, from games with both
/// colours and openings by chance.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  {program} levels {game}
  {program} levels {game} --json")]
pub struct LevelsArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub game: String,
    /// Print everything as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Count the move sequences of a given length: the check of a move generator
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  {program} perft {game} 10
  {program} perft {game} 12 --threads 2
  {program} perft {game} 3 --position input.txt --divide")]
pub struct PerftArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub game: String,
    /// How many moves
    #[arg(value_parser = clap::value_parser!(u32).range(1..=64))]
    pub depth: u32,
    /// Start from what this file holds: an input of the game, a position's own text, or the end of a
    /// game as a record, moves, PDN, FEN or SGF
    #[arg(long, value_name = "FILE")]
    pub position: Option<PathBuf>,
    /// Tell the sequences apart by their first move
    #[arg(long)]
    pub divide: bool,
    #[command(flatten)]
    pub threads: Threads,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Measure the searches: each fast one beside its plain one, with a checksum of all nodes
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  {program} bench
  {program} bench --quick --json")]
pub struct BenchArgs {
    /// Smaller depths: seconds instead of a minute
    #[arg(long)]
    pub quick: bool,
    /// Print the results as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Measure this machine once, so that agents know how much time and memory they can use
///
/// Takes about a second and writes calibration.txt, which `solve` reads where it writes its
/// answers.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  {program} calibrate
  {program} calibrate --out agent --json")]
pub struct CalibrateArgs {
    /// The directory for calibration.txt, made if missing
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub out: PathBuf,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Show how well this machine can isolate other people's programs, and how to improve it
///
/// Every layer is tried out on a program that does nothing. Without `--require` a missing layer is
/// no failure. With `--slurm` all nodes of a cluster are asked, and shown in one table.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  {program} doctor
  {program} doctor --require L1 && {program} ...
  {program} doctor --json
  {program} doctor --slurm --partition teaching --require L1")]
pub struct DoctorArgs {
    /// Exit with 1 if the machine does not reach this level: L0, L1, L2 or L3
    #[arg(long, value_name = "LEVEL")]
    pub require: Option<Isolation>,
    /// Measure how fast the machine searches, which takes a second
    #[arg(long)]
    pub speed: bool,
    /// Ask every node of a Slurm cluster, with its speed
    #[arg(long)]
    pub slurm: bool,
    /// With --slurm, the nodes of this partition only
    #[arg(long, value_name = "NAME", requires = "slurm")]
    pub partition: Option<String>,
    /// Print the layers, or the nodes, as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Print the rules of a game, with every choice that they make
///
/// Without a game, lists the games.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  {program} rules {game}
  {program} rules {game} | less")]
pub struct RulesArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub game: Option<String>,
}

/// Print the guide: a tutorial for students and one for teachers, then every command
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  {program} guide | less
  {program} guide > guide.md")]
pub struct GuideArgs {}

/// Write the manual pages, one for each command
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  {program} man --out ~/.local/share/man/man1
  {program} man --out pages && man pages/{program}.1")]
pub struct ManArgs {
    /// The directory for the pages, made if missing
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}
