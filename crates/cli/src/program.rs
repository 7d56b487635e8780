use std::ffi::OsString;
use std::path::Path;

use anyhow::{Result, anyhow, bail};
use plyglot_kit::any::{GameKit, GameRef, Games};

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

    /// An edition of the game's assignment by its name, if one is named.
    pub fn edition(&self, game: GameRef, name: Option<&str>) -> Result<Option<&'static str>> {
        let Some(name) = name else { return Ok(None) };
        let editions = game.files().editions;
        match editions.iter().find(|edition| **edition == name) {
            Some(edition) => Ok(Some(edition)),
            None if editions.is_empty() => {
                let owners = self.games.iter().filter(|game| !game.files().editions.is_empty());
                let owners: Vec<&str> = owners.map(<dyn GameKit>::title).collect();
                bail!("--edition is for {}, and this is {}", owners.join(" and "), game.title())
            }
            None => bail!("--edition is {}, not {name}", editions.join(" or ")),
        }
    }
}
