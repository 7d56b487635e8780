//! How games ended, and what that counts.

use std::collections::BTreeMap;

use plyglot_core::{Outcome, Side};
use serde::{Deserialize, Serialize};

use super::GameKey;

/// How a game ended. `First` made the first move of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameResult {
    /// Who won. As JSON it is the winner, and null for a draw.
    #[serde(rename = "winner", with = "winner")]
    pub outcome: Outcome,
    /// By how many points the first side is ahead, if the game went to its end and points decide it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<i64>,
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        GameResult { outcome, margin: None }
    }
}

mod winner {
    use plyglot_core::{Outcome, Side};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(outcome: &Outcome, serializer: S) -> Result<S::Ok, S::Error> {
        let winner = match outcome {
            Outcome::Win(side) => Some(side),
            Outcome::Draw => None,
        };
        winner.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Outcome, D::Error> {
        let winner = Option::<Side>::deserialize(deserializer)?;
        Ok(winner.map_or(Outcome::Draw, Outcome::Win))
    }
}

/// The games of a tournament that have ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    games: BTreeMap<GameKey, GameResult>,
    pairs_decide: bool,
}

impl Results {
    /// None yet, of a game in which each counts by itself.
    pub fn new() -> Results {
        Results::default()
    }

    /// None yet. Where pairs decide, both games of a pair count for the player with more points in
    /// the two together: in a game that the same side always wins, every pair would end even.
    pub fn by_pairs(pairs_decide: bool) -> Results {
        Results { games: BTreeMap::new(), pairs_decide }
    }

    /// Whether both games of a pair count for the same player.
    pub fn pairs_decide(&self) -> bool {
        self.pairs_decide
    }

    /// Enters a game; what was there before is returned.
    pub fn insert(&mut self, key: GameKey, result: impl Into<GameResult>) -> Option<GameResult> {
        self.games.insert(key, result.into())
    }

    /// Whether a game has ended.
    pub fn contains_key(&self, key: &GameKey) -> bool {
        self.games.contains_key(key)
    }

    /// How many have.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether none has.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// What a game counts, if it has ended. Where pairs decide that is a draw as long as the other one
    /// is being played.
    pub fn get(&self, key: &GameKey) -> Option<Outcome> {
        let result = self.games.get(key)?;
        match self.pairs_decide {
            false => Some(result.outcome),
            true => Some(self.of_pair(key).unwrap_or(Outcome::Draw)),
        }
    }

    /// By how many points the first side of a game is ahead.
    pub fn margin(&self, key: &GameKey) -> Option<i64> {
        self.games.get(key)?.margin
    }

    /// Whether any game was counted in points.
    pub fn have_margins(&self) -> bool {
        self.games.values().any(|game| game.margin.is_some())
    }

    /// Who is ahead in both games of a pair, as the sides of this one. Who lost one by a fault has lost
    /// both, unless the other did too.
    fn of_pair(&self, key: &GameKey) -> Option<Outcome> {
        // Sides are swapped in the other one.
        let pair = [(self.games.get(key)?, 1), (self.games.get(&key.partner())?, -1)];
        let faults = pair.iter().filter(|(game, _)| game.margin.is_none());
        let ahead: i64 = match faults.clone().count() {
            0 => pair.iter().filter_map(|(game, sign)| Some(sign * game.margin?)).sum(),
            _ => faults
                .map(|(game, sign)| match game.outcome {
                    Outcome::Win(Side::First) => *sign,
                    Outcome::Win(Side::Second) => -sign,
                    Outcome::Draw => 0,
                })
                .sum(),
        };
        Some(match ahead.signum() {
            1 => Outcome::Win(Side::First),
            -1 => Outcome::Win(Side::Second),
            _ => Outcome::Draw,
        })
    }
}

impl<R: Into<GameResult>> Extend<(GameKey, R)> for Results {
    fn extend<I: IntoIterator<Item = (GameKey, R)>>(&mut self, games: I) {
        for (key, result) in games {
            self.insert(key, result);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Outcome::{Draw, Win};
    use Side::{First, Second};

    fn key(number: u32) -> GameKey {
        GameKey { round: 0, table: 0, number }
    }

    /// The second side always wins; by how much is what tells.
    #[test]
    fn the_points_of_a_pair_decide() {
        let result = |outcome, margin| GameResult { outcome, margin };
        let mut results = Results::by_pairs(true);
        results.insert(key(0), result(Win(Second), Some(-2)));
        assert_eq!(results.get(&key(0)), Some(Draw), "nobody knows yet");
        results.insert(key(1), result(Win(Second), Some(-7)));
        // The first player of the first game is ahead by -2 + 7, and moves second in the other.
        assert_eq!([0, 1].map(|n| results.get(&key(n))), [Some(Win(First)), Some(Win(Second))]);
        // A fault outweighs any points.
        results.insert(key(2), result(Win(Second), None));
        results.insert(key(3), result(Win(Second), Some(-9)));
        assert_eq!([2, 3].map(|n| results.get(&key(n))), [Some(Win(Second)), Some(Win(First))]);
        // One each is even.
        results.insert(key(4), result(Win(Second), None));
        results.insert(key(5), result(Win(Second), None));
        assert_eq!(results.get(&key(4)), Some(Draw));
        assert_eq!((results.get(&key(6)), results.margin(&key(1))), (None, Some(-7)));
    }

    #[test]
    fn elsewhere_each_game_counts() {
        let mut results = Results::by_pairs(false);
        results.insert(key(0), GameResult { outcome: Win(Second), margin: Some(-2) });
        results.insert(key(1), GameResult { outcome: Win(Second), margin: Some(-7) });
        assert_eq!([0, 1].map(|n| results.get(&key(n))), [Some(Win(Second)); 2]);
    }
}
