//! Star and Circle: the known node counts, and the merged count against the plain walk.

use std::collections::BTreeMap;

use plyglot_core::{Game, Value, mix::Random};
use plyglot_games::star_circle::{Position, TreeShape, shortcut};
use plyglot_search::textbook::Algorithm;

/// Depth, value, MINIMAX nodes, ALPHABETA nodes from the start of a full game, rows worth 10 to 80.
const KNOWN: [(u32, i64, u128, Option<u64>); 8] = [
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
        let answer = shortcut::minimax(&Position::start(), depth).unwrap();
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
    let short = shortcut::minimax(position, depth).unwrap();
    assert_eq!(short.value, plain.value, "depth {depth}\n{position}");
    assert_eq!(short.nodes, plain.nodes.into(), "depth {depth}\n{position}");
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
    few_pieces(&mut Random::new(8), |row, random| {
        2 * random.below(4) + usize::from(row.is_multiple_of(2))
    });
}

/// The same with pieces on squares of both colours.
#[test]
fn merged_count_equals_plain_walk_on_all_squares() {
    few_pieces(&mut Random::new(9), |_, random| random.below(8));
}

fn few_pieces(random: &mut Random, column: fn(usize, &mut Random) -> usize) {
    for _ in 0..400 {
        let mut cells = [["0"; 8]; 8];
        for (piece, pile, last_row) in [("S1", "S3", 0), ("C1", "C2", 7)] {
            for _ in 0..=random.below(3) {
                let row = random.below(8);
                let column = column(row, random);
                cells[row][column] = if row == last_row { pile } else { piece };
            }
        }
        let player = ["Star", "Circle"][random.below(2)];
        let rows = cells.map(|row| row.join(",")).join("\n");
        let text = format!("{player}\n{rows}\n{}\n", row_values(random));
        let position: Position = text.parse().unwrap();
        if position.outcome().is_none() {
            for depth in [1, 2, 3, 4, 5, 8] {
                assert_merged_count_equals_plain_walk(&position, depth);
            }
        }
    }
}

/// Boards crowded at random, where steps open and close many replies, and some leave none.
#[test]
fn grandchildren_are_the_children_of_the_children() {
    let mut random = Random::new(10);
    let mut stuck = 0;
    for round in 0..20_000 {
        let empty = 1 + round % 8;
        let cells: [[&str; 8]; 8] = std::array::from_fn(|row| {
            std::array::from_fn(|column| match random.below(2 + empty) {
                // Most boards are dark, as in the game.
                _ if round % 4 > 0 && (row + column).is_multiple_of(2) => "0",
                0 => "S1",
                1 => "C1",
                _ => "0",
            })
        });
        let player = ["Star", "Circle"][random.below(2)];
        let rows = cells.map(|row| row.join(",")).join("\n");
        let position: Position = format!("{player}\n{rows}\n1,2,3,4,5,6,7,8\n").parse().unwrap();
        let shape = TreeShape::of(&position).unwrap();
        if shape.is_over() {
            continue;
        }
        let mut count = 0;
        let mut add = |child: TreeShape| {
            let replies = child.move_count();
            stuck += u32::from(replies == 0);
            count += if child.is_over() { 0 } else { replies.max(1) };
        };
        if shape.move_count() == 0 {
            add(shape.passed());
        }
        shape.for_each_child(add);
        assert_eq!(shape.grandchild_count(), count, "{position}");
    }
    assert!(stuck > 100);
}

/// Seen in a mirror all dark squares are light: other squares, the same tree.
#[test]
fn a_mirror_changes_no_count() {
    let start = Position::start().to_string();
    let mirrored: Vec<String> = start
        .lines()
        .enumerate()
        .map(|(index, line)| match index {
            1..=8 => line.rsplit(',').collect::<Vec<_>>().join(","),
            _ => line.to_owned(),
        })
        .collect();
    let mirrored: Position = mirrored.join("\n").parse().unwrap();
    assert_ne!(mirrored, Position::start());
    for (depth, value, nodes, _) in KNOWN.into_iter().filter(|known| known.0 < 10) {
        let answer = shortcut::minimax(&mirrored, depth).unwrap();
        assert_eq!((answer.value, answer.nodes), (Value::finite(value), nodes), "depth {depth}");
    }
}

/// Stars that race while the only circle, arrived, passes: after every star's move there is one pass,
/// so the nodes are twice the ways in which so many moves can be made, added up, and the last passes.
#[test]
fn counts_beyond_64_bits_are_exact() {
    let stars = ["A1", "A3", "A5", "B6", "B8"];
    let mut rows = [["0"; 8]; 8];
    let mut squares = Vec::new();
    for name in stars {
        let (row, column) = (b'H' - name.as_bytes()[0], name.as_bytes()[1] - b'1');
        rows[usize::from(row)][usize::from(column)] = "S1";
        squares.push((usize::from(row), usize::from(column)));
    }
    rows[7][6] = "C1";
    let rows = rows.map(|row| row.join(",")).join("\n");
    let position: Position = format!("Star\n{rows}\n1,2,3,4,5,6,7,8\n").parse().unwrap();

    squares.sort_unstable();
    let mut ways = BTreeMap::from([(squares, 1_u128)]);
    let (mut expected, mut last) = (1, 0);
    while !ways.is_empty() {
        ways = after_one_move(&ways);
        let all: u128 = ways.values().sum();
        expected += 2 * all;
        last = if all > 0 { all } else { last };
    }
    // After the last of its passes the circle sees Star pass too.
    expected += last;
    assert!(expected > 1 << 64);
    let shape = TreeShape::of(&position).unwrap();
    assert_eq!(shortcut::minimax_nodes(shape, 1000, 1), Some(expected));
}

/// In how many ways each place of the stars can be reached with one move more.
fn after_one_move(
    ways: &BTreeMap<Vec<(usize, usize)>, u128>,
) -> BTreeMap<Vec<(usize, usize)>, u128> {
    let mut after = BTreeMap::new();
    for (stars, count) in ways {
        for (index, &(row, column)) in stars.iter().enumerate() {
            for side in [-1, 1] {
                let to = column.checked_add_signed(side).filter(|&column| column < 8);
                let (Some(row), Some(column)) = (row.checked_sub(1), to) else { continue };
                // On the last row a square holds many. How many there are does not matter for who
                // moves next, but it does for who is where: all are kept.
                if row > 0 && stars.contains(&(row, column)) {
                    continue;
                }
                // Two stars that could swap places are on the last row alone, and do not move.
                let mut moved = stars.clone();
                moved[index] = (row, column);
                moved.sort_unstable();
                *after.entry(moved).or_insert(0) += count;
            }
        }
    }
    after
}
