//! The command line, with the games that the program knows.

use std::ffi::OsString;

use clap::builder::{PossibleValuesParser, StyledStr};
use clap::{Command, CommandFactory};

use crate::args::Arguments;
use crate::program::Program;
use crate::{board_size, notation_file};

/// The names of arguments that take a game.
const GAME: &str = "game";

/// All commands of a program: arguments for a game know its games and their sizes, and examples are
/// about one of them.
pub fn command(program: &Program) -> Command {
    let command = in_words(Arguments::command().name(program.name.clone()), program);
    command.mut_subcommands(|command| of_program(command, program))
}

/// The same as far as these arguments ask for it. Every start of the program comes by here, an agent's
/// with a hundredth of a second left too.
pub fn asked_by(arguments: &[OsString], program: &Program) -> Command {
    let command = Arguments::command().name(program.name.clone());
    let named = arguments.get(1).and_then(|argument| argument.to_str());
    match named.filter(|name| command.find_subcommand(name).is_some()) {
        Some(name) => command.mut_subcommand(name, |command| of_program(command, program)),
        None => self::command(program),
    }
}

/// A command with the commands below it, for this program's games.
fn of_program(command: Command, program: &Program) -> Command {
    let command = board_size::add(in_words(command, program), program.games);
    let command = notation_file::add(command, program.games);
    let command = command.mut_subcommands(|command| of_program(command, program));
    command.mut_args(|argument| {
        let help = argument.get_help().map(|help| filled(help, program));
        let argument = if let Some(help) = help { argument.help(help) } else { argument };
        if argument.get_id() != GAME {
            return argument;
        }
        let games = PossibleValuesParser::new(program.games.names());
        argument.value_parser(games).ignore_case(true)
    })
}

/// The same command with this program's name and a game that it knows in its examples.
fn in_words(command: Command, program: &Program) -> Command {
    match command.get_after_help().map(|text| filled(text, program)) {
        Some(text) => command.after_help(text),
        None => command,
    }
}

fn filled(text: &StyledStr, program: &Program) -> String {
    let text = text.ansi().to_string().replace("{program}", &program.name);
    text.replace("{game}", program.games.usual().name())
}
