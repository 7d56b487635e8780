//! Star and Circle: the known node counts, and the merged count against the plain walk.

use plyglot_core::{Game, Value, mix::Random};
use plyglot_games::star_circle::Position;
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
        let answer = plyglot_games::star_circle::shortcut::minimax(&Position::start(), depth);
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

fn assert_merged_count_equals_plain_walk(position: &Position, depth: u32) {
    let plain = Algorithm::Minimax.solve(position, depth);
    let short = plyglot_games::star_circle::shortcut::minimax(position, depth);
    assert_eq!(short.value, plain.value, "depth {depth}\n{position}");
    assert_eq!(short.nodes, plain.nodes, "depth {depth}\n{position}");
    assert_eq!(short.line[0], plain.line[0], "depth {depth}\n{position}");
}

/// Eight row values of which many are equal, and some less than nothing.
fn row_values(random: &mut Random) -> String {
    (0..8).map(|_| (random.below(4) as i32 - 1).to_string()).collect::<Vec<_>>().join(",")
}

#[test]
fn merged_count_equals_plain_walk_in_games() {
    let mut random = Random::new(7);
    for game in 0..200 {
        let text = Position::start().to_string();
        let text = text.replace("10,20,30,40,50,60,70,80", &row_values(&mut random));
        let mut position: Position = text.parse().unwrap();
        for _ in 0..game % 60 {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[random.below(moves.len())]);
        }
        if position.outcome().is_none() {
            (1..=6).for_each(|depth| assert_merged_count_equals_plain_walk(&position, depth));
        }
    }
}

/// One to three pieces a side: captures of the last piece, passes and double passes are common, and
/// the search reaches the end of the game.
#[test]
fn merged_count_equals_plain_walk_with_few_pieces() {
    let mut random = Random::new(8);
    for _ in 0..400 {
        let mut cells = [["0"; 8]; 8];
        for (piece, pile, last_row) in [("S1", "S3", 0), ("C1", "C2", 7)] {
            for _ in 0..=random.below(3) {
                let row = random.below(8);
                let column = 2 * random.below(4) + usize::from(row.is_multiple_of(2));
                cells[row][column] = if row == last_row { pile } else { piece };
            }
        }
        let player = ["Star", "Circle"][random.below(2)];
        let rows = cells.map(|row| row.join(",")).join("\n");
        let text = format!("{player}\n{rows}\n{}\n", row_values(&mut random));
        let position: Position = text.parse().unwrap();
        if position.outcome().is_none() {
            for depth in [1, 2, 3, 4, 5, 8] {
                assert_merged_count_equals_plain_walk(&position, depth);
            }
        }
    }
}
