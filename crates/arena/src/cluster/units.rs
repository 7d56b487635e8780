//! Games as units. A unit is some pairs of games: both games of a pair stay on one machine, which then
//! favours neither agent. Which games are in which unit depends on the schedule alone, so a tournament
//! that goes on finds its units as it left them.

use plyglot_units::{Unit, UnitKey};
use serde::{Deserialize, Serialize};

use super::job::JobError;
use crate::agent::AgentKind;
use crate::record::GameRecord;
use crate::schedule::{GameKey, Results, Schedule, ScheduledGame};
use crate::tournament::Plan;

/// About how long a unit should take: taking one costs milliseconds, losing one costs all of it.
const SECONDS: f64 = 60.0;
/// A tournament has at least as many units, if it has the games for it: few machines wait at its end.
const UNITS: u64 = 64;
/// What a game costs beyond its nodes, and how long a node and how many turns it is taken to have: the
/// true numbers differ by game and machine, and need not be known better.
const GAME_SECONDS: f64 = 0.01;
const NODE_SECONDS: f64 = 1e-6;
const TURNS: f64 = 80.0;

/// How many pairs of games a unit of this plan has.
pub fn pairs_in_a_unit(plan: &Plan) -> usize {
    let rules = &plan.tournament.settings().rules;
    let is_built_in = |kind: &AgentKind| matches!(kind, AgentKind::BuiltIn(_));
    let game = match rules.nodes {
        Some(nodes) if plan.agents.iter().all(|agent| is_built_in(&agent.kind)) => {
            GAME_SECONDS + TURNS * NODE_SECONDS * nodes as f64
        }
        _ => 2.0 * rules.seconds,
    };
    let by_time = (SECONDS / (2.0 * game.max(1e-3))) as u64;
    let by_number = plan.tournament.schedule().cost().most / 2 / UNITS;
    usize::try_from(by_time.min(by_number)).unwrap_or(1).max(1)
}

/// Games that are played together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamesUnit {
    /// Its name, but for how often it was tried.
    pub name: String,
    pub games: Vec<ScheduledGame>,
}

/// All units of the games that are known from these results.
pub fn known(schedule: &Schedule, results: &Results, pairs: usize) -> Vec<GamesUnit> {
    let mut games = schedule.known_games(results);
    let is_together: fn(&ScheduledGame, &ScheduledGame) -> bool =
        if schedule.is_known_from_the_start() {
            |_, _| true
        } else {
            // A later round is not known yet: no unit has games of two.
            games.sort_by_key(|game| game.key.round);
            |one, other| one.key.round == other.key.round
        };
    let mut units = Vec::new();
    for stage in games.chunk_by(is_together) {
        let all: Vec<&[ScheduledGame]> = stage.chunk_by(ScheduledGame::is_paired_with).collect();
        for some in all.chunks(pairs.max(1)) {
            let games = some.concat();
            let Some(GameKey { round, table, number }) = games.first().map(|game| game.key) else {
                continue;
            };
            let name = format!("game-{}-{}-{}", round + 1, table + 1, number + 1);
            units.push(GamesUnit { name, games });
        }
    }
    units
}

impl GamesUnit {
    /// Its key when it is tried for this time, counted from 1.
    pub fn key(&self, attempt: u32) -> Result<UnitKey, JobError> {
        let name = match attempt {
            1 => self.name.clone(),
            _ => format!("{}_{attempt}", self.name),
        };
        name.parse().map_err(|error| JobError::Store(plyglot_units::UnitsError::Key(error)))
    }

    pub fn unit(&self, attempt: u32) -> Result<Unit, JobError> {
        let games: Vec<GameInput> = self.games.iter().map(GameInput::from).collect();
        let input = serde_json::to_string(&games).unwrap_or_default();
        Ok(Unit { key: self.key(attempt)?, input })
    }
}

/// The name and the attempt that a key has.
pub fn parts(key: &UnitKey) -> (&str, u32) {
    match key.as_str().split_once('_') {
        Some((name, attempt)) => (name, attempt.parse().unwrap_or(1)),
        None => (key.as_str(), 1),
    }
}

/// A game as a unit has it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GameInput {
    /// As people write it: `2.1.4`.
    game: String,
    first: usize,
    second: usize,
    opening: u64,
}

impl From<&ScheduledGame> for GameInput {
    fn from(game: &ScheduledGame) -> GameInput {
        let ScheduledGame { key, first, second, opening } = *game;
        GameInput { game: key.to_string(), first, second, opening }
    }
}

/// The games of a unit, for as many players.
pub fn games(input: &str, players: usize) -> Result<Vec<ScheduledGame>, String> {
    let games: Vec<GameInput> = serde_json::from_str(input).map_err(|error| error.to_string())?;
    let scheduled = games.into_iter().map(|GameInput { game, first, second, opening }| {
        let key = game.parse().map_err(|error| format!("{game}: {error}"))?;
        if first.max(second) >= players {
            return Err(format!("{game}: there are {players} players"));
        }
        Ok(ScheduledGame { key, first, second, opening })
    });
    scheduled.collect()
}

/// What came of a unit.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct UnitResult {
    pub played: Vec<PlayedGame>,
    /// Games that could not be played, through no fault of an agent's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unplayed: Vec<FailedGame>,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct PlayedGame {
    pub game: String,
    pub record: GameRecord,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct FailedGame {
    pub game: String,
    pub why: String,
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::schedule::Format;
    use crate::schedule::testing::{by_strength, play_out};

    /// However far a tournament has come, its units are the same; each game is in one, with its pair.
    #[test]
    fn units_do_not_depend_on_what_was_played() {
        for format in [Format::RoundRobin, Format::knockout(9), Format::swiss(9)] {
            let schedule = Schedule::new(format, 9, 4, 7).unwrap();
            let all = play_out(&schedule, by_strength(3));
            for pairs in [1, 3] {
                let last = known(&schedule, &all, pairs);
                let keys: Vec<GameKey> =
                    last.iter().flat_map(|unit| &unit.games).map(|game| game.key).collect();
                assert_eq!(keys.len(), all.len(), "{format:?}");
                assert_eq!(keys.iter().collect::<HashSet<_>>().len(), keys.len());
                let names: HashSet<&str> = last.iter().map(|unit| unit.name.as_str()).collect();
                assert_eq!(names.len(), last.len());
                for unit in &last {
                    assert!(unit.games.len() <= 2 * pairs && unit.games.len().is_multiple_of(2));
                    let input = unit.unit(1).unwrap().input;
                    assert_eq!(games(&input, 9), Ok(unit.games.clone()));
                }
                // Played unit by unit, each is found again as it was.
                let mut results = Results::new();
                while let Some(unit) = known(&schedule, &results, pairs)
                    .into_iter()
                    .find(|unit| unit.games.iter().any(|it| !results.contains_key(&it.key)))
                {
                    assert!(last.contains(&unit), "{format:?}");
                    for game in &unit.games {
                        results.insert(game.key, all.get(&game.key).unwrap());
                    }
                }
                assert_eq!(results.len(), all.len());
            }
        }
    }

    #[test]
    fn keys_say_which_attempt_it_is() {
        let unit = GamesUnit { name: "game-1-2-3".to_owned(), games: Vec::new() };
        assert_eq!(parts(&unit.key(1).unwrap()), ("game-1-2-3", 1));
        assert_eq!(parts(&unit.key(12).unwrap()), ("game-1-2-3", 12));
        assert!(games(r#"[{"game":"1.1.1","first":0,"second":2,"opening":0}]"#, 2).is_err());
        assert!(games(r#"[{"game":"0.1.1","first":0,"second":1,"opening":0}]"#, 2).is_err());
    }
}
