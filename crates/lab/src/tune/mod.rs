//! Learns what the features of a checkers position are worth, from games of the engine with itself.

mod fit;
mod samples;
mod source;

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Args;

use plyglot_games::checkers::knowledge::Checkers;
use plyglot_games::checkers::knowledge::weights::Weights;
use plyglot_search::engine::CpuClock;

use crate::jobs;
use fit::Fit;
use samples::{Sample, SelfPlay};

/// Learn the weights of the checkers evaluation from games that the engine plays with itself
///
/// Each round plays games with the weights of the round before, the first one with the hand-made
/// ones, and learns from the games of all rounds. The same options give the same file, to the byte,
/// whatever the number of threads.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cargo run --release -p plyglot-lab -- tune --seed 1
  cargo run --release -p plyglot-lab -- tune --games 300 --nodes 300 --rounds 1 --out /tmp/quick.rs")]
pub struct Tune {
    /// Where chance starts from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games a round
    #[arg(long, default_value_t = 4_000)]
    games: usize,
    /// How many nodes a move
    #[arg(long, default_value_t = 1_500)]
    nodes: u64,
    /// How many rounds
    #[arg(long, default_value_t = 2)]
    rounds: u64,
    /// How often to go through the positions of all games
    #[arg(long, default_value_t = 300)]
    epochs: usize,
    /// How much of what is learned is what the search thought, in hundredths; the rest is how the
    /// games ended
    #[arg(long, default_value_t = 25, value_parser = clap::value_parser!(u8).range(0..=100))]
    trust: u8,
    /// How many threads; the result does not depend on it
    #[arg(long, default_value_t = jobs::cores())]
    threads: usize,
    /// Where to write the weights
    #[arg(long, default_value = "crates/games/src/checkers/knowledge/weights/tuned.rs")]
    out: PathBuf,
}

/// One game in this many is not learned from, but used to see whether what was learned holds.
const HELD_OUT: usize = 10;

impl Tune {
    pub fn run(&self) -> Result<()> {
        ensure!(self.games >= HELD_OUT, "--games must be at least {HELD_OUT}");
        // Before hours of work: can it be written at all?
        let folder = self.out.parent().filter(|folder| !folder.as_os_str().is_empty());
        ensure!(
            folder.is_none_or(std::path::Path::is_dir),
            "{} is in no folder that exists",
            self.out.display()
        );
        let text = self.learn(&mut std::io::stdout())?;
        std::fs::write(&self.out, text)
            .with_context(|| format!("cannot write {}", self.out.display()))?;
        writeln!(std::io::stdout(), "written to {}", self.out.display())?;
        Ok(())
    }

    /// The text of the file with the learned weights.
    fn learn(&self, out: &mut impl Write) -> Result<String> {
        let clock = CpuClock::start();
        let start = Weights::HAND_MADE;
        let fit = Fit {
            epochs: self.epochs,
            trust: f64::from(self.trust) / 100.0,
            pull: 2e-8,
            threads: self.threads,
        };
        let (mut learned, mut held_out): (Vec<Sample>, Vec<Sample>) = Default::default();
        let mut weights = start;
        for round in 0..self.rounds {
            let playing = SelfPlay {
                games: self.games,
                nodes: self.nodes,
                seed: self.seed.wrapping_mul(1_000_003).wrapping_add(round),
                threads: self.threads,
            };
            let games = playing.games(&Checkers::with(&weights));
            let drawn = games.iter().filter(|g| g.first().is_some_and(|s| s.result == 0.5)).count();
            for (number, samples) in games.into_iter().enumerate() {
                let place = if number % HELD_OUT == 0 { &mut held_out } else { &mut learned };
                place.extend(samples);
            }
            writeln!(
                out,
                "round {}: {} games, {drawn} drawn; {} positions to learn from so far, {:.0} s of CPU",
                round + 1,
                self.games,
                learned.len(),
                clock.seconds()
            )?;
            let steepness = fit.steepness(&learned, &start);
            weights = fit.learn(&learned, &start, steepness);
            let loss = |weights| fit.loss(&held_out, weights, steepness);
            writeln!(
                out,
                "  steepness {steepness:.5}; loss on {} positions held out: material {:.5}, \
                 hand-made {:.5}, learned {:.5}; {:.0} s of CPU",
                held_out.len(),
                loss(&Weights::MATERIAL),
                loss(&start),
                loss(&weights),
                clock.seconds()
            )?;
        }
        Ok(source::write(&weights, &self.command()))
    }

    /// What makes the same file again: all that it depends on.
    fn command(&self) -> String {
        let Tune { seed, games, nodes, rounds, epochs, trust, .. } = self;
        format!(
            "cargo run --release -p plyglot-lab -- tune --seed {seed} --games {games} \
             --nodes {nodes} --rounds {rounds} --epochs {epochs} --trust {trust}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_file_on_any_number_of_threads() {
        let learn = |seed, threads| {
            let tune = Tune {
                seed,
                games: 20,
                nodes: 50,
                rounds: 2,
                epochs: 10,
                trust: 25,
                threads,
                out: PathBuf::new(),
            };
            tune.learn(&mut Vec::new()).unwrap()
        };
        let file = learn(1, 1);
        assert_eq!(file, learn(1, 3));
        assert_ne!(file.replace("--seed 1", "--seed 2"), learn(2, 1));
        assert!(file.contains("tune --seed 1 --games 20 --nodes 50"), "{file}");
    }
}
