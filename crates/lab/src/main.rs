//! Experiments for developers: how strong is the engine, and what makes it stronger?

mod compare;
mod duel;
mod game;
mod jobs;
mod tune;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Experiments: how strong is the engine, and what makes it stronger?
#[derive(Debug, Parser)]
#[command(name = "plyglot-lab", max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(Debug, Subcommand)]
enum Experiment {
    Duel(duel::Duel),
    Compare(compare::Compare),
    Tune(tune::Tune),
}

fn main() -> Result<()> {
    match Arguments::parse().experiment {
        Experiment::Duel(duel) => duel.run(),
        Experiment::Compare(compare) => compare.run(),
        Experiment::Tune(tune) => tune.run(),
    }
}
