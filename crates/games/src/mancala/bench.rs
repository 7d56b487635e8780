//! What `plyglot bench` measures.

use std::io;

use plyglot_core::Side;
use plyglot_kit::bench::{Measure, Measurement, Timed, nodes, size_of_file, to_depth};
use plyglot_search::engine::{Engine, Knowledge, Limit, Settings};
use plyglot_search::textbook::Algorithm;

use super::files::{Edition, write_log, write_plain_log};
use super::knowledge::Mancala;
use super::{Board, Packed, Position};

/// All measurements.
pub(super) const MEASURES: [Measure; 3] = [mancala_log, engine, kalah];

fn mancala_log(quick: bool) -> Measurement {
    let (depth, plain_depth) = if quick { (5, 4) } else { (7, 5) };
    let start = Position::start();
    let fast = Timed::run(|| {
        size_of_file(|file| write_log(&start, Algorithm::Minimax, depth, Edition::Last, file))
    });
    let plain = Timed::run(|| {
        size_of_file(|file| {
            let file = io::BufWriter::new(file);
            write_plain_log(&start, Algorithm::Minimax, plain_depth, Edition::Last, file)
        })
    });
    let how = format!("formatting every line, depth {plain_depth}");
    fast.row_beside(format!("Mancala (6,4) log, depth {depth}"), "bytes", &plain, &how)
}

fn engine(quick: bool) -> Measurement {
    to_depth::<Mancala<Position>>("Mancala (6,4)", &Position::start(), if quick { 7 } else { 11 })
}

/// Kalah by its exact value, from cold: the table is made anew, too.
fn kalah(quick: bool) -> Measurement {
    let (pits, stones) = if quick { (4, 3) } else { (6, 4) };
    let start = Position::new(Board::filled(pits, stones), Side::First);
    let start = Packed::new(&start).expect("it is a small board");
    let solve = || {
        let mut engine = Engine::new(Mancala::solver(), Settings::default());
        nodes(&mut engine, &start, Limit::Depth(250))
    };
    Timed::run(solve).row(format!("engine, Kalah ({pits},{stones}) solved"), "nodes")
}
