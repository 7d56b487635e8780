use std::time::Duration;

use super::{Format, Schedule};

/// How much is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The least number of games.
    pub least: u64,
    /// The greatest number of games.
    pub most: u64,
}

impl Cost {
    /// The CPU time of all games together at most, if each side has this much for a game.
    pub fn cpu_time(&self, a_side: Duration) -> Duration {
        Duration::try_from_secs_f64(2.0 * a_side.as_secs_f64() * self.most as f64)
            .unwrap_or(Duration::MAX)
    }
}

impl Schedule {
    /// How many games there will be. Only in a knockout does that depend on how they end.
    pub fn cost(&self) -> Cost {
        let players = self.players as u64;
        let everybody = players * (players - 1) / 2;
        let (least, most) = match self.format {
            Format::RoundRobin => (everybody, everybody),
            Format::Gauntlet { challengers } => {
                let challengers = challengers as u64;
                let pairings = challengers * (players - challengers);
                (pairings, pairings)
            }
            Format::Knockout { most_rounds } => {
                let rounds = u64::from(most_rounds);
                (if_all_are_decided(players, rounds), everybody.min(rounds * (players / 2)))
            }
            Format::Swiss { rounds } => {
                let pairings = u64::from(rounds) * (players / 2);
                (pairings, pairings)
            }
        };
        let games = u64::from(self.games);
        Cost { least: least.saturating_mul(games), most: most.saturating_mul(games) }
    }
}

/// The pairings of a knockout in which one of two is always out.
fn if_all_are_decided(mut players: u64, rounds: u64) -> u64 {
    let mut pairings = 0;
    for _ in 0..rounds.min(64) {
        pairings += players / 2;
        players = players.div_ceil(2);
    }
    pairings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(format: Format, players: usize, games: u32) -> (u64, u64) {
        let Cost { least, most } = Schedule::new(format, players, games, 0).unwrap().cost();
        (least, most)
    }

    #[test]
    fn a_course_of_three_hundred() {
        // 44,850 pairings; with 60 s of CPU a side and two games a pairing some 125 days on one
        // core, and less than 4 as a Swiss tournament of 9 rounds.
        let days = |format| {
            let cost = Schedule::new(format, 300, 2, 0).unwrap().cost();
            cost.cpu_time(Duration::from_secs(60)).as_secs_f64() / 86_400.0
        };
        assert_eq!(games(Format::RoundRobin, 300, 2), (2 * 44_850, 2 * 44_850));
        assert_eq!(days(Format::RoundRobin).round(), 125.0);
        assert_eq!(Format::swiss(300), Format::Swiss { rounds: 9 });
        assert_eq!(days(Format::swiss(300)), 3.75);
    }

    #[test]
    fn known_numbers() {
        assert_eq!(games(Format::Gauntlet { challengers: 1 }, 9, 4), (32, 32));
        assert_eq!(games(Format::Gauntlet { challengers: 3 }, 9, 1), (18, 18));
        assert_eq!(games(Format::Swiss { rounds: 5 }, 9, 2), (40, 40));
        // 16 players: 8 + 4 + 2 + 1 pairings if every one decides.
        assert_eq!(games(Format::knockout(16), 16, 4), (60, 4 * 12 * 8));
        assert_eq!(games(Format::knockout(2), 2, 4), (4, 4), "they do not meet again");
        assert_eq!(games(Format::Knockout { most_rounds: 2 }, 16, 4), (48, 64));
    }
}
