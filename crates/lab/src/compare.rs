//! Which of two sets of weights plays better checkers?

use std::io::Write;

use anyhow::Result;
use clap::Args;

use plyglot_arena::stats::{Estimate, GameScore, Pairs};
use plyglot_core::Side;
use plyglot_games::checkers::knowledge::Checkers;

use crate::game::Play;
use crate::weights::Source;
use crate::{game, jobs};

/// Let two sets of weights play checkers at equal nodes, and estimate how far apart they are
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cargo run --release -p plyglot-lab -- compare learned material
  cargo run --release -p plyglot-lab -- compare learned tried.bin --nodes 10000 --pairs 200")]
pub struct Compare {
    /// One
    a: Source,
    /// The other
    b: Source,
    /// How many pairs of games: the same opening twice, colours changed
    #[arg(long, default_value_t = 500)]
    pairs: usize,
    /// How many nodes each may visit for a move
    #[arg(long, default_value_t = 2_000)]
    nodes: u64,
    /// Where chance starts from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games at once; the result does not depend on it
    #[arg(long, default_value_t = jobs::cores())]
    threads: usize,
}

impl Compare {
    pub fn run(&self) -> Result<()> {
        let pairs = self.play(&Checkers::with(&self.a.weights), &Checkers::with(&self.b.weights));
        let result = Estimate::of(&pairs).sentence(&self.a.name, &self.b.name);
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
            let start = game::ballot(seed);
            let play = Play { nodes: self.nodes, variety: None };
            let first = play.game(start, [a, b]).outcome;
            let second = play.game(start, [b, a]).outcome;
            [GameScore::of(first, Side::First), GameScore::of(second, Side::Second)]
        });
        let mut pairs = Pairs::default();
        played.into_iter().for_each(|games| pairs.add(games));
        pairs
    }
}

#[cfg(test)]
mod tests {
    use plyglot_games::checkers::knowledge::weights::Weights;

    use super::*;

    #[test]
    fn the_number_of_threads_does_not_matter() {
        let compare = |threads| Compare {
            a: "learned".parse().unwrap(),
            b: "material".parse().unwrap(),
            pairs: 4,
            nodes: 100,
            seed: 3,
            threads,
        };
        let [a, b] = [Weights::LEARNED, Weights::MATERIAL].map(|weights| Checkers::with(&weights));
        assert_eq!(compare(1).play(&a, &b), compare(3).play(&a, &b));
    }
}
