//! `plyglot perft`.

use std::io::{self, Write};

use anyhow::Result;
use serde::Serialize;

use plyglot_core::{Game, divide, perft};
use plyglot_games::{AnyPosition, with_position};
use plyglot_search::engine::CpuClock;

use crate::args;
use crate::input;
use crate::numbers::grouped;

/// Counts, and prints a line for each depth as soon as it is known.
pub fn run(arguments: &args::Perft) -> Result<()> {
    let position = match &arguments.position {
        Some(path) => input::read(path, |text| AnyPosition::read(text, arguments.game))?,
        None => AnyPosition::start(arguments.game),
    };
    with_position!(&position, position => count(position, arguments))
}

/// What was counted for one depth.
#[derive(Serialize)]
struct Row {
    depth: u32,
    leaves: u64,
    ended: u64,
    seconds: f64,
}

/// What was counted below one first move.
#[derive(Serialize)]
struct Branch {
    #[serde(rename = "move")]
    mv: String,
    leaves: u64,
    ended: u64,
}

#[derive(Serialize)]
struct Results {
    game: &'static str,
    depths: Vec<Row>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    divide: Vec<Branch>,
}

fn count<G: Game>(position: &G, arguments: &args::Perft) -> Result<()> {
    let mut out = io::stdout().lock();
    let mut results =
        Results { game: arguments.game.name(), depths: Vec::new(), divide: Vec::new() };
    if !arguments.json {
        writeln!(
            out,
            "depth {:>20} {:>16} {:>10} {:>10}",
            "sequences", "ended before", "seconds", "M/s"
        )?;
    }
    for depth in 1..=arguments.depth {
        let clock = CpuClock::start();
        let found = perft(position, depth);
        let row = Row { depth, leaves: found.leaves, ended: found.ended, seconds: clock.seconds() };
        if !arguments.json {
            let speed = row.leaves as f64 / row.seconds.max(1e-9) / 1e6;
            let [leaves, ended] = [row.leaves, row.ended].map(grouped);
            writeln!(
                out,
                "{depth:>5} {leaves:>20} {ended:>16} {:>10.3} {speed:>10.1}",
                row.seconds
            )?;
        }
        results.depths.push(row);
    }
    if arguments.divide {
        results.divide = divide(position, arguments.depth)
            .into_iter()
            .map(|(mv, found)| Branch {
                mv: mv.to_string(),
                leaves: found.leaves,
                ended: found.ended,
            })
            .collect();
    }
    if arguments.json {
        serde_json::to_writer(&mut out, &results)?;
        writeln!(out)?;
    } else {
        for Branch { mv, leaves, .. } in &results.divide {
            writeln!(out, "{mv}: {}", grouped(*leaves))?;
        }
    }
    Ok(())
}
