//! What a deep search thinks of each three-move ballot.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;

use plyglot_core::{Game, Side};
use plyglot_games::checkers::knowledge::Checkers;
use plyglot_games::checkers::openings::ballots;
use plyglot_games::checkers::{Move, Position};
use plyglot_kit::openings::Opening;
use plyglot_kit::wording::Spoken;
use plyglot_search::engine::{Engine, Knowledge, Limit, Problem, Settings};

use crate::jobs;

/// Judge the three-move ballots of checkers by a deep search, and write them from the best for Black to
/// the best for White
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cargo run --release -p plyglot-lab -- ballots
  cargo run --release -p plyglot-lab -- ballots --nodes 100000 --out quick.tsv")]
pub struct Ballots {
    /// How many nodes to search for each
    #[arg(long, default_value_t = 10_000_000)]
    nodes: u64,
    /// How many at once; the result does not depend on it
    #[arg(long, default_value_t = jobs::cores())]
    threads: usize,
    /// Where to write them
    #[arg(long, default_value = "docs/facts/checkers-ballots.tsv")]
    out: PathBuf,
}

/// A ballot, and what the search thought of it.
struct Judged {
    moves: String,
    /// What it is worth to Black, in hundredths of a man.
    black: i32,
    depth: u32,
    line: String,
}

impl Ballots {
    pub fn run(&self) -> Result<()> {
        let ballots = ballots(&Position::start(), 1);
        let openings: Vec<_> = ballots.iter().collect();
        let mut judged = jobs::run("judging", openings.len(), self.threads, |number| {
            self.judge(openings[number])
        });
        judged.sort_by(|a, b| (b.black, &a.moves).cmp(&(a.black, &b.moves)));
        if let Some(folder) = self.out.parent() {
            fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        let in_file = || self.out.display().to_string();
        fs::write(&self.out, self.table(&judged)?).with_context(in_file)
    }

    fn judge(&self, opening: &Opening<Position>) -> Judged {
        let position = &opening.position;
        let mut engine = Engine::new(Checkers::default(), Settings::default());
        let thought = engine.think(&Problem::new(position, Limit::Nodes(self.nodes)));
        let (score, depth, line) = thought
            .map_or((0, 0, Vec::new()), |thought| (thought.score, thought.depth, thought.line));
        let sign = if position.to_move() == Side::First { 1 } else { -1 };
        Judged {
            moves: in_numbers(&opening.moves),
            black: sign * score * 100 / Checkers::POINT,
            depth,
            line: in_numbers(&line[..line.len().min(8)]),
        }
    }

    fn table(&self, judged: &[Judged]) -> Result<String> {
        let mut text = format!(
            "# The {} three-move ballots of checkers that lose no man at once, by a search of {} nodes each.\n\
             # Made by: cargo run --release -p plyglot-lab -- ballots --nodes {}\n\
             # Worth to Black in hundredths of a man; how deep the search looked; what it expects.\n\
             # An opinion, not a proof.\n\
             ballot\tblack\tdepth\texpected\n",
            judged.len(),
            self.nodes,
            self.nodes
        );
        for Judged { moves, black, depth, line } in judged {
            writeln!(text, "{moves}\t{black:+}\t{depth}\t{line}")?;
        }
        Ok(text)
    }
}

/// Moves as players number the squares.
fn in_numbers(moves: &[Move]) -> String {
    let numbers: Vec<String> = moves.iter().filter_map(|&mv| Position::usual(mv)).collect();
    numbers.join(" ")
}
