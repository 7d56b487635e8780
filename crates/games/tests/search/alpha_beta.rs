//! Alpha-beta finds what minimax finds: the same value and the same line, in every game, with the
//! rules' own evaluation and with one that is full of ties. A search that takes another than the
//! first best move, or a bound for a value, shows it here.

use plyglot_core::laws::Ties;
use plyglot_core::mix::Random;
use plyglot_core::{Game, Side};
use plyglot_games::{capture_go, checkers, mancala, stake_raid, star_circle};
use plyglot_search::textbook::Algorithm;

/// Larger trees are passed over: the test is to take seconds.
const MOST_NODES: u64 = 20_000;

/// Compares the searches in random games from `start`, at every fifth position or so.
fn check<G: Game>(start: &G, games: u64) {
    let mut compared = 0;
    for seed in 0..games {
        let mut random = Random::new(seed);
        let mut position = start.clone();
        for _ in 0..100 {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            if random.below(5) == 0 {
                compared += compare(&position) + compare(&Ties(position.clone()));
            }
            position.play(moves[random.below(moves.len())]);
        }
    }
    assert!(compared > 100, "only {compared} searches compared");
}

/// Compares the two at all depths that are cheap; returns how many there were.
fn compare<G: Game>(position: &G) -> u32 {
    for depth in 1..=6 {
        let minimax = Algorithm::Minimax.solve(position, depth);
        let alpha_beta = Algorithm::AlphaBeta.solve(position, depth);
        assert_eq!(alpha_beta.value, minimax.value, "depth {depth}\n{position}");
        assert_eq!(alpha_beta.line, minimax.line, "depth {depth}\n{position}");
        assert!(alpha_beta.nodes <= minimax.nodes, "depth {depth}\n{position}");
        if minimax.nodes * position.move_count() > MOST_NODES {
            return depth;
        }
    }
    6
}

#[test]
fn star_circle() {
    check(&star_circle::Position::start(), 30);
}

#[test]
fn checkers() {
    check(&checkers::Position::start(), 30);
}

#[test]
fn stake_raid() {
    for size in 2..=5 {
        let few_values = stake_raid::Values::random(size, 3, size as u64);
        check(&stake_raid::Position::empty(few_values), 60);
    }
}

/// Extra moves at every depth, and ends in the middle of the tree.
#[test]
fn mancala() {
    for pits in 2..=6 {
        let board = mancala::Board::filled(pits, 1 + pits as u16 % 4);
        check(&mancala::Position::new(board, Side::First), 60);
    }
}

#[test]
fn capture_go() {
    check(&capture_go::Small::start(), 30);
    check(&capture_go::Large::empty(9, 3).unwrap(), 30);
}
