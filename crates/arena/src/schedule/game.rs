use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The name of a game within its tournament: the same whenever it is asked for. Displayed with counts
/// from 1, as people have it: `2.1.4` is the fourth game at the first table of the second round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GameKey {
    /// Counted from 0, as all of these.
    pub round: u32,
    /// The table within the round.
    pub table: u32,
    /// The game at the table.
    pub number: u32,
}

impl GameKey {
    /// The other game of the same pair, which has the same opening and swapped colours.
    pub fn partner(&self) -> GameKey {
        GameKey { number: self.number ^ 1, ..*self }
    }
}

/// Two players at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The round.
    pub round: u32,
    /// The table within the round.
    pub table: u32,
    /// Who moves first in the first game, and in every other one after it.
    pub first: usize,
    /// The opponent.
    pub second: usize,
}

/// One game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduledGame {
    /// Its name.
    pub key: GameKey,
    /// Who moves first.
    pub first: usize,
    /// Who moves second.
    pub second: usize,
    /// Which opening of the suite, counted round and round. Both games of a pair begin with the
    /// same, and so do all tables of a round; another round has others.
    pub opening: u64,
}

/// Who plays whom at the same time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// The tables in order.
    pub pairings: Vec<Pairing>,
    /// Who has no opponent in this round.
    pub resting: Vec<usize>,
}

impl Display for GameKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [round, table, number] =
            [self.round, self.table, self.number].map(|count| u64::from(count) + 1);
        write!(f, "{round}.{table}.{number}")
    }
}

impl FromStr for GameKey {
    type Err = NoKey;

    fn from_str(text: &str) -> Result<GameKey, NoKey> {
        let count = |part: &str| {
            let is_plain = part.bytes().all(|byte| byte.is_ascii_digit()) && !part.starts_with('0');
            let count: u32 = part.parse().ok().filter(|_| is_plain)?;
            count.checked_sub(1)
        };
        let parts: Option<Vec<u32>> = text.split('.').map(count).collect();
        match parts.as_deref() {
            Some(&[round, table, number]) => Ok(GameKey { round, table, number }),
            _ => Err(NoKey),
        }
    }
}

/// A text that names no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected round, table and game from 1, such as 2.1.4")]
pub struct NoKey;

impl Pairing {
    /// The games at this table, of which there are `count`: colours alternate.
    pub fn games(self, count: u32) -> impl Iterator<Item = ScheduledGame> {
        let Pairing { round, table, first, second } = self;
        let pairs = u64::from(count.div_ceil(2));
        (0..count).map(move |number| {
            let (first, second) = if number % 2 == 0 { (first, second) } else { (second, first) };
            let opening = u64::from(round) * pairs + u64::from(number / 2);
            ScheduledGame { key: GameKey { round, table, number }, first, second, opening }
        })
    }
}

impl ScheduledGame {
    /// Whether it is the other game of the same pair, or the same.
    pub fn is_paired_with(&self, other: &ScheduledGame) -> bool {
        self.key == other.key || self.key.partner() == other.key
    }
}

impl Round {
    /// Tables for players who meet, in the order given.
    pub(super) fn new(round: u32, meetings: &[[usize; 2]], resting: Vec<usize>) -> Round {
        let pairings = meetings.iter().zip(0..);
        let pairings =
            pairings.map(|(&[first, second], table)| Pairing { round, table, first, second });
        Round { pairings: pairings.collect(), resting }
    }

    /// All games, where two that meet play `count`.
    pub fn games(&self, count: u32) -> impl Iterator<Item = ScheduledGame> {
        self.pairings.iter().flat_map(move |pairing| pairing.games(count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_written_and_read() {
        let key = GameKey { round: 1, table: 0, number: 3 };
        assert_eq!(key.to_string(), "2.1.4");
        assert_eq!("2.1.4".parse(), Ok(key));
        let bad = ["", "1.1", "1.1.1.1", "0.1.1", "1.1.01", "1.1.+1", "1.-1.1", "1. 1.1", "1.1.x"];
        for text in bad.into_iter().chain(["../..", "1.1.99999999999"]) {
            assert_eq!(text.parse::<GameKey>(), Err(NoKey), "{text}");
        }
        let last = GameKey { round: u32::MAX, table: 0, number: 0 };
        assert_eq!(last.to_string(), "4294967296.1.1");
    }

    #[test]
    fn colours_alternate_and_pairs_share_an_opening() {
        let pairing = Pairing { round: 2, table: 5, first: 7, second: 3 };
        let games: Vec<_> = pairing.games(5).collect();
        let firsts: Vec<_> = games.iter().map(|game| game.first).collect();
        assert_eq!(firsts, [7, 3, 7, 3, 7]);
        let openings: Vec<_> = games.iter().map(|game| game.opening).collect();
        assert_eq!(
            openings,
            [6, 6, 7, 7, 8],
            "three pairs a round, of which two rounds went before"
        );
        assert_eq!(games[3].key, GameKey { round: 2, table: 5, number: 3 });
    }
}
