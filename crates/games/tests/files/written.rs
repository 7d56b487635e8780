//! A task writes the input that it was read from.

use std::fs;

use plyglot_games::GameId;
use plyglot_games::{AnyPosition, Task, mancala::files as mancala};
use plyglot_search::textbook::Algorithm;

use plyglot_games::cases::{list, own};

/// All inputs of the repository; they differ from what is written in blanks and newlines only.
#[test]
fn every_input_is_written_as_it_was_read() {
    let mut count = 0;
    for game in GameId::ALL {
        for case in list(&own(game.name())) {
            let text = fs::read_to_string(case.join("input.txt")).unwrap();
            let task = Task::read(&text, None).unwrap();
            let words = |text: &str| {
                let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
                words
            };
            let written = task.to_string();
            // A time may be written in other digits, and greedy ignores its depth.
            let is_greedy =
                matches!(&task, Task::Mancala(task) if task.goal == mancala::Goal::Greedy);
            if !task.is_timed() && !is_greedy {
                assert_eq!(words(&written), words(&text), "{case:?}");
            }
            let again = Task::read(&written, None).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(again.to_string(), written, "{case:?}");
            count += 1;
        }
    }
    assert!(count > 500, "{count} inputs");
}

#[test]
fn every_start_has_an_input_and_a_finished_game_has_none() {
    for game in GameId::ALL {
        for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta] {
            let task = Task::about(&AnyPosition::start(game), algorithm, 3).unwrap();
            assert_eq!(task.game(), game);
            assert_eq!(Task::read(&task.to_string(), None).unwrap().to_string(), task.to_string());
        }
    }
    let over = AnyPosition::of_text("1\n0 0 0\n0 0 0\n4\n5\n", GameId::Mancala).unwrap();
    let error = Task::about(&over, Algorithm::Minimax, 3).unwrap_err();
    assert!(error.message.contains("no legal move"), "{error}");
}
