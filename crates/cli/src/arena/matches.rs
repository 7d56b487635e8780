//! `plyglot match`.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use indicatif::ProgressBar;
use serde::Serialize;

use plyglot_arena::agent::{Agent, AgentKind};
use plyglot_arena::contest::{
    self, Contest, ContestError, Event, Flow, OpeningSuite, UnplayedGame,
};
use plyglot_arena::record::{GameRecord, text};
use plyglot_arena::schedule::{Format, Results, Schedule, ScheduledGame};
use plyglot_arena::stats::{Sprt, SprtVerdict};
use plyglot_arena::tournament::{Entrant, Tournament, TournamentSettings, Writer};
use plyglot_core::safe_text::terminal_line;
use plyglot_kit::any::{GameRef, Games};
use plyglot_kit::notation::Notation;

use super::notices;
use super::options::{BoardArgs, GrantArgs, RulesArgs, SandboxArgs, must_be_new};
use super::scoreboard::{Count, Scoreboard};
use crate::notation_file::NotationFile;
use crate::program::Program;
use crate::{failure, interrupt, json, progress};

/// Let two agents play many games, and tell who is stronger
///
/// An agent is a built-in opponent, a directory, a file, or a command line in quotation marks;
/// NAME=AGENT gives it another name. Built in are the levels, weakest first: beginner, novice, casual,
/// improver, club, skilled, strong, expert, master, champion, full (`levels GAME` shows what was measured
/// of them); random, greedy, minimax-1 to minimax-8; and nodes-N, the engine with so many positions
/// a move. Programs are run once a move, as the game's assignment has it, in a sandbox: they read
/// input.txt and write the answer that the game asks for. docs/ARENA.md has the details.
///
/// Games are played in pairs from the same opening with colours swapped, as many at once as there are
/// cores.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  {program} match ./my-agent minimax-3
  {program} match ./my-agent strong --game {game} --games 100 --time 60
  {program} match new=./build/agent old=./agent --sprt 0,10 --games 2000
  {program} match 'python3 agent.py' random --game {game} --lenient --record games.txt
  {program} match ./my-agent club --store match.sqlite  to be watched with {program} serve
  {program} match full minimax-3 --as-in-source")]
pub struct MatchArgs {
    /// One agent
    pub a: String,
    /// The other
    pub b: String,
    #[command(flatten)]
    pub board: BoardArgs,
    /// How many games [default: 20]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub games: Option<u32>,
    #[command(flatten)]
    pub agreed: RulesArgs,
    /// Play as the game's source does: from the start, without openings, with its number of games and
    /// its clock
    #[arg(long)]
    pub as_in_source: bool,
    /// Begin every game at the start, without openings
    #[arg(long)]
    pub no_openings: bool,
    /// Stop as soon as it is clear whether A is stronger by at most the first or at least the second
    /// number of Elo, with 5 % for either error
    #[arg(long, value_name = "ELO0,ELO1", value_parser = bounds, allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How many games at once [default: as many as there are cores]
    #[arg(long, value_name = "N")]
    pub concurrency: Option<usize>,
    #[command(flatten)]
    pub grants: GrantArgs,
    #[command(flatten)]
    pub isolation: SandboxArgs,
    /// Write the games into this new file, as text that `replay` reads
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    #[command(flatten)]
    pub notation: NotationFile,
    /// Keep the games in this new file, as tournaments do: `serve` shows them, also while they
    /// are being played
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// Print every game and the result as a JSON object a line
    #[arg(long)]
    pub json: bool,
}

fn bounds(text: &str) -> Result<Sprt, String> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|n| n.trim().parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[elo0, elo1]) if Sprt::new(elo0, elo1).is_sound() => Ok(Sprt::new(elo0, elo1)),
        _ => Err("expected two numbers, the smaller one first, such as 0,10".to_owned()),
    }
}

/// Plays the match.
pub fn run(program: &Program, arguments: &MatchArgs) -> Result<ExitCode> {
    // The first Ctrl-C gives up the games that are being played, so that nothing is left behind.
    let stop = interrupt::watch();
    must_be_new(arguments.record.as_ref())?;
    must_be_new(arguments.notation.path())?;
    must_be_new(arguments.store.as_ref())?;
    let game = arguments.board.game(program)?;
    let notation = arguments.notation.of(game)?;
    let contest = contest(game, arguments)?;
    contest.find_programs()?;
    let names = [0, 1].map(|number: usize| contest.agents[number].name.clone());
    let mut files = GameFiles::create(program.games, arguments, notation, &names)?;
    let mut store = store(program, game, arguments, &contest)?;
    let view = MatchView::new(arguments.json, &contest);
    let pairs_decide = game.about().pairs_decide;
    let mut board = Scoreboard::by_pairs(pairs_decide);
    let nothing_yet = Results::by_pairs(pairs_decide);
    let end = contest::run_until(&stop, &contest, nothing_yet, |event| -> Result<Flow> {
        if let Some((path, writer)) = &mut store {
            writer.hear(&event).with_context(|| path.display().to_string())?;
        }
        view.notice(&names, &event)?;
        if let Event::Ended { game, record } = event {
            board.add(game, &record.ending);
            files.add(game, record)?;
            view.game(game, record, board.count())?;
            if let Some(test) = arguments.sprt.as_ref().map(|sprt| Tested::now(&board, sprt))
                && test.is_decided()
            {
                if let Some((path, writer)) = &mut store {
                    let why = test.in_words(&names[0]);
                    writer.decide(&why).with_context(|| path.display().to_string())?;
                }
                return Ok(Flow::Stop);
            }
        }
        Ok(Flow::GoOn)
    })
    .map_err(|error| match error {
        ContestError::Told(error) => error,
        other => anyhow!("{other}"),
    })?;
    files.finish()?;
    let shown = view.end(&board, &names, arguments.sprt.as_ref(), &end.unplayed);
    let code = interrupt::exit_code().or((!end.unplayed.is_empty()).then_some(1));
    match code {
        Some(code) => failure::even_unread(shown).map(|()| ExitCode::from(code)),
        None => shown.map(|()| ExitCode::SUCCESS),
    }
}

/// The first agent has the first move in the first game, and in every other one after it.
const FORMAT: Format = Format::Gauntlet { challengers: 1 };

fn contest(game: GameRef, arguments: &MatchArgs) -> Result<Contest> {
    let start = arguments.board.start(game, arguments.seed)?;
    let mut rules = arguments.agreed.rules();
    let mut games = 20;
    let mut openings = (!arguments.no_openings).then(OpeningSuite::default);
    if arguments.as_in_source {
        openings = None;
        let Some(own) = game.about().source_match else {
            bail!("--as-in-source: the source of {} has no matches", game.title());
        };
        games = own.games;
        rules.seconds = arguments.agreed.time.unwrap_or(own.seconds);
        rules.time_decides |= own.time_decides;
    }
    let games = arguments.games.unwrap_or(games);
    let agents = [&arguments.a, &arguments.b].map(|text| Agent::named(text));
    let mut agents = agents.into_iter().collect::<Result<Vec<_>, _>>()?;
    if agents[0].name == agents[1].name {
        agents[0].name += " (1)";
        agents[1].name += " (2)";
    }
    arguments.grants.grant(&mut agents)?;
    let cores = plyglot_sandbox::cores::physical().len();
    let concurrency = arguments.concurrency.unwrap_or(cores);
    if !(1..=cores).contains(&concurrency) {
        bail!("--concurrency is from 1 to {cores}, one game a core, not {concurrency}");
    }
    Ok(Contest {
        start,
        agents,
        rules,
        schedule: Schedule::new(FORMAT, 2, games, arguments.seed)?,
        seed: arguments.seed,
        openings,
        concurrency,
        sandbox: arguments.isolation.sandbox()?,
    })
}

/// The store, if one is wanted: a match is a tournament of two.
fn store<'a>(
    program: &Program,
    game: GameRef,
    arguments: &'a MatchArgs,
    contest: &Contest,
) -> Result<Option<(&'a PathBuf, Writer)>> {
    let Some(path) = &arguments.store else { return Ok(None) };
    let entrant = |(agent, text): (&Agent, &String)| Entrant {
        name: agent.name.clone(),
        agent: text.clone(),
    };
    let settings = TournamentSettings {
        name: format!("{} - {}", contest.agents[0].name, contest.agents[1].name),
        game: game.name().to_owned(),
        sizes: arguments.board.size.owned(),
        format: FORMAT,
        games: contest.schedule.games(),
        seed: contest.seed,
        openings: contest.openings.unwrap_or(OpeningSuite { count: 0, plies: 0 }),
        rules: contest.rules,
        agents: contest.agents.iter().zip([&arguments.a, &arguments.b]).map(entrant).collect(),
    };
    let writer = Writer::create(path, &Tournament::new(settings, program.games)?);
    Ok(Some((path, writer.with_context(|| path.display().to_string())?)))
}

/// The files that games are written to, in the order of their numbers.
struct GameFiles {
    games: Games,
    record: Option<std::fs::File>,
    notation: Option<(&'static dyn Notation, std::fs::File)>,
    event: String,
    /// Games that ended before an earlier one did.
    waiting: BTreeMap<u32, GameRecord>,
    next: u32,
}

impl GameFiles {
    fn create(
        games: Games,
        arguments: &MatchArgs,
        notation: Option<&'static dyn Notation>,
        names: &[String; 2],
    ) -> Result<GameFiles> {
        let create = |path: Option<&PathBuf>| -> Result<Option<std::fs::File>> {
            let Some(path) = path else { return Ok(None) };
            let file = OpenOptions::new().append(true).create_new(true).open(path);
            Ok(Some(file.with_context(|| path.display().to_string())?))
        };
        Ok(GameFiles {
            games,
            record: create(arguments.record.as_ref())?,
            notation: notation.zip(create(arguments.notation.path())?),
            event: format!("{} - {}", names[0], names[1]),
            waiting: BTreeMap::new(),
            next: 0,
        })
    }

    fn add(&mut self, game: &ScheduledGame, record: &GameRecord) -> Result<()> {
        self.waiting.insert(game.key.number, record.clone());
        while let Some(record) = self.waiting.remove(&self.next) {
            self.write(self.next, &record)?;
            self.next += 1;
        }
        Ok(())
    }

    /// Writes the games that still wait: if the match was stopped, earlier ones may never come.
    fn finish(&mut self) -> Result<()> {
        for (number, record) in std::mem::take(&mut self.waiting) {
            self.write(number, &record)?;
        }
        Ok(())
    }

    fn write(&mut self, number: u32, record: &GameRecord) -> Result<()> {
        if let Some(file) = &mut self.record {
            file.write_all(text::write(record).as_bytes()).context("the record of games")?;
        }
        if let Some((notation, file)) = &mut self.notation {
            let round = (number + 1).to_string();
            let score = record.score(self.games).map_err(|error| anyhow!("{}", error.message))?;
            let game = notation.write(&score, &self.event, &round).unwrap_or_default();
            file.write_all(game.as_bytes()).with_context(|| notation.name().to_owned())?;
        }
        Ok(())
    }
}

/// What is shown while it goes on.
struct MatchView {
    json: bool,
    bar: ProgressBar,
}

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum MatchEvent<'t> {
    Begin {
        game: &'static str,
        agents: [&'t str; 2],
        games: u32,
        rules: &'t plyglot_arena::referee::Rules,
    },
    Game {
        number: u32,
        #[serde(flatten)]
        record: &'t GameRecord,
    },
    Failed {
        number: u32,
        why: &'t str,
        again: bool,
    },
    Result {
        agents: [&'t str; 2],
        #[serde(flatten)]
        count: Count,
        score: f64,
        #[serde(skip_serializing_if = "Option::is_none")]
        margin: Option<i64>,
        elo: Option<f64>,
        low: Option<f64>,
        high: Option<f64>,
        superiority: f64,
        sentence: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        sprt: Option<Tested>,
        endings: &'t BTreeMap<&'static str, u64>,
        /// The numbers of games that could not be played, through no fault of an agent's.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        unplayed: Vec<u32>,
    },
}

#[derive(Serialize)]
struct Tested {
    elo0: f64,
    elo1: f64,
    llr: f64,
    verdict: &'static str,
}

impl Tested {
    /// What the sequential test says after the games so far.
    fn now(board: &Scoreboard, sprt: &Sprt) -> Tested {
        let (verdict, llr) = board.test(sprt);
        let verdict = match verdict {
            SprtVerdict::GoOn => "undecided",
            SprtVerdict::AcceptH0 => "H0",
            SprtVerdict::AcceptH1 => "H1",
        };
        Tested { elo0: sprt.elo0, elo1: sprt.elo1, llr, verdict }
    }

    fn is_decided(&self) -> bool {
        self.verdict != "undecided"
    }

    /// For the agent that is tested.
    fn in_words(&self, agent: &str) -> String {
        let Tested { elo0, elo1, llr, verdict } = self;
        let says = match *verdict {
            "H0" => format!("{agent} is not stronger by {elo1} Elo"),
            "H1" => format!("{agent} is stronger by more than {elo0} Elo"),
            _ => "not decided yet".to_owned(),
        };
        format!("sequential test {elo0} to {elo1} Elo: {says} (LLR {llr:.2})")
    }
}

impl MatchView {
    fn new(json: bool, contest: &Contest) -> MatchView {
        let games = contest.schedule.cost().most;
        let template = "{wide_bar} {pos}/{len} {msg} {elapsed}, {eta} left";
        let bar = if json { ProgressBar::hidden() } else { progress::bar(games, template) };
        let view = MatchView { json, bar };
        let [a, b] = [0, 1].map(|number: usize| contest.agents[number].name.as_str());
        if json {
            let game = contest.start.about().name;
            let told = MatchEvent::Begin {
                game,
                agents: [a, b],
                games: games as u32,
                rules: &contest.rules,
            };
            _ = print(&told);
        } else {
            let has_program =
                contest.agents.iter().any(|agent| matches!(agent.kind, AgentKind::Program(_)));
            let level = contest.sandbox.level();
            if let (true, Some(level)) = (has_program, level) {
                view.line(&format!("programs are isolated at level {level}: {}", level.means()));
            }
        }
        view
    }

    /// What whoever runs the match should know.
    fn notice(&self, names: &[String; 2], event: &Event<'_>) -> Result<()> {
        let lines = match event {
            Event::Entered { programs } => {
                notices::refused(names.iter().map(String::as_str), programs)
            }
            Event::Unready { player, unready } => {
                vec![notices::unready(names.get(*player).map_or("", String::as_str), unready)]
            }
            Event::Failed { game, why, again } => {
                let number = game.key.number + 1;
                if self.json {
                    print(&MatchEvent::Failed { number, why, again: *again })?;
                }
                vec![notices::failed(&format!("game {number}"), why, *again)]
            }
            _ => return Ok(()),
        };
        self.bar
            .suspend(|| lines.iter().try_for_each(|line| writeln!(anstream::stderr(), "{line}")))?;
        Ok(())
    }

    fn game(&self, game: &ScheduledGame, record: &GameRecord, count: Count) -> Result<()> {
        if self.json {
            return print(&MatchEvent::Game { number: game.key.number + 1, record });
        }
        let [first, second] = &record.players;
        let [a, b] = record.used().map(|used| used.as_secs_f64());
        self.line(&format!(
            "game {}: {} - {}: {}; {} turns, {a:.1} s and {b:.1} s; so far {count}",
            game.key.number + 1,
            terminal_line(first),
            terminal_line(second),
            terminal_line(&record.ending.sentence),
            record.turns.len(),
        ));
        for note in record.turns.iter().flat_map(|turn| &turn.notes).take(1) {
            self.line(&format!("  {}", terminal_line(note)));
        }
        if let Some(stderr) = record.evidence.as_ref().map(|evidence| evidence.stderr.trim())
            && let Some(last) = stderr.lines().last()
        {
            self.line(&format!("  its last line on standard error: {}", terminal_line(last)));
        }
        self.bar.set_message(count.to_string());
        self.bar.inc(1);
        Ok(())
    }

    fn end(
        &self,
        board: &Scoreboard,
        names: &[String; 2],
        sprt: Option<&Sprt>,
        unplayed: &[UnplayedGame],
    ) -> Result<()> {
        self.bar.finish_and_clear();
        let estimate = board.estimate();
        let [a, b] = names.each_ref().map(String::as_str);
        let count = board.count();
        let tested = sprt.map(|sprt| Tested::now(board, sprt));
        if self.json {
            let finite = |number: f64| number.is_finite().then_some(number);
            return print(&MatchEvent::Result {
                agents: [a, b],
                count,
                score: estimate.score,
                margin: board.margin(),
                elo: finite(estimate.elo),
                low: finite(estimate.low),
                high: finite(estimate.high),
                superiority: estimate.superiority,
                sentence: estimate.sentence(a, b),
                sprt: tested,
                endings: board.endings(),
                unplayed: unplayed.iter().map(|it| it.game.key.number + 1).collect(),
            });
        }
        let [a, b] = &[a, b].map(terminal_line);
        let mut out = anstream::stdout();
        write!(out, "{a} against {b}: {count}, {:.1} %", 100.0 * estimate.score)?;
        match board.margin() {
            Some(margin) => writeln!(out, ", {margin:+} points in all")?,
            None => writeln!(out)?,
        }
        writeln!(out, "{}", estimate.sentence(a, b))?;
        if let Some(tested) = tested {
            writeln!(out, "{}", tested.in_words(a))?;
        }
        let endings: Vec<String> =
            board.endings().iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        writeln!(out, "endings: {}", endings.join(", "))?;
        if !unplayed.is_empty() {
            writeln!(out, "{}", notices::unplayed(unplayed.len()))?;
        }
        Ok(())
    }

    /// A line above the bar, or alone where there is none.
    fn line(&self, text: &str) {
        if self.bar.is_hidden() {
            _ = writeln!(anstream::stdout(), "{text}");
        } else {
            self.bar.println(text);
        }
    }
}

fn print(told: &MatchEvent<'_>) -> Result<()> {
    let mut out = io::stdout().lock();
    json::write_line(&mut out, told)?;
    Ok(out.flush()?)
}
