use std::ffi::OsString;
use std::io::Write;
use std::path::Path;

use anyhow::{Result, anyhow};
use plyglot_kit::any::{GameRef, Games};

/// The program that runs: what it is called, and which games it knows.
#[derive(Clone, Debug)]
pub struct Program {
    /// As it is typed.
    pub name: String,
    pub games: Games,
}

impl Program {
    /// The program that was typed like this.
    pub fn new(games: Games, typed: Option<&OsString>) -> Program {
        let name = typed.and_then(|typed| Path::new(typed).file_stem());
        let name =
            name.map_or_else(|| "plyglot".into(), |name| name.to_string_lossy().into_owned());
        Program { name, games }
    }

    /// A game by its name, in small letters or capitals.
    pub fn game(&self, name: &str) -> Result<GameRef> {
        match self.games.iter().find(|game| game.name().eq_ignore_ascii_case(name)) {
            Some(game) => Ok(game),
            None => self.games.find(name).map_err(|error| anyhow!("{}", error.message)),
        }
    }

    /// Asks for a game, with an example of a command that names one.
    pub fn list_games(&self, out: &mut impl Write, example: &str) -> Result<()> {
        writeln!(out, "Name a game, as in: {example}\n")?;
        for game in self.games.iter() {
            writeln!(out, "  {:12} {}", game.name(), game.about().about)?;
        }
        Ok(())
    }

    /// An edition of the game's assignment by its name, if one is named.
    pub fn edition(&self, game: GameRef, name: Option<&str>) -> Result<Option<&'static str>> {
        let edition = name.map(|name| self.games.edition(game, name)).transpose();
        edition.map_err(|error| anyhow!("--edition {error}"))
    }
}
