//! What `plyglot bench` measures.

use plyglot_kit::bench::{Measure, Measurement, Timed, to_depth};
use plyglot_search::textbook::Algorithm;

use super::knowledge::CaptureGo;
use super::{Small, count_legal_go_positions};

/// All measurements.
pub(super) const MEASURES: [Measure; 3] = [capture_go_minimax, capture_go_census, engine];

fn capture_go_minimax(quick: bool) -> Measurement {
    let depth = if quick { 3 } else { 4 };
    let empty = Small::empty(6, 6).expect("6x6 fits into one word");
    Timed::run(|| Algorithm::Minimax.solve(&empty, depth).nodes)
        .row(format!("Capture Go, empty 6x6, plain minimax, depth {depth}"), "nodes")
}

fn capture_go_census(quick: bool) -> Measurement {
    let side = if quick { 3 } else { 4 };
    Timed::run(|| count_legal_go_positions(side))
        .row(format!("Capture Go, legal positions {side}x{side}"), "positions")
}

fn engine(quick: bool) -> Measurement {
    to_depth::<CaptureGo<1>>("Capture Go 6x6", &Small::start(), if quick { 3 } else { 5 })
}
