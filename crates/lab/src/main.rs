//! Experiments for developers: how strong is the engine, and what makes it stronger?

mod duel;

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
}

fn main() -> Result<()> {
    match Arguments::parse().experiment {
        Experiment::Duel(duel) => duel.run(),
    }
}
