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

/// A node of a game is named by the moves that lead there; of a long path by its end.
#[test]
fn nodes_are_named_by_their_moves() {
    let root: mancala::Position = "1\n3 3 3\n3 3 3\n0\n0\n".parse().unwrap();
    let (stop, titles) = (AtomicBool::new(false), ["Player 1", "Player 2"].map(str::to_owned));
    let algorithm = Algorithm::AlphaBeta;
    let asked =
        SearchRequest { root: &root, algorithm, depth: 2, titles, most: 1_000, stop: &stop };
    let tree = Recorded::search(&asked).unwrap();
    // Line 14 of the log, which the guide speaks of.
    let words = tree.step(12).unwrap().words;
    assert!(words.starts_with("B2 B4 A2 returns 1, the best for Player 2"), "{words}");
    assert!(words.contains(": B2 B4 stands at 1. B2 B3 already guarantees 1"), "{words}");
    assert!(words.ends_with("Not looked at: A3, A4."), "{words}");
}
