//! Experiments for developers: what makes the engine stronger? Matches between opponents are
//! `plyglot match`.

mod ballots;
mod compare;
mod data;
mod fit;
mod game;
mod jobs;
mod levels;
mod mine;
mod self_play;
mod tune;
mod weights;
mod workers;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Experiments: what makes the engine stronger?
#[derive(Debug, Parser)]
#[command(name = "plyglot-lab", max_term_width = 100)]
struct LabArguments {
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(Debug, Subcommand)]
enum Experiment {
    Ballots(ballots::Ballots),
    Compare(compare::Compare),
    Levels(levels::Levels),
    Mine(mine::Mine),
    Tune(tune::Tune),
    Worker(workers::Worker),
}

fn main() -> ExitCode {
    let experiment = LabArguments::parse().experiment;
    plyglot_cli::as_command(|| {
        match experiment {
            Experiment::Ballots(ballots) => ballots.run()?,
            Experiment::Compare(compare) => compare.run()?,
            Experiment::Levels(levels) => levels.run()?,
            Experiment::Mine(mine) => mine.run()?,
            Experiment::Tune(tune) => return tune.run(),
            Experiment::Worker(worker) => return worker.run(),
        }
        Ok(ExitCode::SUCCESS)
    })
}
