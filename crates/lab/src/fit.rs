//! Logistic regression: which weights foresee best what positions turn out to be worth?

use std::io::Write;

use anyhow::Result;
use clap::Args;

use plyglot_core::mix::Random;
use plyglot_games::checkers::View;
use plyglot_games::checkers::knowledge::features::{self, FeatureSink, Term};
use plyglot_games::checkers::knowledge::weights::{Pair, Weights};
use plyglot_games::checkers::knowledge::{MOST_PIECES, patterns};

use crate::data::Sample;

/// How to learn.
#[derive(Clone, Copy, Debug, Args)]
pub struct Fit {
    /// How often to go through all positions
    #[arg(long, default_value_t = 4)]
    pub epochs: u32,
    /// Learn features only, no patterns
    #[arg(long)]
    pub features_only: bool,
}

/// One game in this many is not learned from, but shows whether what was learned holds.
const HELD_OUT: u8 = 32;
/// How sure to win a hundredth of a man makes.
pub const STEEPNESS: f32 = 0.0105;

/// Weights while they are learned, each an opening's and an ending's, one behind the other.
struct Model {
    weights: Vec<f32>,
    /// The sums of the squares of their slopes.
    slopes: Vec<f32>,
    has_patterns: bool,
}

impl Fit {
    /// Learns from all positions but those of some games, and tells how well it predicts these.
    pub fn learn(
        &self,
        samples: Vec<Sample>,
        start: &Weights,
        out: &mut impl Write,
    ) -> Result<Weights> {
        let (held_out, mut samples): (Vec<_>, Vec<_>) =
            samples.into_iter().partition(|sample| sample.game.is_multiple_of(HELD_OUT));
        shuffle(&mut samples);
        let mut model = Model::new(start);
        // Features first: what patterns have not seen falls back on them.
        if !model.has_patterns {
            self.go_through(&mut model, &samples, &held_out, out)?;
        }
        if !self.features_only {
            model.has_patterns = true;
            self.go_through(&mut model, &samples, &held_out, out)?;
        }
        Ok(model.rounded())
    }

    fn go_through(
        &self,
        model: &mut Model,
        samples: &[Sample],
        held_out: &[Sample],
        out: &mut impl Write,
    ) -> Result<()> {
        let mut inputs = Vec::new();
        for epoch in 0..self.epochs {
            let rate = 0.06 * (1.0 - epoch as f32 / self.epochs as f32);
            for sample in samples {
                model.list(sample.view, &mut inputs);
                let error = logistic(model.sum(&inputs)) - target(sample);
                model.step(&inputs, error, rate);
            }
            let loss = held_out.iter().map(|sample| {
                model.list(sample.view, &mut inputs);
                cross_entropy(target(sample), model.sum(&inputs))
            });
            let loss = loss.sum::<f64>() / held_out.len().max(1) as f64;
            writeln!(
                out,
                "  epoch {}: {} positions, loss {loss:.5} on {} held out",
                epoch + 1,
                samples.len(),
                held_out.len()
            )?;
        }
        Ok(())
    }

    /// The options as they are typed.
    pub fn options(&self) -> String {
        let Fit { epochs, features_only } = self;
        let only = if *features_only { " --features-only" } else { "" };
        format!("--epochs {epochs}{only}")
    }
}

fn target(sample: &Sample) -> f32 {
    f32::from(sample.chance) / Sample::CERTAIN
}

/// Positions of a game are alike: learned one after the other they would count too much.
fn shuffle(samples: &mut [Sample]) {
    let mut random = Random::new(7);
    for last in (1..samples.len()).rev() {
        samples.swap(last, random.below(last + 1));
    }
}

pub fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

fn cross_entropy(target: f32, logit: f32) -> f64 {
    let chance = logistic(logit).clamp(1e-6, 1.0 - 1e-6);
    f64::from(-target * chance.ln() - (1.0 - target) * (1.0 - chance).ln())
}

impl Model {
    fn new(start: &Weights) -> Model {
        let count = 2 * (Weights::COUNT + patterns::COUNT);
        let pairs = start.pairs().flat_map(|&Pair(opening, ending)| [opening, ending]);
        let patterns = start.patterns.as_flattened().iter();
        let patterns = patterns.map(|&worth| i16::from(worth) - i16::from(patterns::ZERO));
        let worths = pairs.chain(patterns).map(|worth| f32::from(worth) * STEEPNESS);
        let mut weights: Vec<f32> = worths.collect();
        weights.resize(count, 0.0);
        let has_patterns = !start.patterns.is_empty();
        Model { weights, slopes: vec![1e-6; count], has_patterns }
    }

    /// Lists the weights that a position has, and how often.
    fn list(&self, view: View, inputs: &mut Vec<(u32, f32)>) {
        inputs.clear();
        let opening = view.empty().count_zeros() as f32 / MOST_PIECES as f32;
        let mut notes = Notes { inputs, opening };
        features::list(view, &mut notes);
        if self.has_patterns {
            patterns::each(view, |place| notes.note(Weights::COUNT + place, 1));
        }
    }

    fn sum(&self, inputs: &[(u32, f32)]) -> f32 {
        inputs.iter().map(|&(place, times)| self.weights[place as usize] * times).sum()
    }

    /// AdaGrad (Duchi, Hazan and Singer 2011): what is seen seldom learns in larger steps, but not
    /// all at once.
    fn step(&mut self, inputs: &[(u32, f32)], error: f32, rate: f32) {
        const CAUTION: f32 = 0.05;
        for &(place, times) in inputs {
            let (place, slope) = (place as usize, error * times);
            self.slopes[place] += slope * slope;
            self.weights[place] -= rate * slope / (self.slopes[place].sqrt() + CAUTION);
        }
    }

    /// In hundredths of a man.
    fn rounded(&self) -> Weights {
        let (pairs, patterns) = self.weights.split_at(2 * Weights::COUNT);
        let (pairs, _) = pairs.as_chunks::<2>();
        let mut weights = Weights { patterns: &[], ..Weights::MATERIAL };
        for (pair, learned) in weights.pairs_mut().zip(pairs) {
            let [opening, ending] = learned.map(|worth| (worth / STEEPNESS).round() as i16);
            *pair = Pair(opening, ending);
        }
        if !self.has_patterns {
            return weights;
        }
        let (patterns, _) = patterns.as_chunks::<2>();
        let byte = |worth: f32| {
            (worth / STEEPNESS + f32::from(patterns::ZERO)).round().clamp(0.0, 255.0) as u8
        };
        let patterns: Vec<_> = patterns.iter().map(|learned| learned.map(byte)).collect();
        // Weights are for the whole run of a program.
        weights.patterns = patterns.leak();
        weights
    }
}

/// Notes features down. The numbers are the places in `Weights::pairs`.
struct Notes<'n> {
    inputs: &'n mut Vec<(u32, f32)>,
    opening: f32,
}

const KINGS: usize = 32;
const BASE_ROW: usize = 64;
const RUNNERS: usize = 80;
const TERMS: usize = 87;

impl Notes<'_> {
    fn note(&mut self, pair: usize, times: i32) {
        let times = times as f32;
        self.inputs.push((2 * pair as u32, times * self.opening));
        self.inputs.push((2 * pair as u32 + 1, times * (1.0 - self.opening)));
    }

    fn squares(&mut self, first: usize, squares: u32, times: i32) {
        let numbers = (0..32).filter(|number| squares >> number & 1 != 0);
        numbers.for_each(|number| self.note(first + number, times));
    }
}

impl FeatureSink for Notes<'_> {
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
        if times != 0 {
            self.note(TERMS + term as usize, times);
        }
    }
}

#[cfg(test)]
mod tests {
    use plyglot_games::checkers::knowledge::Checkers;
    use plyglot_search::engine::Knowledge;

    use super::*;
    use crate::game;

    /// Weights at random, so that every feature and pattern that is noted in a wrong place shows.
    #[test]
    fn what_is_learned_is_what_the_engine_adds_up() {
        let mut model = Model::new(&Weights::MATERIAL);
        model.has_patterns = true;
        let mut random = Random::new(5);
        for weight in &mut model.weights {
            *weight = (random.below(200) as f32 - 100.0) * STEEPNESS;
        }
        let knowledge = Checkers::with(&model.rounded());
        let mut inputs = Vec::new();
        for seed in 0..2_000 {
            let position = game::by_chance(seed % 90, u64::from(seed));
            model.list(position.view(), &mut inputs);
            let sum = model.sum(&inputs) / STEEPNESS;
            let estimate = knowledge.estimate(&position) as f32;
            assert!((sum - estimate).abs() < 2.0, "{sum} is not {estimate}: {position}");
        }
    }

    /// Results made up from known weights: learning finds them again, and what it holds out shows it.
    #[test]
    fn known_weights_are_found() {
        let truth = Checkers::with(&Weights::FEATURES);
        let samples = |scale: f32| -> Vec<Sample> {
            let sample = |seed: u32| {
                let position = game::by_chance(seed % 60, u64::from(seed));
                let chance = logistic(STEEPNESS * truth.estimate(&position) as f32 * scale);
                let chance = (chance * Sample::CERTAIN).round() as u16;
                Sample { view: position.view(), chance, game: seed as u8 }
            };
            (0..20_000).map(sample).collect()
        };
        let fit = Fit { epochs: 4, features_only: true };
        let learn = |scale| fit.learn(samples(scale), &Weights::MATERIAL, &mut Vec::new()).unwrap();
        let learned = Checkers::with(&learn(1.0));
        let (mut error, mut count) = (0.0, 0.0);
        for seed in 50_000..51_000 {
            let position = game::by_chance(seed % 60, u64::from(seed));
            let [a, b] = [&truth, &learned].map(|knowledge| knowledge.estimate(&position));
            if a.abs() < 400 {
                error += f64::from((a - b).abs());
                count += 1.0;
            }
        }
        assert!(error / count < 15.0, "{}", error / count);
        assert_ne!(learn(1.0), learn(0.5));
    }
}
