//! What `plyglot bench` measures.

use plyglot_kit::bench::{Measure, Measurement, Timed, to_depth};
use plyglot_search::textbook::Algorithm;

use super::knowledge::StakeRaid;
use super::{Position, Values, shortcut};

/// All measurements.
pub(super) const MEASURES: [Measure; 3] = [stake_raid_13, stake_raid_26, engine];

/// An empty board of random values.
fn stake_raid_board(size: usize) -> Position {
    Position::empty(Values::random(size, 99, size as u64))
}

/// Stake and Raid prints no node count: the work is one answer, and what is summed up is its value.
fn first_best(position: &Position, depth: u32) -> u64 {
    let answer = shortcut::first_best(position, depth);
    answer.and_then(|(_, value)| value.number()).unwrap_or_default().unsigned_abs()
}

fn stake_raid_13(quick: bool) -> Measurement {
    let (depth, plain_depth) = if quick { (3, 3) } else { (5, 4) };
    let position = stake_raid_board(13);
    let timed = Timed::run(|| first_best(&position, depth));
    let fast = Timed::run(|| first_best(&position, plain_depth));
    let plain = Timed::run(|| {
        let value = Algorithm::AlphaBeta.solve(&position, plain_depth).value;
        value.number().unwrap_or_default().unsigned_abs()
    });
    let mut row = timed.row(format!("Stake and Raid 13x13, depth {depth}"), "value");
    row.times_plain = Some(plain.seconds / fast.seconds);
    row.plain = Some(format!("textbook alpha-beta, both at depth {plain_depth}"));
    row
}

fn stake_raid_26(quick: bool) -> Measurement {
    let depth = if quick { 2 } else { 3 };
    let position = stake_raid_board(26);
    Timed::run(|| first_best(&position, depth))
        .row(format!("Stake and Raid 26x26, depth {depth}"), "value")
}

fn engine(quick: bool) -> Measurement {
    to_depth::<StakeRaid>("Stake and Raid 8x8", &stake_raid_board(8), if quick { 2 } else { 4 })
}
