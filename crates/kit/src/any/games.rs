use plyglot_core::text::{Lines, TextError, whole};

use super::{AnyTask, GameKit};

/// A game, whichever it is.
pub type GameRef = &'static dyn GameKit;

/// The games that a program knows: all that it can be asked about.
#[derive(Clone, Copy, Debug)]
pub struct Games {
    all: &'static [GameRef],
    usual: usize,
}

impl Games {
    /// These games, in the order in which they are listed.
    pub const fn new(games: &'static [GameRef]) -> Games {
        Games { all: games, usual: 0 }
    }

    /// The same games; the one of that number, counted from 0, is the default.
    #[must_use]
    pub const fn usually(self, number: usize) -> Games {
        Games { usual: number, ..self }
    }

    /// The default game, if none is named.
    pub fn usual(self) -> GameRef {
        self.all[self.usual]
    }

    /// All of them.
    pub fn iter(self) -> impl Iterator<Item = GameRef> {
        self.all.iter().copied()
    }

    /// Their names, as on the command line.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        self.iter().map(<dyn GameKit>::name)
    }

    /// A game by its name.
    ///
    /// # Errors
    /// If there is none of that name; the message lists those there are.
    pub fn find(self, name: &str) -> Result<GameRef, TextError> {
        let known: Vec<(&str, GameRef)> = self.iter().map(|game| (game.name(), game)).collect();
        whole(name).one_of(&known)
    }

    /// An edition of a game's assignment by its name.
    ///
    /// # Errors
    /// If there is none of that name; the message goes on after the word for an edition.
    pub fn edition(self, game: GameRef, name: &str) -> Result<&'static str, String> {
        let editions = game.files().editions;
        match editions.iter().find(|edition| **edition == name) {
            Some(edition) => Ok(edition),
            None if editions.is_empty() => {
                let owners = self.iter().filter(|game| !game.files().editions.is_empty());
                let owners: Vec<&str> = owners.map(<dyn GameKit>::title).collect();
                Err(format!("is for {}, and this is {}", owners.join(" and "), game.title()))
            }
            None => Err(format!("is {}, not {name}", editions.join(" or "))),
        }
    }

    /// Reads an `input.txt`; detects the game from the content unless it is named.
    ///
    /// # Errors
    /// At the first place that does not fit.
    pub fn read_task(
        self,
        text: &str,
        game: Option<GameRef>,
    ) -> Result<(GameRef, Box<dyn AnyTask>), TextError> {
        let game = match game {
            Some(game) => game,
            None => self.recognise(text)?,
        };
        Ok((game, game.read_task(text)?))
    }

    /// The game whose inputs begin like this one: each game's first line, or its first two, can be
    /// no other's.
    fn recognise(self, text: &str) -> Result<GameRef, TextError> {
        let mut lines = Lines::new(text);
        let first = lines.next("the input of a game")?;
        let mut after_first = lines.clone();
        let second = lines.next("the second line").ok().map(|line| line.text);
        let mut unsure = Vec::new();
        for game in self.iter() {
            match game.recognises(first.text, second) {
                Some(true) => return Ok(game),
                Some(false) => {}
                None => unsure.push(game.title()),
            }
        }
        if !unsure.is_empty() {
            after_first.next(&format!("the second line of {}", unsure.join(" or ")))?;
        }
        let expected = format!("the first line of a game: {}", self.first_lines());
        Err(first.expected(expected))
    }

    /// `Star or Circle (Star and Circle), a number (Stake and Raid, Mancala)`.
    fn first_lines(self) -> String {
        let mut known: Vec<(&str, Vec<&str>)> = Vec::new();
        for game in self.iter() {
            let line = game.files().first_line;
            match known.iter_mut().find(|(known, _)| *known == line) {
                Some((_, titles)) => titles.push(game.title()),
                None => known.push((line, vec![game.title()])),
            }
        }
        let known = known.iter().map(|(line, titles)| format!("{line} ({})", titles.join(", ")));
        known.collect::<Vec<_>>().join(", ")
    }
}
