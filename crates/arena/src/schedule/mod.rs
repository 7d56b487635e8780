//! Who plays whom, and when: round robin, gauntlet, knockout, Swiss.
//!
//! A [`Schedule`] has no state: from the results so far it tells what is still to be played. So a
//! tournament that was stopped at any instant goes on by asking again with what was stored, and
//! neither the order in which games end nor how many are played at once changes anything. Games
//! have names that stay ([`GameKey`]), for a store to file results under.

mod cost;
mod game;
mod gauntlet;
mod knockout;
mod matching;
mod record;
mod results;
mod round_robin;
mod standings;
mod swiss;
#[cfg(test)]
pub(crate) mod testing;

pub use cost::Cost;
pub use game::{GameKey, NoKey, Pairing, Round, ScheduledGame};
pub use results::{GameResult, Results};
pub use standings::Standing;

use plyglot_core::mix::{Random, mix};
use serde::{Deserialize, Serialize};

use record::PlayedRounds;

/// How a tournament is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Each against each.
    RoundRobin,
    /// The first players, each against all the others; not among themselves.
    Gauntlet {
        /// How many they are.
        challengers: usize,
    },
    /// The loser of more than half of the games of a pairing is out, and no one else, so both may
    /// advance. No two meet twice. It ends when one is left, when all that are left have met each
    /// other, or after `most_rounds` rounds; all that are left then share the first place.
    Knockout {
        /// After this many rounds it ends in any case.
        #[serde(rename = "most-rounds")]
        most_rounds: u32,
    },
    /// The same number of rounds for all, against opponents with about as many points. No two meet
    /// twice and none rests twice while that can be avoided. A rest is worth as much as winning all
    /// games.
    Swiss {
        /// How many rounds.
        rounds: u32,
    },
}

impl Format {
    /// How many games two players of a knockout play by default.
    pub const KNOCKOUT_GAMES: u32 = 4;

    /// A knockout in which every other round on average may leave all players in.
    pub fn knockout(players: usize) -> Format {
        Format::Knockout { most_rounds: (3 * halvings(players)).max(1) }
    }

    /// A Swiss tournament with as many rounds as a knockout without draws would take.
    pub fn swiss(players: usize) -> Format {
        Format::Swiss { rounds: halvings(players).max(1) }
    }
}

/// How often a number of players can be halved until one is left.
fn halvings(players: usize) -> u32 {
    players.max(1).next_power_of_two().ilog2()
}

/// A tournament before anything is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    format: Format,
    players: usize,
    games: u32,
    seed: u64,
}

/// What to do now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextStep {
    /// These games have no result yet and can be played, in any order and all at once; best in this
    /// one, which keeps the tables even. What comes after them may depend on their results.
    Play(Vec<ScheduledGame>),
    /// Nothing is left to play.
    Done,
}

/// Why there is no such tournament.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// A tournament needs players.
    #[error("a tournament needs at least 2 players, found {0}")]
    TooFewPlayers(usize),
    /// The tables of who met whom grow with the square.
    #[error("a tournament has at most {max} players, found {0}", max = Schedule::MOST_PLAYERS)]
    TooManyPlayers(usize),
    /// Two that meet have to play.
    #[error("a pairing needs at least 1 game")]
    NoGames,
    /// No player shall be out for having moved second more often.
    #[error("a pairing of a knockout needs an even number of games, found {0}")]
    OddKnockout(u32),
    /// Challengers need opponents.
    #[error("a gauntlet of {players} players needs 1 to {} challengers, found {found}", players - 1)]
    Challengers {
        /// Players in all.
        players: usize,
        /// Challengers among them.
        found: usize,
    },
    /// It would be over at once.
    #[error("a tournament needs at least 1 round")]
    NoRounds,
    /// More than a list of them could hold.
    #[error("{0} games are too many: at most {max}", max = Schedule::MOST_GAMES)]
    TooManyGames(u64),
}

impl Schedule {
    /// No tournament has more players.
    pub const MOST_PLAYERS: usize = 1000;
    /// No tournament has more games.
    pub const MOST_GAMES: u64 = 5_000_000;

    /// A tournament of `players` players, in which two that meet play `games` games. The seed
    /// decides what the rules of the format leave open.
    ///
    /// # Errors
    /// Says why there is no such tournament.
    pub fn new(format: Format, players: usize, games: u32, seed: u64) -> Result<Schedule, Unfit> {
        if players < 2 {
            return Err(Unfit::TooFewPlayers(players));
        }
        if players > Self::MOST_PLAYERS {
            return Err(Unfit::TooManyPlayers(players));
        }
        if games == 0 {
            return Err(Unfit::NoGames);
        }
        match format {
            Format::Knockout { .. } if !games.is_multiple_of(2) => {
                return Err(Unfit::OddKnockout(games));
            }
            Format::Knockout { most_rounds: 0 } | Format::Swiss { rounds: 0 } => {
                return Err(Unfit::NoRounds);
            }
            Format::Gauntlet { challengers: found } if found == 0 || found >= players => {
                return Err(Unfit::Challengers { players, found });
            }
            _ => {}
        }
        let schedule = Schedule { format, players, games, seed };
        match schedule.cost().most {
            most if most > Self::MOST_GAMES => Err(Unfit::TooManyGames(most)),
            _ => Ok(schedule),
        }
    }

    /// How it is played.
    pub fn format(&self) -> Format {
        self.format
    }

    /// How many players there are. They are numbered from 0.
    pub fn players(&self) -> usize {
        self.players
    }

    /// How many games two that meet play.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// What can be played now.
    pub fn next(&self, results: &Results) -> NextStep {
        let mut games = self.known_games(results);
        games.retain(|game| !results.contains_key(&game.key));
        if games.is_empty() { NextStep::Done } else { NextStep::Play(games) }
    }

    /// All games that can be known from the results, played or not, in the order in which they are best
    /// played. A game that is known keeps its place among those of its round.
    pub fn known_games(&self, results: &Results) -> Vec<ScheduledGame> {
        let rounds = self.rounds(results);
        let mut games: Vec<ScheduledGame> =
            rounds.iter().flat_map(|round| round.games(self.games)).collect();
        // A pair of games at a time from every table: stopped early, all have played about as much.
        games.sort_by_key(|ScheduledGame { key, .. }| {
            (key.number / 2, key.round, key.table, key.number)
        });
        games
    }

    /// Whether all rounds are known before the first game.
    pub fn is_known_from_the_start(&self) -> bool {
        matches!(self.format, Format::RoundRobin | Format::Gauntlet { .. })
    }

    /// All rounds that can be known from the results: those that were played to the end, and the one
    /// that comes next. Where rounds do not depend on results it is all of them.
    pub fn rounds(&self, results: &Results) -> Vec<Round> {
        match self.format {
            Format::RoundRobin => round_robin::rounds(&self.seats(0)),
            Format::Gauntlet { challengers } => gauntlet::rounds(self.players, challengers),
            Format::Knockout { .. } | Format::Swiss { .. } => self.drawn(results).0,
        }
    }

    /// Rounds that are drawn one after the other, and what is known after the last finished one.
    fn drawn(&self, results: &Results) -> (Vec<Round>, PlayedRounds) {
        let mut rounds = Vec::new();
        let mut record = PlayedRounds::new(self.players, self.games);
        while let Some(round) = self.draw(rounds.len() as u32, &record) {
            let is_finished = round.games(self.games).all(|game| results.contains_key(&game.key));
            if is_finished {
                record.add(&round, results);
                match self.format {
                    Format::Knockout { .. } => knockout::judge(&mut record, &round, results),
                    _ => swiss::reward(&mut record, &round),
                }
            }
            rounds.push(round);
            if !is_finished {
                break;
            }
        }
        (rounds, record)
    }

    /// The next round; `None` if there is none.
    fn draw(&self, round: u32, record: &PlayedRounds) -> Option<Round> {
        match self.format {
            Format::Knockout { most_rounds } if round < most_rounds => {
                knockout::draw(round, record, &self.seats(round))
            }
            Format::Swiss { rounds } if round < rounds => {
                Some(swiss::draw(round, record, &self.seats(0)))
            }
            _ => None,
        }
    }

    /// The players in an order that only the seed and the round decide.
    fn seats(&self, round: u32) -> Vec<usize> {
        let mut random = Random::new(mix(self.seed) ^ u64::from(round));
        let mut seats: Vec<usize> = (0..self.players).collect();
        for open in (1..seats.len()).rev() {
            seats.swap(open, random.below(open + 1));
        }
        seats
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::testing::{by_strength, play_out};
    use super::*;

    fn all_formats(players: usize) -> [Format; 4] {
        [
            Format::RoundRobin,
            Format::Gauntlet { challengers: 1 + players / 4 },
            Format::knockout(players),
            Format::swiss(players),
        ]
    }

    #[test]
    fn neither_order_nor_concurrency_changes_anything() {
        for players in [2, 5, 8, 13] {
            for format in all_formats(players) {
                let schedule = Schedule::new(format, players, 4, 11).unwrap();
                let outcome = by_strength(3);
                let all = play_out(&schedule, &outcome);
                // One game at a time, any of those that are open, and asked again after each: as if
                // it had been stopped and resumed every time.
                let mut random = Random::new(1);
                let mut results = Results::new();
                while let NextStep::Play(games) = schedule.next(&results) {
                    let game = games[random.below(games.len())];
                    assert_eq!(results.insert(game.key, outcome(&game)), None);
                }
                assert_eq!(results, all, "{format:?}");
                let cost = schedule.cost();
                assert!((cost.least..=cost.most).contains(&(all.len() as u64)), "{format:?}");
            }
        }
    }

    #[test]
    fn colours_are_even_and_names_are_unique() {
        for format in all_formats(9) {
            let schedule = Schedule::new(format, 9, 4, 5).unwrap();
            let results = play_out(&schedule, by_strength(5));
            let mut lead = [0_i32; 9];
            let mut keys = HashSet::new();
            for game in schedule.rounds(&results).iter().flat_map(|round| round.games(4)) {
                lead[game.first] += 1;
                lead[game.second] -= 1;
                assert!(keys.insert(game.key));
            }
            assert_eq!(lead, [0; 9], "{format:?}");
            assert_eq!(keys.len(), results.len());
        }
    }

    #[test]
    fn the_seed_decides_the_draw() {
        for format in [Format::RoundRobin, Format::knockout(12), Format::swiss(12)] {
            let first = |seed| {
                let schedule = Schedule::new(format, 12, 2, seed).unwrap();
                schedule.rounds(&Results::new()).swap_remove(0)
            };
            assert_eq!(first(1), first(1));
            assert_ne!(first(1), first(2), "{format:?}");
        }
    }

    #[test]
    fn a_match_is_a_round_robin_of_two() {
        let schedule = Schedule::new(Format::RoundRobin, 2, 6, 1).unwrap();
        let NextStep::Play(games) = schedule.next(&Results::new()) else {
            panic!("nothing to play")
        };
        let openings: Vec<u64> = games.iter().map(|game| game.opening).collect();
        assert_eq!(openings, [0, 0, 1, 1, 2, 2]);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let refused = |format, players, games| {
            Schedule::new(format, players, games, 0).map_err(|error| error.to_string())
        };
        for (format, players, games, message) in [
            (Format::RoundRobin, 1, 2, "a tournament needs at least 2 players, found 1"),
            (Format::RoundRobin, 1001, 2, "a tournament has at most 1000 players, found 1001"),
            (Format::RoundRobin, 4, 0, "a pairing needs at least 1 game"),
            (
                Format::knockout(4),
                4,
                3,
                "a pairing of a knockout needs an even number of games, found 3",
            ),
            (Format::Swiss { rounds: 0 }, 4, 2, "a tournament needs at least 1 round"),
            (
                Format::Gauntlet { challengers: 4 },
                4,
                2,
                "a gauntlet of 4 players needs 1 to 3 challengers, found 4",
            ),
            (Format::RoundRobin, 1000, 1000, "499500000 games are too many: at most 5000000"),
        ] {
            assert_eq!(refused(format, players, games), Err(message.to_owned()));
        }
    }
}
