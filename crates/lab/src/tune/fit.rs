//! Logistic regression: which weights make the results of the games most likely?

use plyglot_games::checkers::knowledge::weights::{Pair, Weights};

use super::samples::Sample;
use crate::jobs;

/// A pair while it is being learned.
type Precise = [f64; 2];

/// How to learn.
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    /// How often to go through all samples.
    pub epochs: usize,
    /// How much of the target is what the search thought; the rest is how the game ended.
    pub trust: f64,
    /// What it costs to be one hundredth of a man away from where learning began.
    pub pull: f64,
    pub threads: usize,
}

/// How many samples are processed at a time. The sums are added up in the same order whatever the
/// number of threads, so that rounding is the same too.
const CHUNK: usize = 1 << 14;

impl Fit {
    /// The steepness with which these weights predict best: how sure to win a man makes.
    pub fn steepness(&self, samples: &[Sample], weights: &Weights) -> f64 {
        let weights = precise(weights);
        let (mut low, mut high) = (1e-4f64, 1e-1f64);
        for _ in 0..40 {
            let third = (high / low).powf(1.0 / 3.0);
            let (a, b) = (low * third, high / third);
            // Against the results alone: what the search thought depends on the steepness itself.
            let plain = Fit { trust: 0.0, ..*self };
            if plain.loss_of(samples, &weights, a) < plain.loss_of(samples, &weights, b) {
                high = b;
            } else {
                low = a;
            }
        }
        (low * high).sqrt()
    }

    /// How badly these weights predict: the mean cross entropy.
    pub fn loss(&self, samples: &[Sample], weights: &Weights, steepness: f64) -> f64 {
        self.loss_of(samples, &precise(weights), steepness)
    }

    /// Adam (Kingma and Ba 2015) on all samples at once, from these weights on.
    pub fn learn(&self, samples: &[Sample], start: &Weights, steepness: f64) -> Weights {
        const MEMORY: Precise = [0.9, 0.999];
        let start = precise(start);
        let mut weights = start.clone();
        let mut means = vec![[[0.0f64; 2]; 2]; weights.len()];
        for epoch in 0..self.epochs {
            let gradient = self.gradient(samples, &weights, steepness);
            // Large steps first, small ones at the end.
            let rate = 2.0 * (1.0 - epoch as f64 / self.epochs as f64) + 0.02;
            for (pair, weight) in weights.iter_mut().enumerate() {
                for part in 0..2 {
                    let pull = 2.0 * self.pull * (weight[part] - start[pair][part]);
                    let slope = gradient[pair][part] + pull;
                    let [mean, square] = &mut means[pair][part];
                    *mean += (1.0 - MEMORY[0]) * (slope - *mean);
                    *square += (1.0 - MEMORY[1]) * (slope * slope - *square);
                    let fade = |memory: f64| 1.0 - memory.powi(epoch as i32 + 1);
                    let step = *mean / fade(MEMORY[0]);
                    let scale = (*square / fade(MEMORY[1])).sqrt() + 1e-12;
                    weight[part] -= rate * step / scale;
                }
            }
        }
        rounded(&weights)
    }

    fn loss_of(&self, samples: &[Sample], weights: &[Precise], steepness: f64) -> f64 {
        let chunks: Vec<&[Sample]> = samples.chunks(CHUNK).collect();
        let sums = jobs::run("weighing", chunks.len(), self.threads, |chunk| {
            let loss = |sample: &Sample| {
                let target = self.target(sample, steepness);
                let chance = chance(sample, weights, steepness).clamp(1e-9, 1.0 - 1e-9);
                -target * chance.ln() - (1.0 - target) * (1.0 - chance).ln()
            };
            chunks[chunk].iter().map(loss).sum::<f64>()
        });
        sums.iter().sum::<f64>() / samples.len().max(1) as f64
    }

    fn gradient(&self, samples: &[Sample], weights: &[Precise], steepness: f64) -> Vec<Precise> {
        let chunks: Vec<&[Sample]> = samples.chunks(CHUNK).collect();
        let parts = jobs::run("learning", chunks.len(), self.threads, |chunk| {
            let mut gradient = vec![[0.0; 2]; weights.len()];
            for sample in chunks[chunk] {
                let error = chance(sample, weights, steepness) - self.target(sample, steepness);
                let opening = f64::from(sample.opening);
                for &(pair, times) in &sample.features {
                    let slope = error * steepness * f64::from(times);
                    gradient[usize::from(pair)][0] += slope * opening;
                    gradient[usize::from(pair)][1] += slope * (1.0 - opening);
                }
            }
            gradient
        });
        let mut total = vec![[0.0; 2]; weights.len()];
        for (sum, part) in parts.iter().flat_map(|part| part.iter().enumerate()) {
            total[sum][0] += part[0] / samples.len() as f64;
            total[sum][1] += part[1] / samples.len() as f64;
        }
        total
    }

    fn target(&self, sample: &Sample, steepness: f64) -> f64 {
        let thought = logistic(steepness * f64::from(sample.score));
        (1.0 - self.trust) * f64::from(sample.result) + self.trust * thought
    }
}

/// The chance to win that the weights give to the side to move.
fn chance(sample: &Sample, weights: &[Precise], steepness: f64) -> f64 {
    let opening = f64::from(sample.opening);
    let worth = |&(pair, times): &(u8, i8)| {
        let [first, last] = weights[usize::from(pair)];
        f64::from(times) * (first * opening + last * (1.0 - opening))
    };
    logistic(steepness * sample.features.iter().map(worth).sum::<f64>())
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn precise(weights: &Weights) -> Vec<Precise> {
    weights.pairs().map(|&Pair(opening, ending)| [f64::from(opening), f64::from(ending)]).collect()
}

fn rounded(precise: &[Precise]) -> Weights {
    let mut weights = Weights::MATERIAL;
    for (pair, value) in weights.pairs_mut().zip(precise) {
        *pair = Pair(value[0].round() as i16, value[1].round() as i16);
    }
    weights
}

#[cfg(test)]
mod tests {
    use plyglot_core::mix::Random;

    use super::*;

    /// Results made up from known weights: learning finds them again.
    #[test]
    fn what_made_the_results_is_found() {
        let steepness = 0.01;
        let mut truth = Weights::MATERIAL;
        truth.men[3] = Pair(180, 60);
        truth.terms[0] = Pair(-40, 30);
        let mut random = Random::new(9);
        let truth_pairs = precise(&truth);
        let samples: Vec<Sample> = (0..20_000)
            .map(|_| {
                let mut times = || random.below(5) as i8 - 2;
                let features = Box::new([(3, times()), (87, times())]);
                let opening = random.below(25) as f32 / 24.0;
                let mut sample = Sample { features, opening, result: 0.0, score: 0.0 };
                sample.result = chance(&sample, &truth_pairs, steepness) as f32;
                sample
            })
            .collect();
        let fit = Fit { epochs: 400, trust: 0.0, pull: 0.0, threads: 2 };
        let start = Weights::MATERIAL;
        let learned = fit.learn(&samples, &start, steepness);
        for (got, want) in [(learned.men[3], truth.men[3]), (learned.terms[0], truth.terms[0])] {
            assert!((got.0 - want.0).abs() <= 2 && (got.1 - want.1).abs() <= 2, "{got:?} {want:?}");
        }
        let [before, after] = [start, learned].map(|w| fit.loss(&samples, &w, steepness));
        assert!(after < before);
        assert!((fit.steepness(&samples, &truth) - steepness).abs() < 1e-4);
    }
}
