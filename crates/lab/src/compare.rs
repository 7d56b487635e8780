//! Which of two sets of weights plays better checkers?

use std::io::Write;

use anyhow::Result;
use clap::{Args, ValueEnum};

use plyglot_arena::stats::{Estimate, GameScore, Pairs};
use plyglot_core::Side;
use plyglot_games::checkers::knowledge::Checkers;
use plyglot_games::checkers::knowledge::weights::Weights;

use crate::{game, jobs};

/// Let two sets of weights play checkers at equal nodes, and estimate how far apart they are
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cargo run --release -p plyglot-lab -- compare tuned hand-made
  cargo run --release -p plyglot-lab -- compare tuned material --nodes 10000 --pairs 200")]
pub struct Compare {
    /// One
    a: NamedWeights,
    /// The other
    b: NamedWeights,
    /// How many pairs of games: the same opening twice, colours changed
    #[arg(long, default_value_t = 500)]
    pairs: usize,
    /// How many nodes each may visit for a move
    #[arg(long, default_value_t = 2_000)]
    nodes: u64,
    /// How many moves by chance make an opening
    #[arg(long, default_value_t = 6)]
    random_plies: u32,
    /// Where chance starts from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games at once; the result does not depend on it
    #[arg(long, default_value_t = jobs::cores())]
    threads: usize,
}

/// Weights that have a name.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum NamedWeights {
    /// Nothing but pieces
    Material,
    /// The first guess
    HandMade,
    /// What was learned
    Tuned,
}

impl NamedWeights {
    pub const fn weights(self) -> &'static Weights {
        match self {
            NamedWeights::Material => &Weights::MATERIAL,
            NamedWeights::HandMade => &Weights::HAND_MADE,
            NamedWeights::Tuned => &Weights::TUNED,
        }
    }
}

impl Compare {
    pub fn run(&self) -> Result<()> {
        let [a, b] = [self.a, self.b].map(|named| Checkers::with(named.weights()));
        let pairs = self.play(&a, &b);
        let name = |named: NamedWeights| {
            named.to_possible_value().map(|value| value.get_name().to_owned())
        };
        let [a, b] = [self.a, self.b].map(|named| name(named).unwrap_or_default());
        let result = Estimate::of(&pairs).sentence(&a, &b);
        writeln!(
            std::io::stdout(),
            "{} nodes a move, {} games: {result}",
            self.nodes,
            pairs.games()
        )?;
        Ok(())
    }

    fn play(&self, a: &Checkers, b: &Checkers) -> Pairs {
        let played = jobs::run("playing", self.pairs, self.threads, |pair| {
            let seed = self.seed.wrapping_mul(1_000_003).wrapping_add(pair as u64);
            let start = game::opening(self.random_plies, seed);
            let first = game::play(start, [a, b], self.nodes).outcome;
            let second = game::play(start, [b, a], self.nodes).outcome;
            [GameScore::of(first, Side::First), GameScore::of(second, Side::Second)]
        });
        let mut pairs = Pairs::default();
        played.into_iter().for_each(|games| pairs.add(games));
        pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_threads_does_not_matter() {
        let compare = |threads| Compare {
            a: NamedWeights::HandMade,
            b: NamedWeights::Material,
            pairs: 4,
            nodes: 100,
            random_plies: 6,
            seed: 3,
            threads,
        };
        let [a, b] = [NamedWeights::HandMade, NamedWeights::Material]
            .map(|named| Checkers::with(named.weights()));
        assert_eq!(compare(1).play(&a, &b), compare(3).play(&a, &b));
    }
}
