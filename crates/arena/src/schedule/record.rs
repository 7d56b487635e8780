use plyglot_core::{Outcome, Side};

use super::{Results, Round};
use crate::stats::GameScore;

/// What has happened so far in a tournament that is drawn round by round.
///
/// A rest counts as meeting one further, imaginary player, so that one rule, not to meet twice,
/// covers opponents and rests.
#[derive(Clone, Debug)]
pub struct PlayedRounds {
    /// How many games two that meet play.
    pub games: u32,
    /// For each player.
    pub half_points: Vec<u32>,
    /// In which round a player was put out.
    pub out: Vec<Option<u32>>,
    /// How many more games each moved first in than second.
    pub lead: Vec<i32>,
    /// Whether each was the first of the two when last at a table.
    pub was_first: Vec<bool>,
    /// How often two have met.
    met: Vec<Vec<u32>>,
}

impl PlayedRounds {
    pub fn new(players: usize, games: u32) -> PlayedRounds {
        PlayedRounds {
            games,
            half_points: vec![0; players],
            out: vec![None; players],
            lead: vec![0; players],
            was_first: vec![false; players],
            met: vec![vec![0; players + 1]; players + 1],
        }
    }

    /// The number of the imaginary player that stands for a rest.
    pub fn nobody(&self) -> usize {
        self.half_points.len()
    }

    pub fn met(&self, one: usize, other: usize) -> u32 {
        self.met[one][other]
    }

    /// Enters a finished round.
    pub fn add(&mut self, round: &Round, results: &Results) {
        for pairing in &round.pairings {
            let [first, second] = [pairing.first, pairing.second];
            self.meet(first, second);
            (self.was_first[first], self.was_first[second]) = (true, false);
            for game in pairing.games(self.games) {
                let outcome = results.get(&game.key).unwrap_or(Outcome::Draw);
                for (player, side, lead) in
                    [(game.first, Side::First, 1), (game.second, Side::Second, -1)]
                {
                    self.half_points[player] += GameScore::of(outcome, side).half_points();
                    self.lead[player] += lead;
                }
            }
        }
        for &player in &round.resting {
            self.meet(player, self.nobody());
        }
    }

    fn meet(&mut self, one: usize, other: usize) {
        self.met[one][other] += 1;
        self.met[other][one] += 1;
    }
}
