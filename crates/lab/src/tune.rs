//! Learns what features and patterns of a checkers position are worth, from games of the engine with
//! itself.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;

use anyhow::{Context, Error, Result};
use clap::Args;

use plyglot_cli::cluster::{ClusterArgs, say};
use plyglot_games::checkers::knowledge::Checkers;
use plyglot_games::checkers::knowledge::weights::Weights;
use plyglot_search::engine::CpuClock;

use crate::data;
use crate::fit::Fit;
use crate::weights::Source;
use crate::workers::Workers;
use crate::{jobs, self_play};

/// Learn the weights of the checkers evaluation from games that the engine plays with itself
///
/// Each round plays games with the weights of the round before, and learns from the positions of this
/// round and the one before. The same options give the same file, to the byte, whatever the number of
/// threads. Rounds that are in the folder are not played again. With --workers or --slurm games are
/// played by `plyglot-lab worker` on as many machines as come; the file is still the same.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cargo run --release -p plyglot-lab -- tune --seed 1
  cargo run --release -p plyglot-lab -- tune --from learned --rounds 100000x600 --seed 2
  cargo run --release -p plyglot-lab -- tune --seed 1 --slurm --worker-count 50
  cargo run --release -p plyglot-lab -- tune --rounds 200x200 --work /tmp/quick --out /tmp/quick.bin")]
pub struct Tune {
    /// Where chance starts from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// For each round how many games, and how many nodes a move
    #[arg(long, value_delimiter = ',', default_value = "20000x300,30000x500,50000x600,100000x600")]
    rounds: Vec<Round>,
    /// What to begin with: `features`, `learned`, `material` or a file of weights
    #[arg(long, value_name = "WEIGHTS", default_value = "features")]
    from: Source,
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
    #[command(flatten)]
    cluster: ClusterArgs,
}

/// So many games, with so many nodes a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    pub games: usize,
    pub nodes: u64,
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
    pub fn run(&self) -> Result<ExitCode> {
        let address = self.cluster.store(&self.work)?;
        if self.cluster.print_script(&self.work, address.as_deref(), false)? {
            return Ok(ExitCode::SUCCESS);
        }
        fs::create_dir_all(&self.work).with_context(|| self.work.display().to_string())?;
        let learned = match &address {
            None => self.learn(None, &mut std::io::stdout())?,
            Some(address) => {
                let command = self.command();
                let mut workers = Workers::new(&self.cluster, &self.work, address, &command)?;
                let learned = self.learn(Some(&mut workers), &mut std::io::stdout());
                workers.end(learned)?
            }
        };
        let Some(weights) = learned else {
            say("Stopped; the same command goes on from here");
            return Ok(ExitCode::from(130));
        };
        fs::write(&self.out, weights.to_bytes(&self.command()))
            .with_context(|| format!("cannot write {}", self.out.display()))?;
        writeln!(std::io::stdout(), "written to {}", self.out.display())?;
        Ok(ExitCode::SUCCESS)
    }

    /// Learns all rounds, with workers or without; nothing if it was stopped.
    fn learn(
        &self,
        mut workers: Option<&mut Workers<'_>>,
        out: &mut impl Write,
    ) -> Result<Option<Weights>> {
        let clock = CpuClock::start();
        let start = *self.from.weights;
        let (mut weights, mut before) = (start, Vec::new());
        for (number, round) in self.rounds.iter().enumerate() {
            let path = self.work.join(format!("round-{}.bin", number + 1));
            if !path.exists() {
                let seed = self.seed.wrapping_mul(1_000_003).wrapping_add(number as u64);
                let is_played = appear_whole(&path, |out| match &mut workers {
                    None => self.play(&Checkers::with(&weights), *round, seed, out),
                    Some(workers) => workers.play(&weights, *round, number, seed, out),
                })?;
                if !is_played {
                    return Ok(None);
                }
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
        Ok(Some(weights))
    }

    /// Plays a round here, and writes its positions down.
    fn play(
        &self,
        knowledge: &Checkers,
        round: Round,
        seed: u64,
        out: &mut impl Write,
    ) -> Result<bool> {
        for first in (0..round.games).step_by(BATCH) {
            let count = BATCH.min(round.games - first);
            let games = jobs::run("playing", count, self.threads, |nth| {
                self_play::samples(knowledge, round.nodes, seed, first + nth)
            });
            out.write_all(&data::to_bytes(games.into_iter().flatten()))?;
        }
        Ok(true)
    }

    /// What makes the same file again: all that it depends on.
    fn command(&self) -> String {
        let rounds: Vec<String> =
            self.rounds.iter().map(|round| format!("{}x{}", round.games, round.nodes)).collect();
        format!(
            "Checkers weights, made by: cargo run --release -p plyglot-lab -- tune --seed {} \
             --rounds {} --from {} {}",
            self.seed,
            rounds.join(","),
            self.from.name,
            self.fit.options()
        )
    }
}

/// Writes a file, which appears when it is complete; whether it is.
fn appear_whole(path: &Path, write: impl FnOnce(&mut File) -> Result<bool>) -> Result<bool> {
    let draft = path.with_extension("part");
    let mut file = File::create(&draft).with_context(|| draft.display().to_string())?;
    let is_complete = write(&mut file)?;
    if is_complete {
        file.sync_all()?;
        fs::rename(draft, path)?;
    }
    Ok(is_complete)
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
                from: "features".parse().unwrap(),
                fit: Fit { epochs: 1, features_only: false },
                threads,
                work: work.path().to_owned(),
                out: PathBuf::new(),
                cluster: ClusterArgs::default(),
            };
            let weights = tune.learn(None, &mut Vec::new()).unwrap();
            // What is there is not played again.
            assert_eq!(tune.learn(None, &mut Vec::new()).unwrap(), weights);
            (weights, tune.command())
        };
        let (weights, command) = learn(1, 1);
        assert_eq!(weights, learn(1, 3).0);
        assert_ne!(weights, learn(2, 1).0);
        assert!(command.ends_with("tune --seed 1 --rounds 12x50,8x60 --from features --epochs 1"));
    }

    #[test]
    fn a_round_is_games_and_nodes() {
        assert_eq!("500x80".parse::<Round>().unwrap(), Round { games: 500, nodes: 80 });
        for bad in ["", "500", "x", "500x", "500x8x"] {
            assert!(bad.parse::<Round>().is_err(), "{bad}");
        }
    }
}
