//! The engine: a fixed set of positions a game, each from cold to a fixed depth.

use plyglot_core::mix::Random;
use plyglot_core::{Game, Side};
use plyglot_games::{capture_go, checkers, mancala, star_circle};
use plyglot_games::{
    capture_go::knowledge::CaptureGo, checkers::knowledge::Checkers, mancala::knowledge::Mancala,
    stake_raid::knowledge::StakeRaid, star_circle::knowledge::StarCircle,
};
use plyglot_search::engine::{Engine, Knowledge, Limit, Problem, Settings};

use super::{Row, Timed, stake_raid_board};

pub fn star_circle(quick: bool) -> Row {
    let start = star_circle::Position::start();
    to_depth::<StarCircle>("Star and Circle", &start, if quick { 8 } else { 12 })
}

pub fn checkers(quick: bool) -> Row {
    let start = checkers::Position::start();
    to_depth::<Checkers>("checkers", &start, if quick { 9 } else { 15 })
}

pub fn stake_raid(quick: bool) -> Row {
    let start = stake_raid_board(8);
    to_depth::<StakeRaid>("Stake and Raid 8x8", &start, if quick { 2 } else { 4 })
}

pub fn mancala(quick: bool) -> Row {
    let start = mancala::Position::start();
    to_depth::<Mancala<mancala::Position>>("Mancala (6,4)", &start, if quick { 7 } else { 11 })
}

pub fn capture_go(quick: bool) -> Row {
    let start = capture_go::Small::start();
    to_depth::<CaptureGo<1>>("Capture Go 6x6", &start, if quick { 3 } else { 5 })
}

/// Kalah by its exact value, from cold: the table is made anew, too.
pub fn kalah(quick: bool) -> Row {
    let (pits, stones) = if quick { (4, 3) } else { (6, 4) };
    let start = mancala::Position::new(mancala::Board::filled(pits, stones), Side::First);
    let start = mancala::Packed::new(&start).expect("it is a small board");
    let solve = || {
        let mut engine = Engine::new(Mancala::solver(), Settings::default());
        nodes(&mut engine, &start, Limit::Depth(250))
    };
    Timed::run(solve).row(format!("engine, Kalah ({pits},{stones}) solved"), "nodes")
}

fn to_depth<K: Knowledge + Default>(game: &str, start: &K::Game, depth: u32) -> Row {
    let positions = positions(start);
    let search = || {
        let nodes = positions.iter().map(|position| {
            let mut engine = Engine::new(K::default(), Settings::default());
            nodes(&mut engine, position, Limit::Depth(depth))
        });
        nodes.sum()
    };
    let name = format!("engine, {game}, {} positions, depth {depth}", positions.len());
    Timed::run(search).row(name, "nodes")
}

fn nodes<K: Knowledge>(engine: &mut Engine<K>, position: &K::Game, limit: Limit) -> u64 {
    engine.think(&Problem::new(position, limit)).map_or(0, |thought| thought.nodes)
}

/// The start, and what random moves lead to from there.
fn positions<G: Game>(start: &G) -> Vec<G> {
    let mut random = Random::new(1);
    let mut positions = vec![start.clone()];
    for plies in [4, 8, 12, 16, 20] {
        let mut position = start.clone();
        for _ in 0..plies {
            let moves = position.moves();
            if let Some(&mv) = moves.get(random.below(moves.len().max(1))) {
                position.play(mv);
            }
        }
        positions.push(position);
    }
    positions.retain(|position| position.outcome().is_none());
    positions
}
