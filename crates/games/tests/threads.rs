//! Several threads find what one finds: proven values, counts of lines and of nodes.

use plyglot_core::mix::Random;
use plyglot_core::{Game, Perft, Side, divide, perft, perft_by};
use plyglot_games::checkers::knowledge::Checkers;
use plyglot_games::star_circle::{TreeShape, shortcut};
use plyglot_games::{capture_go, checkers, mancala, stake_raid, star_circle};
use plyglot_games::{
    capture_go::knowledge::CaptureGo, mancala::knowledge::Mancala, stake_raid::knowledge::StakeRaid,
};
use plyglot_search::engine::{Engine, Knowledge, Limit, MoveOf, Problem, Settings, Thought, score};

const THREADS: [usize; 3] = [1, 2, 5];

fn think<K: Knowledge>(
    threads: usize,
    knowledge: K,
    position: &K::Game,
    limit: Limit,
) -> Thought<MoveOf<K>> {
    let settings = Settings { threads, table_bytes: 4 << 20, ..Settings::default() };
    Engine::new(knowledge, settings).think(&Problem::new(position, limit)).unwrap()
}

/// What the position is worth for certain.
fn value<K: Knowledge>(threads: usize, knowledge: K, position: &K::Game) -> i32 {
    let thought = think(threads, knowledge, position, Limit::TO_THE_END);
    assert!(thought.is_proven, "{threads} threads\n{position}");
    thought.score
}

/// By pits a side and stones a pit. The values are Irving's, Donkers' and Uiterwijk's, 2000. The first
/// form is searched in its quick form.
#[test]
fn kalah_has_its_value() {
    for (pits, stones, published) in [(3, 6, -10), (4, 4, 2), (5, 3, 8), (6, 2, 10), (6, 3, 2)] {
        let start = mancala::Position::new(mancala::Board::filled(pits, stones), Side::First);
        let packed = mancala::Packed::new(&start).unwrap();
        for threads in THREADS {
            let found = value(threads, Mancala::default(), &start);
            assert_eq!(found, published, "{threads} threads, ({pits},{stones})");
            let found = value(threads, Mancala::solver(), &packed);
            assert_eq!(found, published, "{threads} threads, ({pits},{stones}) packed");
        }
    }
}

/// The position after moves by chance, with so many left to choose from.
fn with_moves_left<G: Game>(mut position: G, left: u64, seed: u64) -> G {
    let mut random = Random::new(seed);
    while position.move_count() > left {
        let moves = position.moves();
        position.play(moves[random.below(moves.len())]);
    }
    position
}

#[test]
fn capture_go_endings_have_their_value() {
    for seed in 0..10 {
        let position = with_moves_left(capture_go::Small::empty(6, 6).unwrap(), 14, seed);
        let found = THREADS.map(|threads| value(threads, CaptureGo, &position));
        assert!(found.iter().all(|&value| value == found[0]), "{found:?}\n{position}");
    }
}

#[test]
fn stake_raid_endings_have_their_value() {
    for seed in 0..6 {
        let empty = stake_raid::Position::empty(stake_raid::Values::random(5, 99, seed));
        let position = with_moves_left(empty, 13, seed);
        let found = THREADS.map(|threads| value(threads, StakeRaid, &position));
        assert!(found.iter().all(|&value| value == found[0]), "{found:?}\n{position}");
    }
}

/// Searches that reach tables of endings may see a win or not, but never for the other side.
#[test]
fn checkers_endings_are_won_by_the_same_side() {
    let winner = |threads, position: &checkers::Position| {
        let thought = think(threads, Checkers::default(), position, Limit::Depth(11));
        let is_certain = thought.distance().is_some() || score::is_known(thought.score);
        is_certain.then_some(thought.score > 0)
    };
    let mut seen = 0;
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let mut position = checkers::Position::start();
        let pieces = |position: &checkers::Position| {
            position.to_string().lines().skip(1).flat_map(str::chars).filter(|&c| c != '.').count()
        };
        while position.outcome().is_none() && pieces(&position) > 7 {
            let moves = position.moves();
            position.play(moves[random.below(moves.len())]);
        }
        if position.outcome().is_some() {
            continue;
        }
        let one = winner(1, &position);
        for threads in [2, 5] {
            if let (Some(one), Some(several)) = (one, winner(threads, &position)) {
                assert_eq!(one, several, "{threads} threads\n{position}");
                seen += 1;
            }
        }
    }
    assert!(seen >= 30, "{seen}");
}

/// A number of nodes is one for all threads together. Several may go a little beyond, until the first one
/// looks.
#[test]
fn nodes_are_those_of_all_threads() {
    let limit = Limit::Nodes(200_000);
    for threads in THREADS {
        let nodes = think(threads, Checkers::default(), &checkers::Position::start(), limit).nodes;
        assert!(nodes >= 200_000, "{threads} threads, {nodes} nodes");
        assert!(threads > 1 || nodes <= 200_001, "{nodes} nodes");
    }
}

fn assert_counts_agree<G: Game>(position: &G, depth: u32) {
    let plain = perft(position, depth);
    for threads in THREADS {
        let found = perft_by(threads, position, depth);
        assert_eq!(found, plain, "{threads} threads, depth {depth}\n{position}");
        let branches = divide(threads, position, depth);
        let moves: Vec<G::Move> = branches.iter().map(|branch| branch.0).collect();
        assert_eq!(moves, if depth == 0 { Vec::new() } else { position.moves() });
        let mut sum = Perft::default();
        branches.into_iter().for_each(|(_, count)| sum += count);
        // A game that is over has ended without any move.
        if depth > 0 && !moves.is_empty() {
            assert_eq!(sum, plain, "{threads} threads, depth {depth}\n{position}");
        }
    }
}

#[test]
fn counts_of_lines_agree() {
    for depth in [0, 1, 4, 5, 8] {
        assert_counts_agree(&checkers::Position::start(), depth);
        assert_counts_agree(&star_circle::Position::start(), depth.min(6));
    }
    // Games that end on the way, some of them in the part that is divided.
    for seed in 0..10 {
        let board = mancala::Board::filled(2 + seed as usize % 2, 2);
        assert_counts_agree(&mancala::Position::new(board, Side::First), 10);
        let empty = capture_go::Small::empty(3, 2 + seed as usize % 2).unwrap();
        assert_counts_agree(&with_moves_left(empty, 6, seed), 8);
    }
}

/// As the table of known counts has it.
#[test]
fn counts_of_nodes_agree() {
    let start = TreeShape::of(&star_circle::Position::start()).unwrap();
    for threads in THREADS {
        let found = shortcut::minimax_nodes(start, 12, threads);
        assert_eq!(found, Some(72_968_744_438), "{threads} threads");
    }
}
