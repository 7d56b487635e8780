//! What a match says so far.

use std::collections::BTreeMap;

use serde::Serialize;

use plyglot_arena::schedule::{Game, GameKey};
use plyglot_arena::stats::{Estimate, GameScore, Pairs, Singles, Sprt, Verdict};
use plyglot_games::{Outcome, Side};

/// The results of a match between two agents, as the first of them sees it.
#[derive(Debug, Default)]
pub struct Scoreboard {
    scores: BTreeMap<GameKey, GameScore>,
    endings: BTreeMap<&'static str, u64>,
}

/// Won, drawn and lost games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Count {
    pub won: u64,
    pub drawn: u64,
    pub lost: u64,
}

impl Scoreboard {
    /// Adds a game. The first agent is number 0.
    pub fn add(&mut self, game: &Game, outcome: Outcome, ending: &'static str) {
        let side = if game.first == 0 { Side::First } else { Side::Second };
        self.scores.insert(game.key, GameScore::of(outcome, side));
        *self.endings.entry(ending).or_default() += 1;
    }

    pub fn count(&self) -> Count {
        let mut count = Count::default();
        for score in self.scores.values() {
            match score {
                GameScore::Win => count.won += 1,
                GameScore::Draw => count.drawn += 1,
                GameScore::Loss => count.lost += 1,
            }
        }
        count
    }

    /// How games ended, and how often.
    pub fn endings(&self) -> &BTreeMap<&'static str, u64> {
        &self.endings
    }

    /// By pairs where all games have their pair: a pair has the opening's luck taken out.
    pub fn estimate(&self) -> Estimate {
        let (pairs, singles) = self.tallies(usize::MAX);
        if singles.games() == 0 { Estimate::of(&pairs) } else { Estimate::of(&self.all_single()) }
    }

    /// The verdict of a sequential test, and the evidence for it. Pairs are looked at in the order of
    /// the schedule, so that it does not matter which end first.
    pub fn test(&self, sprt: &Sprt) -> (Verdict, f64) {
        let mut seen = (Verdict::GoOn, 0.0);
        for count in 1..=self.whole_pairs() {
            let (pairs, _) = self.tallies(count);
            seen = (sprt.verdict(&pairs), sprt.log_likelihood_ratio(&pairs));
            if seen.0 != Verdict::GoOn {
                break;
            }
        }
        seen
    }

    /// How many pairs are complete, from the first one on without a gap.
    fn whole_pairs(&self) -> usize {
        let has = |number: u32| self.scores.contains_key(&GameKey { round: 0, table: 0, number });
        (0..).take_while(|pair| has(2 * pair) && has(2 * pair + 1)).count()
    }

    /// The first so many pairs, and games without their pair.
    fn tallies(&self, most: usize) -> (Pairs, Singles) {
        let (mut pairs, mut singles) = (Pairs::default(), Singles::default());
        let mut taken = 0;
        for (key, &score) in &self.scores {
            let other = self.scores.get(&GameKey { number: key.number ^ 1, ..*key });
            match other {
                Some(&other) if key.number % 2 == 0 && taken < most => {
                    pairs.add([score, other]);
                    taken += 1;
                }
                Some(_) => {}
                None => singles.add(score),
            }
        }
        (pairs, singles)
    }

    fn all_single(&self) -> Singles {
        let mut singles = Singles::default();
        self.scores.values().for_each(|&score| singles.add(score));
        singles
    }
}

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "+{} ={} -{}", self.won, self.drawn, self.lost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u32) -> Game {
        let key = GameKey { round: 0, table: 0, number };
        let first = number as usize % 2;
        Game { key, first, second: 1 - first, opening: u64::from(number) / 2 }
    }

    #[test]
    fn the_first_agent_is_counted_on_both_sides() {
        let mut board = Scoreboard::default();
        board.add(&game(0), Outcome::Win(Side::First), "no pieces");
        board.add(&game(1), Outcome::Win(Side::First), "no moves");
        board.add(&game(2), Outcome::Draw, "repetition");
        assert_eq!(board.count(), Count { won: 1, drawn: 1, lost: 1 });
        assert_eq!((board.whole_pairs(), board.estimate().games), (1, 3));
        assert!((board.estimate().score - 0.5).abs() < 1e-9);
    }

    #[test]
    fn a_test_looks_at_pairs_in_order() {
        let sprt = Sprt::new(0.0, 100.0);
        let mut all = Scoreboard::default();
        (0..200).for_each(|number| {
            let winner = if number % 2 == 0 { Side::First } else { Side::Second };
            let outcome = if number % 20 == 3 { Outcome::Draw } else { Outcome::Win(winner) };
            all.add(&game(number), outcome, "no pieces");
        });
        let (verdict, evidence) = all.test(&sprt);
        assert_ne!(verdict, Verdict::GoOn);
        // A gap hides all that comes behind it.
        all.scores.remove(&game(1).key);
        assert_eq!(all.test(&sprt), (Verdict::GoOn, 0.0));
        assert!(evidence > 0.0);
    }
}
