//! Learns what features and patterns of a checkers position are worth, from games of the engine with
//! itself.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, Error, Result};
use clap::Args;

use plyglot_games::checkers::knowledge::Checkers;
use plyglot_games::checkers::knowledge::weights::Weights;
use plyglot_search::engine::CpuClock;

use crate::data;
use crate::fit::Fit;
use crate::{jobs, self_play};

/// Learn the weights of the checkers evaluation from games that the engine plays with itself
///
/// Each round plays games with the weights of the round before, the first one with those of features
/// alone, and learns from the positions of this round and the one before. The same options give the same file, to the byte,
/// whatever the number of threads. Rounds that are in the folder are not played again.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cargo run --release -p plyglot-lab -- tune --seed 1
  cargo run --release -p plyglot-lab -- tune --rounds 200x200 --work /tmp/quick --out /tmp/quick.bin")]
pub struct Tune {
    /// Where chance starts from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// For each round how many games, and how many nodes a move
    #[arg(long, value_delimiter = ',', default_value = "20000x300,30000x500,50000x600,100000x600")]
    rounds: Vec<Round>,
    #[command(flatten)]
    fit: Fit,
    /// How many threads; the result does not depend on it
    #[arg(long, default_value_t = jobs::cores())]
    threads: usize,
    /// A folder for the positions of each round: some 400 MB
    #[arg(long, default_value = "target/tune")]
    work: PathBuf,
    /// Where to write the weights
    #[arg(long, default_value = "crates/games/src/checkers/knowledge/weights/learned.bin")]
    out: PathBuf,
}

/// So many games, with so many nodes a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    games: usize,
    nodes: u64,
}

/// `50000x500`.
impl FromStr for Round {
    type Err = Error;

    fn from_str(text: &str) -> Result<Round> {
        let (games, nodes) = text.split_once('x').context("expected GAMESxNODES")?;
        Ok(Round { games: games.parse()?, nodes: nodes.parse()? })
    }
}

/// So many games are in memory at a time.
const BATCH: usize = 2_000;

impl Tune {
    pub fn run(&self) -> Result<()> {
        fs::create_dir_all(&self.work).with_context(|| self.work.display().to_string())?;
        let weights = self.learn(&mut std::io::stdout())?;
        fs::write(&self.out, weights.to_bytes(&self.command()))
            .with_context(|| format!("cannot write {}", self.out.display()))?;
        writeln!(std::io::stdout(), "written to {}", self.out.display())?;
        Ok(())
    }

    fn learn(&self, out: &mut impl Write) -> Result<Weights> {
        let clock = CpuClock::start();
        let start = Weights::FEATURES;
        let (mut weights, mut before) = (start, Vec::new());
        for (number, round) in self.rounds.iter().enumerate() {
            let path = self.work.join(format!("round-{}.bin", number + 1));
            if !path.exists() {
                self.play(&Checkers::with(&weights), *round, number as u64, &path)?;
            }
            let samples = data::read(&path)?;
            let Round { games, nodes } = round;
            writeln!(
                out,
                "round {}: {games} games with {nodes} nodes a move; {:.0} s of CPU",
                number + 1,
                clock.seconds()
            )?;
            weights = self.fit.learn([before, samples.clone()].concat(), &start, out)?;
            before = samples;
            let path = path.with_extension("weights");
            fs::write(&path, weights.to_bytes(&self.command()))?;
        }
        Ok(weights)
    }

    /// Plays a round, and keeps its positions in a file, which appears when it is complete.
    fn play(&self, knowledge: &Checkers, round: Round, number: u64, path: &Path) -> Result<()> {
        let seed = self.seed.wrapping_mul(1_000_003).wrapping_add(number);
        let draft = path.with_extension("part");
        let file = File::create(&draft).with_context(|| draft.display().to_string())?;
        for first in (0..round.games).step_by(BATCH) {
            let count = BATCH.min(round.games - first);
            let games = jobs::run("playing", count, self.threads, |nth| {
                self_play::samples(knowledge, round.nodes, seed, first + nth)
            });
            data::append(&file, games.into_iter().flatten())?;
        }
        Ok(fs::rename(draft, path)?)
    }

    /// What makes the same file again: all that it depends on.
    fn command(&self) -> String {
        let rounds: Vec<String> =
            self.rounds.iter().map(|round| format!("{}x{}", round.games, round.nodes)).collect();
        format!(
            "Checkers weights, made by: cargo run --release -p plyglot-lab -- tune --seed {} \
             --rounds {} {}",
            self.seed,
            rounds.join(","),
            self.fit.options()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_weights_on_any_number_of_threads() {
        let learn = |seed, threads| {
            let work = tempfile::tempdir().unwrap();
            let tune = Tune {
                seed,
                rounds: vec!["12x50".parse().unwrap(), "8x60".parse().unwrap()],
                fit: Fit { epochs: 1, features_only: false },
                threads,
                work: work.path().to_owned(),
                out: PathBuf::new(),
            };
            let weights = tune.learn(&mut Vec::new()).unwrap();
            // What is there is not played again.
            assert_eq!(tune.learn(&mut Vec::new()).unwrap(), weights);
            (weights, tune.command())
        };
        let (weights, command) = learn(1, 1);
        assert_eq!(weights, learn(1, 3).0);
        assert_ne!(weights, learn(2, 1).0);
        assert!(command.ends_with("tune --seed 1 --rounds 12x50,8x60 --epochs 1"));
    }

    #[test]
    fn a_round_is_games_and_nodes() {
        assert_eq!("500x80".parse::<Round>().unwrap(), Round { games: 500, nodes: 80 });
        for bad in ["", "500", "x", "500x", "500x8x"] {
            assert!(bad.parse::<Round>().is_err(), "{bad}");
        }
    }
}
