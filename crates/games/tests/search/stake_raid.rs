//! Stake and Raid: the fast first best move against the plain search, with ties everywhere.

use plyglot_core::mix::Random;
use plyglot_core::{Game, Value};
use plyglot_games::stake_raid::shortcut::first_best;
use plyglot_games::stake_raid::{Position, Values};
use plyglot_search::textbook::Algorithm;

/// A position after `pieces` random moves, with either side to move.
fn random_position(size: usize, largest: u8, pieces: usize, random: &mut Random) -> Position {
    let mut position = Position::empty(Values::random(size, largest, random.bits()));
    for _ in 0..pieces {
        let moves = position.moves();
        position.play(moves[random.below(moves.len())]);
    }
    if random.below(2) == 1 {
        let text = position.to_string();
        let other = match text.lines().nth(1) {
            Some("X") => text.replacen("\nX\n", "\nO\n", 1),
            _ => text.replacen("\nO\n", "\nX\n", 1),
        };
        position = other.parse().unwrap();
    }
    position
}

/// How many nodes the plain search visits at most, roughly: it tries Stakes and Raids on all cells.
fn plain_nodes(free: usize, depth: u32) -> f64 {
    (0..depth as usize).map(|ply| 1.5 * free.saturating_sub(ply).max(1) as f64).product()
}

#[test]
fn first_best_equals_plain_minimax() {
    let mut random = Random::new(3);
    let mut compared = 0;
    for round in 0..9_000 {
        let size = 1 + round % 5;
        let pieces = match round % 3 {
            0 => 0,
            1 => random.below(size * size),
            // Nearly full: the search reaches the end of the game.
            _ => (size * size).saturating_sub(1 + random.below(6)),
        };
        let position = random_position(size, 1 + random.below(3) as u8, pieces, &mut random);
        for depth in 1..=5 {
            if plain_nodes(size * size - pieces, depth) > 10_000.0 {
                break;
            }
            let plain = Algorithm::Minimax.solve(&position, depth);
            let expected = Some((plain.line[0], plain.value));
            assert_eq!(first_best(&position, depth), expected, "depth {depth}\n{position}");
            compared += 1;
        }
    }
    assert!(compared > 20_000, "only {compared} searches compared");
}

/// Deeper, where the table is in use, and against alpha-beta, which is held against minimax elsewhere.
#[test]
fn first_best_equals_plain_alpha_beta_deeper() {
    let mut random = Random::new(4);
    for round in 0..120 {
        let size = 3 + round % 3;
        let free = 7 + usize::from(round % 20 == 0);
        let largest = [1, 2, 3, 99][round % 4];
        let position = random_position(size, largest, size * size - free, &mut random);
        for depth in [7, 1_000] {
            let plain = Algorithm::AlphaBeta.solve(&position, depth);
            let expected = Some((plain.line[0], plain.value));
            assert_eq!(first_best(&position, depth), expected, "depth {depth}\n{position}");
        }
    }
}

/// Three and four plies on boards with room, where whole lists of moves are dropped unseen.
#[test]
fn first_best_drops_nothing_that_is_good() {
    let mut random = Random::new(6);
    for round in 0..300 {
        let size = 4 + round % 2;
        let free = 8 + random.below(5);
        let largest = [2, 9, 99][round % 3];
        let position = random_position(size, largest, size * size - free, &mut random);
        for depth in [3, 4, 5] {
            let plain = Algorithm::AlphaBeta.solve(&position, depth);
            let expected = Some((plain.line[0], plain.value));
            assert_eq!(first_best(&position, depth), expected, "depth {depth}\n{position}");
        }
    }
}

/// Deeper still, where the table is in full use, and too deep for the plain search: a position is
/// worth what its first best child is worth.
#[test]
fn first_best_equals_the_best_of_its_children() {
    let mut random = Random::new(8);
    for round in 0..24 {
        let free = 9 + round % 4;
        let largest = [3, 99][round % 2];
        let position = random_position(5, largest, 25 - free, &mut random);
        for depth in 7..=9 {
            let mut best = None;
            for mv in position.moves() {
                let after = first_best(&position.after(mv), depth - 1);
                let value = -after.expect("there are more cells than this").1;
                if best.is_none_or(|(_, best)| value > best) {
                    best = Some((mv, value));
                }
            }
            assert_eq!(first_best(&position, depth), best, "depth {depth}\n{position}");
        }
    }
}

/// Large boards, where the plain search is still possible at depth 2.
#[test]
fn first_best_equals_plain_minimax_on_large_boards() {
    let mut random = Random::new(5);
    for (size, pieces) in [(13, 0), (13, 80), (13, 160), (19, 100), (26, 0), (26, 600)] {
        for largest in [1, 3, 99] {
            let position = random_position(size, largest, pieces, &mut random);
            let plain = Algorithm::AlphaBeta.solve(&position, 2);
            let expected = Some((plain.line[0], plain.value));
            assert_eq!(first_best(&position, 2), expected, "{position}");
        }
    }
}

#[test]
fn a_stake_goes_before_a_raid_that_leaves_the_same_board() {
    let position: Position = "2\nX\n1 9\n1 1\n..\n.X\n".parse().unwrap();
    let (mv, value) = first_best(&position, 1).unwrap();
    assert_eq!((mv.to_string().as_str(), value), ("B1 Stake", Value::from(10)));
    let position: Position = "2\nX\n1 9\n1 1\nO.\n.X\n".parse().unwrap();
    let (mv, value) = first_best(&position, 1).unwrap();
    assert_eq!((mv.to_string().as_str(), value), ("B1 Raid", Value::from(11)));
}

#[test]
fn no_move_on_a_full_board() {
    let full: Position = "1\nX\n5\nO\n".parse().unwrap();
    assert_eq!(first_best(&full, 3), None);
}

#[test]
fn the_depth_stops_at_the_full_board() {
    let position = Position::empty(Values::random(2, 99, 1));
    assert_eq!(first_best(&position, 1_000), first_best(&position, 4));
    assert_eq!(first_best(&position, 0), first_best(&position, 1));
}
