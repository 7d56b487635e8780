//! Games that the engine solves to the end, against published values and against the plain search.

use plyglot_core::mix::Random;
use plyglot_core::{Game, Side};
use plyglot_games::stake_raid::Values;
use plyglot_games::{capture_go, mancala, stake_raid};
use plyglot_games::{
    capture_go::knowledge::CaptureGo, mancala::knowledge::Mancala, stake_raid::knowledge::StakeRaid,
};
use plyglot_search::engine::{Engine, Knowledge, Limit, MoveOf, Problem, Settings, Thought};
use plyglot_search::textbook::Algorithm;

/// To the end of the game, and certain of it.
fn solve<K: Knowledge>(knowledge: K, position: &K::Game) -> Thought<MoveOf<K>> {
    let mut engine = Engine::new(knowledge, Settings::default());
    let thought = engine.think(&Problem::new(position, Limit::Depth(250))).unwrap();
    assert!(thought.is_proven, "\n{position}");
    thought
}

/// Kalah by pits a side and stones a pit, under our rules: a capture also over an empty pit, and the
/// end as soon as either row is empty. Most were computed by Irving, Donkers and Uiterwijk, 2000.
#[test]
fn kalah() {
    let values: [(usize, &[i32]); 6] = [
        (1, &[0, -2, 6, -2, 2, 0]),
        (2, &[2, -2, -2, -12, 6, 8]),
        (3, &[0, 4, 2, 2, 6, -10]),
        (4, &[2, 6, 8, 2]),
        (5, &[0, 0, 8]),
        (6, &[2, 10, 2]),
    ];
    for (pits, values) in values {
        for (stones, &value) in (1..).zip(values) {
            let start = mancala::Position::new(mancala::Board::filled(pits, stones), Side::First);
            assert_eq!(solve(Mancala::default(), &start).score, value, "({pits},{stones})");
            let packed = mancala::Packed::new(&start).unwrap();
            assert_eq!(solve(Mancala::solver(), &packed).score, value, "({pits},{stones})");
        }
    }
}

/// Endings are looked up: with few stones in the pits the value must be that of the plain search.
#[test]
fn mancala_endings_are_exact() {
    let mut random = Random::new(3);
    for round in 0..300 {
        // Boards of eight pits do not fit into the quick form.
        let pits = 1 + round % 8;
        let mut rows = [vec![0; pits], vec![0; pits]];
        for _ in 0..random.below(8) + 1 {
            rows[random.below(2)][random.below(pits)] += 1;
        }
        let [upper, lower] =
            rows.map(|row| row.iter().map(u32::to_string).collect::<Vec<_>>().join(" "));
        let mover = 1 + random.below(2);
        let position: mancala::Position =
            format!("{mover}\n{upper}\n{lower}\n3\n5\n").parse().unwrap();
        if position.outcome().is_some() {
            continue;
        }
        let plain = Algorithm::AlphaBeta.solve(&position, 60).value.number();
        let value = i64::from(solve(Mancala::default(), &position).score);
        assert_eq!(Some(value), plain, "\n{position}");
        if let Some(packed) = mancala::Packed::new(&position) {
            let value = i64::from(solve(Mancala::solver(), &packed).score);
            assert_eq!(Some(value), plain, "packed:\n{position}");
        }
    }
}

/// A board with values, pieces on some cells, and one side to move.
fn stake_raid_ending(size: usize, free: usize, seed: u64) -> stake_raid::Position {
    let mut position = stake_raid::Position::empty(Values::random(size, 99, seed));
    let mut random = Random::new(seed);
    for _ in 0..size * size - free {
        let moves = position.moves();
        position.play(moves[random.below(moves.len())]);
    }
    position
}

/// The engine leaves out moves and merges positions, and finds the value of the exact search.
#[test]
fn stake_raid_endings() {
    for seed in 0..40 {
        let position = stake_raid_ending(3 + seed as usize % 3, 8, seed);
        let exact = stake_raid::shortcut::first_best(&position, 8).unwrap().1.number();
        assert_eq!(Some(i64::from(solve(StakeRaid, &position).score)), exact, "\n{position}");
    }
}

/// Of the two moves on a cell one is enough: the plain search, which tries both, finds no more.
#[test]
fn stake_raid_endings_with_both_moves_on_each_cell() {
    for seed in 0..60 {
        let free = 2 + seed as usize % 3;
        let position = stake_raid_ending(3 + seed as usize % 2, free, seed);
        let plain = Algorithm::AlphaBeta.solve(&position, free as u32).value.number();
        assert_eq!(Some(i64::from(solve(StakeRaid, &position).score)), plain, "\n{position}");
    }
}

/// Many more free cells than the plain search could follow. The nodes are those that it takes now:
/// far more would be a loss.
#[test]
fn stake_raid_with_fourteen_free_cells() {
    for seed in 0..10 {
        let nodes = solve(StakeRaid, &stake_raid_ending(5, 14, seed)).nodes;
        assert!(nodes < 3_000_000, "{nodes} nodes for seed {seed}");
    }
}

/// The source's figure 4, with ten empty points: Black to move loses by five.
#[test]
fn capture_go() {
    let figure: capture_go::Small = "B
        W.BW.B
        .WB.B.
        W.WB.B
        .BBBWB
        WBW.WB
        W.WBWW"
        .parse()
        .unwrap();
    assert_eq!(solve(CaptureGo, &figure).score, -5);
}

/// The engine counts only the stones of the side that moves last. The plain search counts all.
#[test]
fn capture_go_endings() {
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let mut position = capture_go::Small::empty(4, 3 + seed as usize % 2).unwrap();
        let free = 6 + seed / 2 % 2;
        while position.move_count() > free {
            let moves = position.moves();
            position.play(moves[random.below(moves.len())]);
        }
        let plain = Algorithm::AlphaBeta.solve(&position, free as u32).value.number();
        let value = i64::from(solve(CaptureGo, &position).score);
        assert_eq!(Some(value), plain, "\n{position}");
        // An odd number of empty points: the side to move moves last.
        assert_eq!(value > 0, free % 2 == 1, "\n{position}");
    }
}
