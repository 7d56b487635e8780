use std::collections::BTreeMap;

use plyglot_kit::WrongSize;
use plyglot_kit::any::{AnyLine, GameRef, Games};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::contest::OpeningSuite;
use crate::referee::Rules;
use crate::schedule::{Format, Results, Schedule, Unfit};

/// All that decides which games are played and how. It is stored with the games: with other
/// settings they would be another tournament's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct TournamentSettings {
    /// What it is called.
    pub name: String,
    /// Which game, by its name.
    pub game: String,
    /// The sizes that were chosen of its board, by their names.
    #[serde(flatten)]
    pub sizes: BTreeMap<String, usize>,
    /// Who meets whom.
    pub format: Format,
    /// How many games two that meet play.
    pub games: u32,
    /// Random seed.
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
#[derive(Clone, Debug)]
pub struct Tournament {
    settings: TournamentSettings,
    games: Games,
    game: GameRef,
    start: Box<dyn AnyLine>,
    schedule: Schedule,
}

/// Settings decide all else.
impl PartialEq for Tournament {
    fn eq(&self, other: &Tournament) -> bool {
        self.settings == other.settings
    }
}

/// Why settings make none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// There is no such game.
    #[error("unknown game {name}: expected {known}")]
    Game {
        /// What it is called.
        name: String,
        /// The games that there are.
        known: String,
    },
    /// The game has no such size.
    #[error("{name} is not for {title}")]
    NoSize {
        /// What the size is called.
        name: String,
        /// The game in a sentence.
        title: &'static str,
    },
    /// There is no such board.
    #[error(transparent)]
    Size(#[from] WrongSize),
    /// No such tournament can be played.
    #[error(transparent)]
    Schedule(#[from] Unfit),
}

impl Tournament {
    /// The tournament that settings describe.
    ///
    /// # Errors
    /// If there is no such game, board or schedule.
    pub fn new(settings: TournamentSettings, games: Games) -> Result<Tournament, SettingsError> {
        let game = games.find(&settings.game).map_err(|_| SettingsError::Game {
            name: settings.game.clone(),
            known: games.names().collect::<Vec<_>>().join(", "),
        })?;
        let about = game.about();
        let is_known = |name: &String| about.sizes.iter().any(|size| size.name == name);
        if let Some(name) = settings.sizes.keys().find(|name| !is_known(name)) {
            return Err(SettingsError::NoSize { name: name.clone(), title: about.title });
        }
        let sizes: Vec<(&str, usize)> =
            settings.sizes.iter().map(|(name, &number)| (name.as_str(), number)).collect();
        let start = game.start(&sizes, settings.seed)?;
        let players = settings.agents.len();
        let schedule = Schedule::new(settings.format, players, settings.games, settings.seed)?;
        Ok(Tournament { settings, games, game, start, schedule })
    }

    /// What it was made from.
    pub fn settings(&self) -> &TournamentSettings {
        &self.settings
    }

    /// The games that it was chosen from.
    pub fn games(&self) -> Games {
        self.games
    }

    /// Which game is played.
    pub fn game(&self) -> GameRef {
        self.game
    }

    /// Where its games start.
    pub fn start(&self) -> Box<dyn AnyLine> {
        self.start.clone()
    }

    /// Its results before the first game.
    pub fn no_results(&self) -> Results {
        Results::by_pairs(self.game.about().pairs_decide)
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

impl TournamentSettings {
    /// Each setting that two tournaments do not share, as `rules.seconds is 5.0, was 10.0`.
    pub fn differences(&self, earlier: &TournamentSettings) -> Vec<String> {
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

#[cfg(test)]
mod tests {
    use plyglot_games::GAMES;

    use super::*;

    /// As stores hold them.
    const STORED: &str = r#"{"name":"Cup","game":"mancala","pits":4,"stones":3,"format":"round-robin","games":4,"seed":5,"openings":{"count":10,"plies":3},"rules":{"seconds":10.0,"extra-wall":10.0,"nodes":300,"lenient":false,"time-decides":false,"late-draws":false,"user-time":false,"memory":1024,"disk":64},"agents":[{"name":"random","agent":"random"},{"name":"club","agent":"club"}]}"#;

    fn refused(stored: &str) -> String {
        match serde_json::from_str(stored) {
            Ok(settings) => Tournament::new(settings, GAMES).unwrap_err().to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn settings_are_written_as_they_always_were() {
        let settings: TournamentSettings = serde_json::from_str(STORED).unwrap();
        assert_eq!(serde_json::to_string(&settings).unwrap(), STORED);
        let tournament = Tournament::new(settings, GAMES).unwrap();
        assert_eq!(tournament.start().position(), "1\n3 3 3 3\n3 3 3 3\n0\n0\n");
    }

    #[test]
    fn settings_of_another_program_are_refused() {
        let size = STORED.replace("pits", "size");
        assert_eq!(refused(&size), "size is not for Mancala");
        let other = refused(&STORED.replace("\"seed\"", "\"author\":\"x\",\"seed\""));
        assert!(other.starts_with("invalid type: string \"x\""), "{other}");
        let chess = refused(&STORED.replace("mancala", "chess"));
        assert!(
            chess.starts_with("unknown game chess: expected star-circle, checkers,"),
            "{chess}"
        );
        assert_eq!(
            refused(&STORED.replace("4,\"stones", "11,\"stones")),
            "pits is from 1 to 10, not 11"
        );
    }
}
