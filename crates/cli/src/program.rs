use std::env;
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
    /// The program that this process is.
    pub fn new(games: Games) -> Program {
        let typed = env::args_os().next().unwrap_or_default();
        let name = Path::new(&typed).file_stem().map(|name| name.to_string_lossy().into_owned());
        Program { name: name.unwrap_or_else(|| "plyglot".to_owned()), games }
    }

    /// A game by its name, in small letters or capitals.
    pub fn game(&self, name: &str) -> Result<GameRef> {
        match self.games.iter().find(|game| game.name().eq_ignore_ascii_case(name)) {
            Some(game) => Ok(game),
            None => self.games.find(name).map_err(|error| anyhow!("{}", error.message)),
        }
    }

    /// An edition of the game's assignment by its name, if one is named.
    pub fn edition(&self, game: GameRef, name: Option<&str>) -> Result<Option<&'static str>> {
        let edition = name.map(|name| self.games.edition(game, name)).transpose();
        edition.map_err(|error| anyhow!("--edition {error}"))
    }
}
