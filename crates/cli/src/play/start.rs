//! From the arguments to the game that is to be played.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Result, bail};

use plyglot_core::Side;
use plyglot_core::mix::Random;
use plyglot_games::GameId;
use plyglot_games::{AnyPosition, Start, with_position};
use plyglot_search::opponents::{Level, Opponent};

use super::playable::Playable;
use super::saved::{self, Saved};
use super::setup::{Seat, Setup};
use crate::args::Play;
use crate::input;

/// What is to be played.
pub struct Plan {
    pub beginning: Beginning,
    pub setup: Setup,
    /// Where the game is to be saved.
    pub file: Option<PathBuf>,
}

/// Where a game comes from.
pub enum Beginning {
    /// From its own start, with chance in it where the game has some.
    Start(Start),
    Position(AnyPosition),
    /// From a file, which is named for the sake of errors.
    Saved(PathBuf, Saved),
}

impl Plan {
    /// What the arguments ask for; `None` if they name no game.
    pub fn of(arguments: &Play) -> Result<Option<Plan>> {
        if let Some(path) = &arguments.resume {
            return Plan::resumed(arguments, path).map(Some);
        }
        let Some(game) = arguments.game else {
            match first_option(arguments).or(arguments.save.as_ref().map(|_| "--save")) {
                Some(option) => bail!("{option} needs a game, as in: plyglot play checkers"),
                None => return Ok(None),
            }
        };
        let against = arguments.against.unwrap_or(Seat::Machine(Opponent::Engine(Level::Club)));
        if against == Seat::Human && arguments.side.is_some() {
            bail!("--as is for games against the machine: two people share the keyboard");
        }
        if arguments.time.is_some() && against != Seat::Machine(Opponent::Engine(Level::Full)) {
            bail!("--time is for --against full: {against} has its own measure");
        }
        if let Some(path) = arguments.save.as_ref().filter(|path| path.exists()) {
            let path = path.display();
            bail!("{path}: the file is there already; --resume {path} goes on with a saved game");
        }
        let start = start(game, arguments)?;
        let seed = arguments.seed.unwrap_or_else(any_seed);
        let beginning = match &arguments.position {
            None => Beginning::Start(start),
            Some(path) => {
                Beginning::Position(input::read(path, |text| AnyPosition::read(text, game))?)
            }
        };
        let you = side(arguments.side.as_deref().unwrap_or("first"), &start.position(0), seed)?;
        let seats = match you {
            Side::First => [Seat::Human, against],
            Side::Second => [against, Seat::Human],
        };
        let seconds = arguments.time.unwrap_or(Setup::SECONDS);
        let setup = Setup { seats, seed, seconds };
        Ok(Some(Plan { beginning, setup, file: arguments.save.clone() }))
    }

    /// A saved game goes on in its own file, unless another is named.
    fn resumed(arguments: &Play, path: &Path) -> Result<Plan> {
        if let Some(option) = first_option(arguments) {
            bail!("{option} does not go with --resume: the file says how to play");
        }
        if let Some(other) = arguments.save.as_ref().filter(|other| other.exists()) {
            bail!("{}: the file is there already", other.display());
        }
        let saved = input::read(path, saved::read)?;
        if let Some(game) = arguments.game.filter(|&game| game != saved.game) {
            bail!("{}: a game of {}, not of {game}", path.display(), saved.game);
        }
        let file = arguments.save.clone().or_else(|| (path != Path::new("-")).then(|| path.into()));
        let setup = saved.setup;
        Ok(Plan { beginning: Beginning::Saved(path.to_owned(), saved), setup, file })
    }
}

/// An option that says how a new game is to be played.
fn first_option(arguments: &Play) -> Option<&'static str> {
    [
        (arguments.against.is_some(), "--against"),
        (arguments.side.is_some(), "--as"),
        (arguments.time.is_some(), "--time"),
        (arguments.position.is_some(), "--position"),
        (arguments.seed.is_some(), "--seed"),
    ]
    .into_iter()
    .find_map(|(is_given, option)| is_given.then_some(option))
    .or(arguments.size.given().next())
}

/// The start that the arguments describe.
fn start(game: GameId, arguments: &Play) -> Result<Start> {
    let start = arguments.size.start(game)?;
    match arguments.size.given().next().filter(|_| arguments.position.is_some()) {
        Some(option) => bail!("{option} does not go with --position, which has its own board"),
        None => Ok(start),
    }
}

/// The side that a name means in the game of `position`.
fn side(name: &str, position: &AnyPosition, seed: u64) -> Result<Side> {
    let either = [Side::First, Side::Second];
    match name.to_ascii_lowercase().as_str() {
        "first" => return Ok(Side::First),
        "second" => return Ok(Side::Second),
        "random" => return Ok(either[Random::new(seed).below(2)]),
        _ => {}
    }
    let names = with_position!(position, position => names(position));
    let is_meant = |side: &Side| names[*side as usize].iter().any(|n| n.eq_ignore_ascii_case(name));
    match either.into_iter().find(is_meant) {
        Some(side) => Ok(side),
        None => bail!("--as is first, second, random, {} or {}", names[0][0], names[1][0]),
    }
}

/// How the game calls each side.
fn names<G: Playable>(_: &G) -> [[&'static str; 2]; 2] {
    [Side::First, Side::Second].map(|side| [G::title(side), G::side_name(side)])
}

/// A small number that is another each time, short enough to be typed again.
fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(now.subsec_micros())
}
