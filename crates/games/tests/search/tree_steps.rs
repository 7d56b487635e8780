//! The recorded tree of a search, step by step.

use std::sync::atomic::AtomicBool;

use plyglot_games::mancala;
use plyglot_games::mancala::files::{Edition, write_log};
use plyglot_kit::tree::{AnyTree, Recorded, SearchRequest};
use plyglot_search::textbook::Algorithm;

/// The log that is put together from the steps is the log that is written while searching: so
/// the steps, the values and the windows are those of the search.
#[test]
fn the_steps_are_the_lines_of_the_log() {
    let positions = [
        ("1\n3 3 3\n3 3 3\n0\n0\n", 4),
        ("2\n4 4 4 4 4 4\n4 4 4 4 4 4\n0\n0\n", 3),
        ("1\n0 1 2 1 0\n1 0 3 0 2\n5\n7\n", 9),
        ("1\n0 0 1\n0 0 1\n5\n7\n", 9),
    ];
    for (text, depth) in positions {
        let root: mancala::Position = text.parse().unwrap();
        for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta] {
            let mut log = Vec::new();
            write_log(&root, algorithm, depth, Edition::Last, &mut log).unwrap();
            let log = String::from_utf8(log).unwrap();
            let titles = ["Player 1", "Player 2"].map(str::to_owned);
            let stop = AtomicBool::new(false);
            let asked = SearchRequest {
                root: &root,
                algorithm,
                depth,
                titles,
                most: 1_000_000,
                stop: &stop,
            };
            let tree = Recorded::search(&asked).unwrap();
            assert_eq!(tree.summary().steps, log.lines().count() - 1);
            for (step, line) in log.lines().skip(1).enumerate() {
                let view = tree.step(step).unwrap();
                assert_eq!(view.log, line, "step {step}");
                assert_eq!(log.lines().nth(view.log_line - 1), Some(line));
                assert!(!view.words.is_empty());
            }
            assert!(tree.step(tree.summary().steps).is_none());
        }
    }
}
