use plyglot_games::GameId;
use plyglot_games::{Sizes, Start, WrongSize};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::contest::OpeningSuite;
use crate::referee::Rules;
use crate::schedule::{Format, Schedule, Unfit};

/// All that decides which games are played and how. It is stored with the games: with other
/// settings they would be another tournament's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Settings {
    /// What it is called.
    pub name: String,
    /// Which game.
    pub game: GameId,
    /// Rows and columns, where the game leaves that open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<usize>,
    /// Pits of each player, in Mancala.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pits: Option<usize>,
    /// Stones in each pit, in Mancala.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stones: Option<u16>,
    /// Who meets whom.
    pub format: Format,
    /// How many games two that meet play.
    pub games: u32,
    /// The seed of all chance.
    pub seed: u64,
    /// What games begin with; with a count of 0 every game begins at the start.
    pub openings: OpeningSuite,
    /// What is agreed on beyond the rules of the game.
    pub rules: Rules,
    /// Who plays.
    pub agents: Vec<Entrant>,
}

/// One of those who play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entrant {
    /// What tables call it; no two have the same name.
    pub name: String,
    /// What it is: the name of a built-in opponent, a path, a command line.
    pub agent: String,
}

/// Settings that make a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Tournament {
    settings: Settings,
    start: Start,
    schedule: Schedule,
}

/// Why settings make none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// There is no such board.
    #[error(transparent)]
    Size(#[from] WrongSize),
    /// Nobody could play that.
    #[error(transparent)]
    Schedule(#[from] Unfit),
}

impl Tournament {
    /// The tournament that settings describe.
    ///
    /// # Errors
    /// If there is no such board or schedule.
    pub fn new(settings: Settings) -> Result<Tournament, SettingsError> {
        let Settings { game, size, pits, stones, format, games, seed, .. } = settings;
        let start = Start::new(game, &Sizes { size, pits, stones })?;
        let schedule = Schedule::new(format, settings.agents.len(), games, seed)?;
        Ok(Tournament { settings, start, schedule })
    }

    /// What it was made from.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Where its games start.
    pub fn start(&self) -> Start {
        self.start
    }

    /// Who plays whom.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// What tables call a player.
    pub fn name_of(&self, player: usize) -> &str {
        self.settings.agents.get(player).map_or("", |entrant| &entrant.name)
    }

    /// How it is played, in words: `round robin, 2 games a pairing`.
    pub fn format_in_words(&self) -> String {
        let format = match self.settings.format {
            Format::RoundRobin => "round robin".to_owned(),
            Format::Gauntlet { challengers: 1 } => "gauntlet of 1 challenger".to_owned(),
            Format::Gauntlet { challengers } => format!("gauntlet of {challengers} challengers"),
            Format::Knockout { most_rounds } => format!("knockout of at most {most_rounds} rounds"),
            Format::Swiss { rounds: 1 } => "Swiss, 1 round".to_owned(),
            Format::Swiss { rounds } => format!("Swiss, {rounds} rounds"),
        };
        let games = self.settings.games;
        format!("{format}, {games} game{} a pairing", if games == 1 { "" } else { "s" })
    }
}

impl Settings {
    /// Each setting that two tournaments do not share, as `rules.seconds is 5.0, was 10.0`.
    pub fn differences(&self, earlier: &Settings) -> Vec<String> {
        let mut found = Vec::new();
        // Settings are plain data, so they can always be written.
        if let [Ok(now), Ok(was)] = [self, earlier].map(serde_json::to_value) {
            compare("", Some(&now), Some(&was), &mut found);
        }
        found
    }
}

/// Goes down to the values, which alone are worth a line.
fn compare(path: &str, now: Option<&Value>, was: Option<&Value>, found: &mut Vec<String>) {
    let below = |name: &str| {
        if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
    };
    match (now, was) {
        (now, was) if now == was => {}
        (Some(Value::Object(now)), Some(Value::Object(was))) => {
            let added = was.keys().filter(|name| !now.contains_key(*name));
            for name in now.keys().chain(added) {
                compare(&below(name), now.get(name), was.get(name), found);
            }
        }
        (Some(Value::Array(now)), Some(Value::Array(was))) if now.len() == was.len() => {
            for (number, (now, was)) in (1..).zip(now.iter().zip(was)) {
                compare(&format!("{path} {number}"), Some(now), Some(was), found);
            }
        }
        _ => found.push(format!("{path} is {}, was {}", in_words(now), in_words(was))),
    }
}

fn in_words(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => "not set".to_owned(),
        Some(Value::Array(list)) => format!("{} entries", list.len()),
        Some(value) => value.to_string(),
    }
}
