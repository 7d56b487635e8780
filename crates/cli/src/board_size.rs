//! Options for how large a board is, where the game leaves that open.

use std::collections::BTreeMap;

use anyhow::{Result, anyhow, bail};
use clap::{Arg, ArgGroup, ArgMatches, Args, Command, FromArgMatches, value_parser};
use plyglot_kit::Size;
use plyglot_kit::any::{AnyLine, GameKit, GameRef, Games};

/// The sizes that were given, by their names.
#[derive(Clone, Debug, Default)]
pub struct BoardSize(Vec<(String, usize)>);

/// Marks a command that takes sizes. The options themselves come from the games.
const GROUP: &str = "board-sizes";
/// What the names of these options begin with.
const PREFIX: &str = "size:";

impl Args for BoardSize {
    fn augment_args(command: Command) -> Command {
        command.group(ArgGroup::new(GROUP).multiple(true))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for BoardSize {
    fn from_arg_matches(matches: &ArgMatches) -> Result<BoardSize, clap::Error> {
        let sizes = matches.ids().filter_map(|id| {
            let name = id.as_str().strip_prefix(PREFIX)?;
            Some((name.to_owned(), *matches.get_one::<usize>(id.as_str())?))
        });
        Ok(BoardSize(sizes.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = BoardSize::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Adds an option for every size of every game to a command that takes them.
pub fn add(mut command: Command, games: Games) -> Command {
    if !command.get_groups().any(|group| group.get_id() == GROUP) {
        return command;
    }
    let mut sizes: Vec<(&str, Vec<(GameRef, &Size)>)> = Vec::new();
    for game in games.iter() {
        for size in game.about().sizes {
            match sizes.iter_mut().find(|(name, _)| *name == size.name) {
                Some((_, owners)) => owners.push((game, size)),
                None => sizes.push((size.name, vec![(game, size)])),
            }
        }
    }
    for (name, owners) in sizes {
        let bounds: Vec<String> = owners
            .iter()
            .map(|(game, size)| {
                format!("{}, {} to {}", game.title(), size.range.start(), size.range.end())
            })
            .collect();
        let about = owners.first().map_or("", |(_, size)| size.about);
        let help = format!("{} ({})", plyglot_kit::wording::capitalised(about), bounds.join("; "));
        let option = Arg::new(format!("{PREFIX}{name}")).long(name).value_name("N").help(help);
        command = command.arg(option.value_parser(value_parser!(usize)).group(GROUP));
    }
    command
}

impl BoardSize {
    /// The options that are given.
    pub fn given(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|(name, _)| format!("--{name}"))
    }

    /// The sizes by their names.
    pub fn sizes(&self) -> Vec<(&str, usize)> {
        self.0.iter().map(|(name, number)| (name.as_str(), *number)).collect()
    }

    /// The same, to be kept.
    pub fn owned(&self) -> BTreeMap<String, usize> {
        self.0.iter().cloned().collect()
    }

    /// Checks that the game has all the given sizes.
    pub fn check(&self, game: &dyn GameKit) -> Result<()> {
        let about = game.about();
        match self.0.iter().find(|(name, _)| about.sizes.iter().all(|size| size.name != name)) {
            Some((name, _)) => bail!("--{name} is not for {}", about.title),
            None => Ok(()),
        }
    }

    /// Where games begin.
    pub fn start(&self, game: &dyn GameKit, seed: u64) -> Result<Box<dyn AnyLine>> {
        self.check(game)?;
        game.start(&self.sizes(), seed).map_err(|error| anyhow!("--{error}"))
    }
}
