//! From the arguments to the game that is to be played.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Result, bail};

use plyglot_core::Side;
use plyglot_core::mix::Random;
use plyglot_kit::any::{About, AnyLine, GameRef};
use plyglot_kit::records;
use plyglot_search::opponents::{Level, Opponent};

use super::posed::PosedProblem;
use super::saved::{self, Saved};
use super::setup::{Setup, SidePlayer};
use crate::args::PlayArgs;
use crate::board_size::BoardSize;
use crate::input;
use crate::program::Program;

/// What is to be played.
pub struct GamePlan {
    pub beginning: Beginning,
    /// What is to be solved in it.
    pub problem: Option<PosedProblem>,
    pub setup: Setup,
    /// Where the game is to be saved.
    pub file: Option<PathBuf>,
}

/// Where a game comes from.
pub enum Beginning {
    /// From its own start, with chance in it where the game has some.
    Start(GameRef, BoardSize),
    Position(Box<dyn AnyLine>),
    /// From a file, which is named for the sake of errors.
    Saved(PathBuf, Saved),
}

impl GamePlan {
    /// What the arguments ask for; `None` if they name no game.
    pub fn of(program: &Program, arguments: &PlayArgs) -> Result<Option<GamePlan>> {
        if let Some(path) = &arguments.resume {
            return GamePlan::resumed(program, arguments, path).map(Some);
        }
        let Some(game) = &arguments.game else {
            let save = || arguments.save.as_ref().map(|_| "--save".to_owned());
            let Some(option) = first_option(arguments).or_else(save) else { return Ok(None) };
            bail!("{option} needs a game, as in: {}", example(program));
        };
        let game = program.game(game)?;
        let problem = arguments.problem.map(|number| PosedProblem::of(game, number)).transpose()?;
        // Whoever solves a problem wants to know whether it holds against the best defence.
        let level = if problem.is_some() { Level::Full } else { Level::Club };
        let against = arguments.against.unwrap_or(SidePlayer::Machine(Opponent::Engine(level)));
        if against == SidePlayer::Human && arguments.side.is_some() {
            bail!("--as is for games against the machine: two people share the keyboard");
        }
        if arguments.time.is_some() && against != SidePlayer::Machine(Opponent::Engine(Level::Full))
        {
            bail!("--time is for --against full: {against} has its own measure");
        }
        if let Some(path) = arguments.save.as_ref().filter(|path| path.exists()) {
            let path = path.display();
            bail!("{path}: the file is there already; --resume {path} goes on with a saved game");
        }
        let seed = arguments.seed.unwrap_or_else(any_seed);
        // Better now than when the game begins.
        arguments.size.start(game, seed)?;
        let size = arguments.size.given().next();
        let beginning = match (&arguments.position, &problem, size) {
            (None, None, _) => Beginning::Start(game, arguments.size.clone()),
            (Some(path), _, None) => {
                let read = |text: &str| records::read_one(text, program.games, game);
                Beginning::Position(input::read(path, read)?)
            }
            (None, Some(posed), None) => Beginning::Position(posed.problem.start.copied()),
            (position, _, Some(option)) => {
                let other = if position.is_some() { "--position" } else { "--problem" };
                bail!("{option} does not go with {other}, which has its own board")
            }
        };
        let you = match &problem {
            Some(posed) => posed.problem.solver(),
            None => side(arguments.side.as_deref().unwrap_or("first"), &game.about(), seed)?,
        };
        let seats = match you {
            Side::First => [SidePlayer::Human, against],
            Side::Second => [against, SidePlayer::Human],
        };
        let seconds = arguments.time.unwrap_or(Setup::SECONDS);
        let setup = Setup { seats, seed, seconds };
        Ok(Some(GamePlan { beginning, problem, setup, file: arguments.save.clone() }))
    }

    /// A saved game goes on in its own file, unless another is named.
    fn resumed(program: &Program, arguments: &PlayArgs, path: &Path) -> Result<GamePlan> {
        if let Some(option) = first_option(arguments) {
            bail!("{option} does not go with --resume: the file says how to play");
        }
        if let Some(other) = arguments.save.as_ref().filter(|other| other.exists()) {
            bail!("{}: the file is there already", other.display());
        }
        let saved = input::read(path, |text| saved::read(program.games, text))?;
        let found = saved.game.name();
        if let Some(game) = arguments.game.as_deref().filter(|&game| game != found) {
            bail!("{}: a game of {found}, not of {game}", path.display());
        }
        let file = arguments.save.clone().or_else(|| (path != Path::new("-")).then(|| path.into()));
        let setup = saved.setup;
        let beginning = Beginning::Saved(path.to_owned(), saved);
        Ok(GamePlan { beginning, problem: None, setup, file })
    }
}

/// An option that says how a new game is to be played.
fn first_option(arguments: &PlayArgs) -> Option<String> {
    [
        (arguments.against.is_some(), "--against"),
        (arguments.side.is_some(), "--as"),
        (arguments.time.is_some(), "--time"),
        (arguments.position.is_some(), "--position"),
        (arguments.problem.is_some(), "--problem"),
        (arguments.seed.is_some(), "--seed"),
    ]
    .into_iter()
    .find_map(|(is_given, option)| is_given.then(|| option.to_owned()))
    .or_else(|| arguments.size.given().next())
}

/// A command that plays a game.
pub fn example(program: &Program) -> String {
    format!("{} play {}", program.name, program.games.usual().name())
}

/// The side that a name means in a game.
fn side(name: &str, about: &About, seed: u64) -> Result<Side> {
    let either = Side::BOTH;
    match name.to_ascii_lowercase().as_str() {
        "first" => return Ok(Side::First),
        "second" => return Ok(Side::Second),
        "random" => return Ok(either[Random::new(seed).below(2)]),
        _ => {}
    }
    let is_meant = |side: &Side| {
        [about.side_title(*side), about.side_name(*side)]
            .iter()
            .any(|known| known.eq_ignore_ascii_case(name))
    };
    match either.into_iter().find(is_meant) {
        Some(side) => Ok(side),
        None => {
            let [first, second] = Side::BOTH.map(|side| about.side_title(side));
            bail!("--as is first, second, random, {first} or {second}")
        }
    }
}

/// A small number, different each time, and short enough to type again.
fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(now.subsec_micros())
}
