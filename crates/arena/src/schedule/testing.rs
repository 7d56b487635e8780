//! Tournaments played out in tests.

use std::collections::{BTreeMap, HashSet};

use plyglot_core::Outcome;
use plyglot_core::Side::{First, Second};
use plyglot_core::mix::{Random, mix};

use super::{NextStep, Results, Round, Schedule, ScheduledGame};

/// How often each two met, the smaller number first.
pub fn meetings(rounds: &[Round]) -> BTreeMap<[usize; 2], u32> {
    let mut met = BTreeMap::new();
    for pairing in rounds.iter().flat_map(|round| &round.pairings) {
        let (a, b) = (pairing.first, pairing.second);
        *met.entry([a.min(b), a.max(b)]).or_default() += 1;
    }
    met
}

/// In every round each player is at one table or rests.
pub fn assert_at_most_once_a_round(rounds: &[Round], players: usize) {
    for (number, round) in rounds.iter().enumerate() {
        let seated = round.pairings.iter().flat_map(|pairing| [pairing.first, pairing.second]);
        let all: Vec<usize> = seated.chain(round.resting.iter().copied()).collect();
        let different: HashSet<usize> = all.iter().copied().collect();
        assert_eq!(all.len(), different.len(), "{round:?}");
        assert!(all.iter().all(|&player| player < players), "{round:?}");
        for (table, pairing) in round.pairings.iter().enumerate() {
            assert_eq!((pairing.round as usize, pairing.table as usize), (number, table));
        }
    }
}

/// Plays to the end. An outcome depends on nothing but the game, as `outcome` decides it.
pub fn play_out(schedule: &Schedule, outcome: impl Fn(&ScheduledGame) -> Outcome) -> Results {
    let mut results = Results::new();
    while let NextStep::Play(games) = schedule.next(&results) {
        results.extend(games.iter().map(|game| (game.key, outcome(game))));
    }
    results
}

/// The smaller number is the stronger player, and mostly wins.
pub fn by_strength(seed: u64) -> impl Fn(&ScheduledGame) -> Outcome {
    move |game| {
        let key = game.key;
        let name = (u64::from(key.round) << 40) + (u64::from(key.table) << 20);
        match Random::new(mix(seed) ^ (name + u64::from(key.number))).below(10) {
            0..=5 if game.first < game.second => Outcome::Win(First),
            0..=5 => Outcome::Win(Second),
            6 | 7 => Outcome::Draw,
            8 => Outcome::Win(First),
            _ => Outcome::Win(Second),
        }
    }
}
