//! A task writes the input that it was read from.

use std::fs;

use plyglot_games::GAMES;
use plyglot_kit::Goal;
use plyglot_search::textbook::Algorithm;

use crate::cases::{self, list, own};

/// All inputs of the repository; they differ from what is written in blanks and newlines only.
#[test]
fn every_input_is_written_as_it_was_read() {
    let mut count = 0;
    for game in GAMES.iter() {
        for case in list(&own(game.name())) {
            let text = fs::read_to_string(case.join("input.txt")).unwrap();
            let task = cases::read(&text).unwrap();
            let words = |text: &str| {
                let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
                words
            };
            let written = task.to_string();
            // A time may be written in other digits, and greedy ignores its depth.
            if matches!(task.goal(), Goal::Search { .. }) {
                assert_eq!(words(&written), words(&text), "{case:?}");
            }
            let again = cases::read(&written).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(again.to_string(), written, "{case:?}");
            count += 1;
        }
    }
    assert!(count > 500, "{count} inputs");
}

#[test]
fn every_start_has_an_input_and_a_finished_game_has_none() {
    for game in GAMES.iter() {
        for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta] {
            let task = game.to_search(&*game.sample(), algorithm, 3).unwrap();
            assert_eq!(task.about().name, game.name());
            assert_eq!(cases::read(&task.to_string()).unwrap().to_string(), task.to_string());
        }
    }
    let mancala = GAMES.find("mancala").unwrap();
    let over = mancala.read_position("1\n0 0 0\n0 0 0\n4\n5\n").unwrap();
    let error = mancala.to_search(&*over, Algorithm::Minimax, 3).unwrap_err();
    assert!(error.message.contains("no legal move"), "{error}");
}
