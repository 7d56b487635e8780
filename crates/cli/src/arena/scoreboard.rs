//! What a match says so far.

use std::collections::BTreeMap;

use serde::Serialize;

use plyglot_arena::referee::Ending;
use plyglot_arena::schedule::{GameKey, Results, ScheduledGame};
use plyglot_arena::stats::{Estimate, GameScore, Pairs, Singles, Sprt, SprtVerdict};
use plyglot_core::Side;

/// The results of a match between two agents, as the first of them sees it.
#[derive(Debug, Default)]
pub struct Scoreboard {
    /// Each game by itself.
    scores: BTreeMap<GameKey, GameScore>,
    /// What they count.
    results: Results,
    /// By how many points the first agent is ahead; only in games that points decide.
    margin: Option<i64>,
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
    /// For a game in which pairs decide, or not.
    pub fn by_pairs(pairs_decide: bool) -> Scoreboard {
        Scoreboard { results: Results::by_pairs(pairs_decide), ..Scoreboard::default() }
    }

    /// Adds a game. The first agent is number 0.
    pub fn add(&mut self, game: &ScheduledGame, ending: &Ending) {
        let side = if game.first == 0 { Side::First } else { Side::Second };
        self.scores.insert(game.key, GameScore::of(ending.result.outcome, side));
        self.results.insert(game.key, ending.result);
        if let Some(margin) = ending.result.margin {
            let own = if side == Side::First { margin } else { -margin };
            self.margin = Some(self.margin.unwrap_or(0) + own);
        }
        *self.endings.entry(ending.kind()).or_default() += 1;
    }

    /// By how many points the first agent is ahead in all games together, if points are counted.
    pub fn margin(&self) -> Option<i64> {
        self.margin
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
        if self.results.pairs_decide() {
            return Estimate::of(&self.decided_pairs(usize::MAX));
        }
        let (pairs, singles) = self.tallies(usize::MAX);
        if singles.games() == 0 { Estimate::of(&pairs) } else { Estimate::of(&self.all_single()) }
    }

    /// The verdict of a sequential test, and the evidence for it. Pairs are looked at in the order of
    /// the schedule, so that it does not matter which end first.
    pub fn test(&self, sprt: &Sprt) -> (SprtVerdict, f64) {
        let mut seen = (SprtVerdict::GoOn, 0.0);
        for count in 1..=self.whole_pairs() {
            seen = if self.results.pairs_decide() {
                let pairs = self.decided_pairs(count);
                (sprt.verdict(&pairs), sprt.log_likelihood_ratio(&pairs))
            } else {
                let (pairs, _) = self.tallies(count);
                (sprt.verdict(&pairs), sprt.log_likelihood_ratio(&pairs))
            };
            if seen.0 != SprtVerdict::GoOn {
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

    /// The first `most` pairs, and games without their pair.
    fn tallies(&self, most: usize) -> (Pairs, Singles) {
        let (mut pairs, mut singles) = (Pairs::default(), Singles::default());
        let mut taken = 0;
        for (key, &score) in &self.scores {
            let other = self.scores.get(&key.partner());
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

    /// The first `most` pairs, each as one game that the first agent began.
    fn decided_pairs(&self, most: usize) -> Singles {
        let mut pairs = Singles::default();
        let firsts = self.scores.keys().filter(|key| key.number % 2 == 0);
        let whole = firsts.filter(|key| self.scores.contains_key(&key.partner())).take(most);
        for outcome in whole.filter_map(|key| self.results.get(key)) {
            pairs.add(GameScore::of(outcome, Side::First));
        }
        pairs
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
    use plyglot_arena::referee::Reason;
    use plyglot_arena::schedule::GameResult;
    use plyglot_core::{Cause, Outcome};

    fn game(number: u32) -> ScheduledGame {
        let key = GameKey { round: 0, table: 0, number };
        let first = number as usize % 2;
        ScheduledGame { key, first, second: 1 - first, opening: u64::from(number) / 2 }
    }

    fn ending(winner: Option<Side>, margin: Option<i64>) -> Ending {
        let reason = Reason::Rules { cause: Cause::BoardFull };
        let outcome = winner.map_or(Outcome::Draw, Outcome::Win);
        Ending { result: GameResult { outcome, margin }, reason, sentence: String::new() }
    }

    #[test]
    fn the_first_agent_is_counted_on_both_sides() {
        let mut board = Scoreboard::by_pairs(false);
        board.add(&game(0), &ending(Some(Side::First), None));
        board.add(&game(1), &ending(Some(Side::First), None));
        board.add(&game(2), &ending(None, None));
        assert_eq!(board.count(), Count { won: 1, drawn: 1, lost: 1 });
        assert_eq!((board.whole_pairs(), board.estimate().games), (1, 3));
        assert!((board.estimate().score - 0.5).abs() < 1e-9);
        assert_eq!(board.margin(), None);
    }

    #[test]
    fn a_test_looks_at_pairs_in_order() {
        let sprt = Sprt::new(0.0, 100.0);
        let mut all = Scoreboard::by_pairs(false);
        (0..200).for_each(|number| {
            let winner = if number % 2 == 0 { Side::First } else { Side::Second };
            all.add(&game(number), &ending((number % 20 != 3).then_some(winner), None));
        });
        let (verdict, evidence) = all.test(&sprt);
        assert_ne!(verdict, SprtVerdict::GoOn);
        // A gap hides everything after it.
        all.scores.remove(&game(1).key);
        assert_eq!(all.test(&sprt), (SprtVerdict::GoOn, 0.0));
        assert!(evidence > 0.0);
    }

    /// The second side always wins; only the margins differ.
    #[test]
    fn capture_go_is_decided_by_the_points_of_a_pair() {
        let mut board = Scoreboard::by_pairs(true);
        board.add(&game(0), &ending(Some(Side::Second), Some(-2)));
        board.add(&game(1), &ending(Some(Side::Second), Some(-7)));
        assert_eq!(board.count(), Count { won: 1, drawn: 0, lost: 1 });
        assert_eq!((board.margin(), board.estimate().score), (Some(5), 1.0));
        // A fault outweighs any points.
        board.add(&game(2), &ending(Some(Side::Second), None));
        board.add(&game(3), &ending(Some(Side::Second), Some(-9)));
        assert_eq!(board.estimate().score, 0.5);
        let mut others = Scoreboard::by_pairs(false);
        others.add(&game(0), &ending(Some(Side::Second), Some(-2)));
        others.add(&game(1), &ending(Some(Side::Second), Some(-7)));
        assert_eq!(others.estimate().score, 0.5);
    }
}
