//! Capture Go: the known answers, and alpha-beta against plain minimax.

use plyglot_core::mix::Random;
use plyglot_core::{Game, Value};
use plyglot_games::capture_go::knowledge::CaptureGo;
use plyglot_games::capture_go::{Position, Small};
use plyglot_search::engine::{Engine, Knowledge, Limit, Problem, Score, Settings};
use plyglot_search::textbook::{Algorithm, minimax};

const FIGURE_4: &str = "\
W.BW.B
.WB.B.
W.WB.B
.BBBWB
WBW.WB
W.WBWW
";

/// Depth, value for Black to move, plain nodes, alpha-beta nodes, value for White to move.
const KNOWN: [(u32, i64, u64, u64, i64); 8] = [
    (1, 2, 11, 11, 2),
    (2, 0, 101, 59, 0),
    (3, 5, 821, 331, 2),
    (4, 2, 5_861, 1_006, -2),
    (5, 5, 36_101, 2_868, -1),
    (6, 4, 187_301, 8_107, -4),
    (7, 8, 792_101, 27_947, -3),
    (8, 6, 2_606_501, 55_011, -6),
];

fn figure_4<const W: usize>(player: &str) -> Position<W> {
    format!("{player}\n{FIGURE_4}").parse().unwrap()
}

/// All first moves that are as good as the best, each by a search of its own.
fn optimal_moves<G: Game>(position: &G, depth: u32) -> String {
    let best = Algorithm::AlphaBeta.solve(position, depth).value;
    let is_best = |mv: &G::Move| {
        let after = position.after(*mv);
        let value = match depth {
            1 => after.evaluate(position.to_move()),
            _ => -Algorithm::AlphaBeta.solve(&after, depth - 1).value,
        };
        value == best
    };
    position.moves().iter().filter(|mv| is_best(mv)).map(ToString::to_string).collect()
}

#[test]
fn known_answers_for_black() {
    for (depth, value, plain_nodes, nodes, _) in KNOWN {
        let plain = Algorithm::Minimax.solve(&figure_4::<1>("B"), depth);
        let pruned = Algorithm::AlphaBeta.solve(&figure_4::<1>("B"), depth);
        assert_eq!((plain.value, plain.nodes), (Value::finite(value), plain_nodes), "{depth}");
        assert_eq!((pruned.value, pruned.nodes), (Value::finite(value), nodes), "{depth}");
        assert_eq!(plain.line, pruned.line, "depth {depth}");
        assert_eq!(Algorithm::AlphaBeta.solve(&figure_4::<6>("B"), depth), pruned, "{depth}");
    }
}

#[test]
fn known_answers_for_white() {
    for (depth, _, plain_nodes, _, value) in KNOWN {
        let pruned = Algorithm::AlphaBeta.solve(&figure_4::<1>("W"), depth);
        assert_eq!(pruned.value, Value::finite(value), "depth {depth}");
        if depth <= 6 {
            let plain = Algorithm::Minimax.solve(&figure_4::<1>("W"), depth);
            assert_eq!((plain.value, plain.nodes), (pruned.value, plain_nodes), "{depth}");
            assert_eq!(plain.line, pruned.line, "depth {depth}");
        }
    }
}

#[test]
fn known_optimal_first_moves() {
    for (depth, moves) in [
        (1, "(2,3)"),
        (2, "(2,3)(4,5)"),
        (3, "(5,3)(4,5)"),
        (4, "(5,3)(4,5)"),
        (5, "(5,1)(4,2)(5,3)(4,5)(2,6)"),
        (6, "(4,2)(5,3)(4,5)(2,6)"),
        (7, "(4,2)(1,4)"),
        (8, "(4,2)"),
        (10, "(2,1)(5,1)(1,2)(4,2)(6,2)(2,3)(5,3)(1,4)(4,5)(2,6)"),
    ] {
        assert_eq!(optimal_moves(&figure_4::<1>("B"), depth), moves, "depth {depth}");
    }
}

/// Ten points are empty: at depth 10 the game is over, and a depth beyond changes nothing.
#[test]
fn known_values_of_the_whole_game() {
    for (player, value) in [("B", -5), ("W", -13)] {
        let answer = Algorithm::AlphaBeta.solve(&figure_4::<1>(player), 10);
        assert_eq!(answer.value, Value::finite(value), "{player}");
        assert_eq!(answer.line.len(), 10);
        assert_eq!(Algorithm::AlphaBeta.solve(&figure_4::<1>(player), 1000), answer);
    }
}

#[test]
fn known_nodes_of_the_whole_game() {
    let answer = Algorithm::Minimax.solve(&figure_4::<1>("B"), 10);
    assert_eq!((answer.value, answer.nodes), (Value::finite(-5), 9_864_101));
}

#[test]
fn empty_6x6_to_depth_4() {
    let plain = Algorithm::Minimax.solve(&Small::start(), 4);
    let pruned = Algorithm::AlphaBeta.solve(&Small::start(), 4);
    assert_eq!((plain.value, plain.nodes), (Value::ZERO, 1_457_857));
    assert_eq!((pruned.value, pruned.nodes), (Value::ZERO, 3_986));
    assert_eq!(plain.line, pruned.line);
}

#[test]
fn whole_games_on_small_empty_boards() {
    for (columns, rows, value) in [
        (1, 1, 1),
        (2, 1, -1),
        (1, 2, -1),
        (3, 1, 2),
        (1, 3, 2),
        (2, 2, -2),
        (2, 3, -2),
        (3, 2, -2),
    ] {
        let start = Small::empty(columns, rows).unwrap();
        let found = minimax(&start, 99, &mut ());
        assert_eq!(found, Value::finite(value), "{columns}x{rows}");
    }
    let start = Small::empty(3, 3).unwrap();
    assert_eq!(Algorithm::AlphaBeta.solve(&start, 9).value, Value::finite(4));
    assert_eq!(optimal_moves(&start, 9), "(2,2)");
}

/// A board of 1x1 to 6x6 with one to `most` empty points and anything else on it, stones without
/// liberties included.
fn any_board(random: &mut Random, most: usize) -> Small {
    let (columns, rows) = (1 + random.below(6), 1 + random.below(6));
    let mut cells: Vec<char> =
        (0..columns * rows).map(|_| *b"BBWWx".get(random.below(5)).unwrap() as char).collect();
    for _ in 0..1 + random.below(most) {
        let point = random.below(cells.len());
        cells[point] = '.';
    }
    let rows: Vec<String> = cells.chunks(columns).map(|row| row.iter().collect()).collect();
    format!("{}\n{}\n", ["B", "W"][random.below(2)], rows.join("\n")).parse().unwrap()
}

/// The worth for the side to move by the textbook's search to the end.
fn plain_value(position: &Small) -> Score {
    let found = Algorithm::AlphaBeta.solve(position, position.move_count() as u32).value;
    found.number().unwrap() as Score
}

/// One engine for all boards: what its table knows of one must hold for every other with the same key.
#[test]
fn the_engine_solves_any_board_as_the_plain_search_does() {
    let mut random = Random::new(18);
    let mut engine = Engine::new(CaptureGo::<1>, Settings::default());
    for nth in 0..3_000 {
        let position = any_board(&mut random, if nth % 30 == 0 { 9 } else { 7 });
        let thought = engine.think(&Problem::new(&position, Limit::TO_THE_END)).unwrap();
        assert!(thought.is_proven, "\n{position}");
        assert_eq!(thought.score, plain_value(&position), "\n{position}");
    }
}

/// What is certain at a glance is true, for every window, wide or narrow.
#[test]
fn bounds_hold_the_value() {
    let mut random = Random::new(19);
    let mut settled = 0;
    for _ in 0..3_000 {
        let position = any_board(&mut random, 7);
        let value = plain_value(&position);
        for alpha in -20..20 {
            for beta in [alpha + 1, alpha + 3] {
                let (least, most) = CaptureGo::<1>.bounds_within(&position, alpha, beta);
                assert!(
                    least <= value && value <= most,
                    "{alpha} {beta} {least} {most}\n{position}"
                );
                settled += u32::from(least >= beta || most <= alpha);
            }
        }
    }
    assert!(settled > 200_000, "{settled}");
}
