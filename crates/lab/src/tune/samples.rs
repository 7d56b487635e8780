//! Positions with their features and how their games ended.

use plyglot_arena::stats::GameScore;
use plyglot_core::Game;
use plyglot_core::mix::mix;
use plyglot_games::checkers::View;
use plyglot_games::checkers::knowledge::Checkers;
use plyglot_games::checkers::knowledge::MOST_PIECES;
use plyglot_games::checkers::knowledge::{
    features,
    features::{FeatureSink, Term},
};
use plyglot_search::engine::score::distance;

use crate::game::{self, LabPosition};
use crate::jobs;

/// A feature: which of [`Weights::pairs`](super::Weights::pairs), and how often.
pub type Feature = (u8, i8);

/// One position.
pub struct Sample {
    pub features: Box<[Feature]>,
    /// How much of the opening there is in it, 0 to 1.
    pub opening: f32,
    /// What the side to move got out of it: 0 to 1.
    pub result: f32,
    /// What it thought of it, in hundredths of a man.
    pub score: f32,
}

/// When kings go to and fro until the game is drawn, nothing more is to be learned from it.
const MOST_QUIET: usize = 12;

/// How games are played to learn from.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlay {
    pub games: usize,
    pub nodes: u64,
    pub seed: u64,
    pub threads: usize,
}

impl SelfPlay {
    /// The samples of every game, in order.
    pub fn games(&self, knowledge: &Checkers) -> Vec<Vec<Sample>> {
        jobs::run("playing", self.games, self.threads, |number| self.game(knowledge, number))
    }

    fn game(&self, knowledge: &Checkers, number: usize) -> Vec<Sample> {
        let seed = mix(self.seed).wrapping_add(number as u64);
        // From nearly equal to long lost: the engine has to know all of it.
        let start = game::opening(4 + (number % 9) as u32, seed);
        let record = game::play(start, [knowledge; 2], self.nodes);
        let moments = record.moments.iter().filter(|moment| {
            // The estimate is used only where there is no jump, and not where the end is in sight.
            !moment.position.can_jump()
                && distance(moment.score).is_none()
                && moment.quiet <= MOST_QUIET
        });
        let samples = moments.map(|&LabPosition { position, score, .. }| Sample {
            features: features(position.view()),
            opening: position.view().empty().count_zeros() as f32 / MOST_PIECES as f32,
            result: GameScore::of(record.outcome, position.to_move()).half_points() as f32 / 2.0,
            score: score as f32,
        });
        samples.collect()
    }
}

/// Notes features down. The numbers are the places in `Weights::pairs`.
#[derive(Default)]
struct Notes(Vec<Feature>);

const KINGS: usize = 32;
const BASE_ROW: usize = 64;
const RUNNERS: usize = 80;
const TERMS: usize = 87;

pub fn features(view: View) -> Box<[Feature]> {
    let mut notes = Notes::default();
    features::list(view, &mut notes);
    // What both sides have cancels out.
    let mut features = notes.0;
    features.sort_by_key(|&(pair, _)| pair);
    features.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        if is_same {
            kept.1 += next.1;
        }
        is_same
    });
    features.retain(|&(_, times)| times != 0);
    features.into_boxed_slice()
}

impl Notes {
    fn note(&mut self, pair: usize, times: i32) {
        self.0.push((pair as u8, times as i8));
    }

    fn squares(&mut self, first: usize, squares: u32, times: i32) {
        let numbers = (0..32).filter(|number| squares >> number & 1 != 0);
        numbers.for_each(|number| self.note(first + number, times));
    }
}

impl FeatureSink for Notes {
    fn men(&mut self, squares: u32, times: i32) {
        self.squares(0, squares, times);
    }

    fn kings(&mut self, squares: u32, times: i32) {
        self.squares(KINGS, squares, times);
    }

    fn base_row(&mut self, held: usize, times: i32) {
        self.note(BASE_ROW + held, times);
    }

    fn runner(&mut self, rows: usize, times: i32) {
        self.note(RUNNERS + rows - 1, times);
    }

    fn term(&mut self, term: Term, times: i32) {
        self.note(TERMS + term as usize, times);
    }
}

#[cfg(test)]
mod tests {
    use plyglot_core::mix::Random;
    use plyglot_games::checkers::knowledge::weights::{Pair, Weights};
    use plyglot_search::engine::Knowledge;

    use super::*;

    /// Weights at random, so that every feature that is noted in a wrong place shows.
    #[test]
    fn features_times_weights_are_the_estimate() {
        let mut random = Random::new(5);
        let mut weights = Weights::MATERIAL;
        let mut number = || random.below(200) as i16 - 100;
        weights.pairs_mut().for_each(|pair| *pair = Pair(number(), number()));
        let pairs: Vec<Pair> = weights.pairs().copied().collect();
        let knowledge = Checkers::with(&weights);
        for seed in 0..2_000 {
            let position = game::opening(seed % 90, u64::from(seed));
            let view = position.view();
            let pieces = view.empty().count_zeros() as i32;
            let (mut opening, mut ending) = (0, 0);
            for &(pair, times) in &features(view) {
                let Pair(first, last) = pairs[usize::from(pair)];
                opening += i32::from(first) * i32::from(times);
                ending += i32::from(last) * i32::from(times);
            }
            let sum = (opening * pieces + ending * (24 - pieces)) / 24;
            assert_eq!(knowledge.estimate(&position), sum, "{position}");
        }
    }
}
