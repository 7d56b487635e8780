//! Star and Circle: the known node counts, and the merged count against the plain walk.

use plyglot_games::star_circle::Position;
use plyglot_games::{Game, Value, mix::Random};
use plyglot_search::shortcut;
use plyglot_search::textbook::Algorithm;

/// Depth, value, MINIMAX nodes, ALPHABETA nodes from the start of a full game, rows worth 10 to 80.
const KNOWN: [(u32, i64, u64, Option<u64>); 8] = [
    (4, 0, 3_308, Some(206)),
    (6, 0, 216_033, Some(2_874)),
    (7, 10, 1_801_129, Some(7_333)),
    (8, 0, 14_820_445, Some(38_489)),
    (9, 10, 124_716_388, Some(111_178)),
    (10, 0, 1_036_744_041, Some(512_862)),
    (11, 10, 8_735_103_503, None),
    (12, 0, 72_968_744_438, None),
];

#[test]
fn known_minimax_counts() {
    for (depth, value, nodes, _) in KNOWN {
        let answer = shortcut::star_circle::minimax(&Position::start(), depth);
        assert_eq!((answer.value, answer.nodes), (Value::finite(value), nodes), "depth {depth}");
    }
}

#[test]
fn known_alpha_beta_counts() {
    for (depth, value, _, nodes) in KNOWN {
        let Some(nodes) = nodes else { continue };
        let answer = Algorithm::AlphaBeta.solve(&Position::start(), depth);
        assert_eq!((answer.value, answer.nodes), (Value::finite(value), nodes), "depth {depth}");
    }
}

/// Few row values and deep random positions: many ties, piles, passes and early ends.
#[test]
fn merged_count_equals_plain_walk() {
    let mut random = Random::new(7);
    for game in 0..300 {
        let text = Position::start().to_string();
        let values = (0..8).map(|_| (random.below(4) as i32 - 1).to_string()).collect::<Vec<_>>();
        let text = text.replace("10,20,30,40,50,60,70,80", &values.join(","));
        let mut position: Position = text.parse().unwrap();
        for _ in 0..game % 60 {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[random.below(moves.len())]);
        }
        for depth in 1..=6 {
            if position.outcome().is_some() {
                continue;
            }
            let plain = Algorithm::Minimax.solve(&position, depth);
            let short = shortcut::star_circle::minimax(&position, depth);
            assert_eq!(short.value, plain.value, "depth {depth}\n{position}");
            assert_eq!(short.nodes, plain.nodes, "depth {depth}\n{position}");
            assert_eq!(short.line[0], plain.line[0], "depth {depth}\n{position}");
        }
    }
}
