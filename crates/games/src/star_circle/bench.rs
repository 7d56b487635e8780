//! What `plyglot bench` measures.

use plyglot_kit::bench::{Measure, Measurement, Timed, to_depth};
use plyglot_search::textbook::Algorithm;

use super::Position;
use super::knowledge::StarCircle;
use super::shortcut;

/// All measurements.
pub(super) const MEASURES: [Measure; 4] =
    [star_circle_minimax, star_circle_deeper, star_circle_alpha_beta, engine];

fn star_circle_minimax(quick: bool) -> Measurement {
    let (depth, plain_depth) = if quick { (9, 7) } else { (10, 9) };
    let start = Position::start();
    let fast = Timed::run(|| minimax(depth));
    let plain = Timed::run(|| Algorithm::Minimax.solve(&start, plain_depth).nodes);
    let how = format!("walking every node, depth {plain_depth}");
    fast.row_beside(format!("Star and Circle MINIMAX, depth {depth}"), "nodes", &plain, &how)
}

fn star_circle_deeper(quick: bool) -> Measurement {
    let depth = if quick { 10 } else { 12 };
    Timed::run(|| minimax(depth)).row(format!("Star and Circle MINIMAX, depth {depth}"), "nodes")
}

/// How many nodes minimax visits from the start.
fn minimax(depth: u32) -> u64 {
    let solved = shortcut::minimax(&Position::start(), depth);
    solved.and_then(|solution| u64::try_from(solution.nodes).ok()).unwrap_or(u64::MAX)
}

fn star_circle_alpha_beta(quick: bool) -> Measurement {
    let depth = if quick { 8 } else { 10 };
    let start = Position::start();
    Timed::run(|| Algorithm::AlphaBeta.solve(&start, depth).nodes)
        .row(format!("Star and Circle ALPHABETA, depth {depth}"), "nodes")
}

fn engine(quick: bool) -> Measurement {
    to_depth::<StarCircle>("Star and Circle", &Position::start(), if quick { 8 } else { 12 })
}
