//! What `plyglot bench` measures.

use plyglot_core::perft;
use plyglot_kit::bench::{Measure, Measurement, Timed, play_every_move, to_depth};

use super::Position;
use super::knowledge::Checkers;

/// All measurements.
pub(super) const MEASURES: [Measure; 2] = [checkers_perft, engine];

fn checkers_perft(quick: bool) -> Measurement {
    let (depth, plain_depth) = if quick { (9, 8) } else { (12, 10) };
    let start = Position::start();
    let fast = Timed::run(|| perft(&start, depth).leaves);
    let plain = Timed::run(|| play_every_move(&start, plain_depth));
    let how = format!("playing the last move too, depth {plain_depth}");
    fast.row_beside(format!("checkers perft, depth {depth}"), "leaves", &plain, &how)
}

fn engine(quick: bool) -> Measurement {
    to_depth::<Checkers>("checkers", &Position::start(), if quick { 9 } else { 15 })
}
