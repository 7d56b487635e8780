//! An option for a file in the notation of a game that has one: `--pdn FILE`.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::{Arg, ArgGroup, ArgMatches, Args, Command, FromArgMatches, value_parser};
use plyglot_kit::any::{GameRef, Games};
use plyglot_kit::notation::Notation;

/// The file that was named, and by which option.
#[derive(Clone, Debug, Default)]
pub struct NotationFile(Option<(String, PathBuf)>);

/// Marks a command that takes such a file. The options themselves come from the games.
const GROUP: &str = "notations";
/// What the names of these options begin with.
const PREFIX: &str = "notation:";

impl Args for NotationFile {
    fn augment_args(command: Command) -> Command {
        command.group(ArgGroup::new(GROUP))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for NotationFile {
    fn from_arg_matches(matches: &ArgMatches) -> Result<NotationFile, clap::Error> {
        let mut files = matches.ids().filter_map(|id| {
            let name = id.as_str().strip_prefix(PREFIX)?;
            Some((name.to_owned(), matches.get_one::<PathBuf>(id.as_str())?.clone()))
        });
        Ok(NotationFile(files.next()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = NotationFile::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Adds an option for the notation of every game to a command that takes such a file.
pub fn add(mut command: Command, games: Games) -> Command {
    if !command.get_groups().any(|group| group.get_id() == GROUP) {
        return command;
    }
    for game in games.iter() {
        if let Some(notation) = game.notation() {
            let name = notation.extension();
            let title = game.title();
            let help =
                format!("Write the games into this new file in {} ({title})", notation.name());
            let option = Arg::new(format!("{PREFIX}{name}")).long(name).value_name("FILE");
            let option = option.help(help).value_parser(value_parser!(PathBuf));
            command = command.arg(option.group(GROUP));
        }
    }
    command
}

impl NotationFile {
    /// Where to write.
    pub fn path(&self) -> Option<&PathBuf> {
        self.0.as_ref().map(|(_, path)| path)
    }

    /// The notation that was chosen, which must be this game's.
    pub fn of(&self, game: GameRef) -> Result<Option<&'static dyn Notation>> {
        let Some((name, _)) = &self.0 else { return Ok(None) };
        match game.notation().filter(|notation| notation.extension() == name) {
            Some(notation) => Ok(Some(notation)),
            None => bail!("--{name} is not for {}; --record is for all games", game.title()),
        }
    }
}
