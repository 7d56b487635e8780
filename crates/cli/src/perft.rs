//! `plyglot perft`.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::Result;
use serde::Serialize;

use plyglot_kit::any::AnyLine;
use plyglot_kit::records;
use plyglot_search::engine::CpuClock;

use crate::args;
use crate::input;
use crate::program::Program;
use crate::progress;
use plyglot_core::numbers::grouped;

/// Counts, and prints a line for each depth as soon as it is known.
pub fn run(program: &Program, arguments: &args::PerftArgs) -> Result<()> {
    let game = program.game(&arguments.game)?;
    let line = match &arguments.position {
        Some(path) => input::read(path, |text| records::read_one(text, program.games, game))?,
        None => game.sample(),
    };
    count(game.name(), &*line, arguments)
}

/// What was counted for one depth.
#[derive(Serialize)]
struct DepthCount {
    depth: u32,
    leaves: u64,
    ended: u64,
    seconds: f64,
}

/// What was counted below one first move.
#[derive(Serialize)]
struct BranchCount {
    #[serde(rename = "move")]
    mv: String,
    leaves: u64,
    ended: u64,
}

#[derive(Serialize)]
struct PerftResults {
    game: &'static str,
    depths: Vec<DepthCount>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    divide: Vec<BranchCount>,
}

fn count(game: &'static str, line: &dyn AnyLine, arguments: &args::PerftArgs) -> Result<()> {
    let mut out = io::stdout().lock();
    let mut results = PerftResults { game, depths: Vec::new(), divide: Vec::new() };
    if !arguments.json {
        writeln!(
            out,
            "depth {:>20} {:>16} {:>10} {:>10}",
            "sequences", "ended before", "seconds", "M/s"
        )?;
    }
    for depth in 1..=arguments.depth {
        let (clock, begun) = (CpuClock::start(), Instant::now());
        let spinner = progress::spinner(format!("depth {depth} of {}", arguments.depth));
        let found = line.perft(depth, arguments.threads.count());
        spinner.finish_and_clear();
        let row = DepthCount {
            depth,
            leaves: found.leaves,
            ended: found.ended,
            // Of one thread the time is its own; several are there to be waited for less.
            seconds: match arguments.threads.are_several() {
                true => begun.elapsed().as_secs_f64(),
                false => clock.seconds(),
            },
        };
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
        let spinner = progress::spinner("telling the first moves apart");
        results.divide = line
            .divide(arguments.depth, arguments.threads.count())
            .into_iter()
            .map(|(mv, found)| BranchCount { mv, leaves: found.leaves, ended: found.ended })
            .collect();
        spinner.finish_and_clear();
    }
    if arguments.json {
        serde_json::to_writer(&mut out, &results)?;
        writeln!(out)?;
    } else {
        for BranchCount { mv, leaves, .. } in &results.divide {
            writeln!(out, "{mv}: {}", grouped(*leaves))?;
        }
    }
    Ok(())
}
