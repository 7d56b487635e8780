//! The command line, with the games that the program knows.

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
    let command = Arguments::command().name(program.name.clone());
    in_words(command, program).mut_subcommands(|command| {
        let mut command = board_size::add(in_words(command, program), program.games);
        command = notation_file::add(command, program.games);
        if command.get_arguments().any(|argument| argument.get_id() == GAME) {
            let names = PossibleValuesParser::new(program.games.names());
            command = command.mut_arg(GAME, |argument| argument.value_parser(names));
        }
        command
    })
}

/// The same command with this program's name and a game that it knows in its examples.
fn in_words(command: Command, program: &Program) -> Command {
    let Some(text) = command.get_after_help().map(StyledStr::to_string) else { return command };
    let text = text.replace("{program}", &program.name);
    command.after_help(text.replace("{game}", program.games.usual().name()))
}
