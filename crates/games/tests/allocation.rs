//! The search allocates nothing from node to node: a hundred times the nodes, no more allocations.
//! A binary of its own, since counting takes over the allocator.

use plyglot_games::{capture_go, checkers, mancala, stake_raid, star_circle};
use plyglot_games::{
    capture_go::knowledge::CaptureGo, checkers::knowledge::Checkers, mancala::knowledge::Mancala,
    stake_raid::knowledge::StakeRaid, star_circle::knowledge::StarCircle,
};
use plyglot_search::engine::{Engine, Knowledge, Limit, Problem, Settings};

fn check<K: Knowledge + Default>(position: &K::Game) {
    let mut engine =
        Engine::new(K::default(), Settings { table_bytes: 1 << 20, ..Settings::default() });
    // The first search makes room for the lines and lists of all later ones.
    engine.think(&Problem::new(position, Limit::Nodes(100_000)));
    let mut depths = 0;
    let counted = allocation_counter::measure(|| {
        let problem = Problem::new(position, Limit::Nodes(100_000));
        depths = engine.think(&problem).map_or(0, |thought| u64::from(thought.depth));
    });
    // The root's moves, and the line of each depth as it is told.
    let most = 16 + 16 * depths;
    assert!(counted.count_total <= most, "{} allocations\n{position}", counted.count_total);
}

#[test]
fn no_node_allocates() {
    check::<StarCircle>(&star_circle::Position::start());
    check::<Checkers>(&checkers::Position::start());
    check::<StakeRaid>(&stake_raid::Position::empty(stake_raid::Values::random(8, 99, 1)));
    check::<Mancala>(&mancala::Position::start());
    check::<CaptureGo<1>>(&capture_go::Small::start());
    check::<CaptureGo<6>>(&capture_go::Large::start());
}
