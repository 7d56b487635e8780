//! One whole game a game, every position and value of it, in `tests/playthroughs/`.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use plyglot_core::mix::Random;
use plyglot_core::{Game, Side};

/// Plays a game with moves drawn from `seed` and compares its record with the file
/// `tests/playthroughs/NAME.txt`. `UPDATE_PLAYTHROUGHS=1` writes the file instead.
pub fn check<G: Game>(name: &str, start: &G, seed: u64) {
    let record = record(start.clone(), seed);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/playthroughs/{name}.txt"));
    if std::env::var_os("UPDATE_PLAYTHROUGHS").is_some() {
        fs::write(&path, record).unwrap();
        return;
    }
    let known = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    for (number, (now, then)) in record.lines().zip(known.lines()).enumerate() {
        assert_eq!(now, then, "{path:?}:{}", number + 1);
    }
    assert_eq!(record.len(), known.len(), "length of {path:?}");
}

fn record<G: Game>(mut position: G, seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text = String::new();
    for number in 1..=200 {
        let moves = position.moves();
        let names: Vec<String> = moves.iter().map(ToString::to_string).collect();
        writeln!(text, "{position}value {}", position.evaluate(Side::First)).unwrap();
        writeln!(text, "legal {}", names.join(" | ")).unwrap();
        let Some(outcome) = position.outcome() else {
            let mv = moves[random.below(moves.len())];
            writeln!(text, "\nmove {number}: {} {mv}", G::side_name(position.to_move())).unwrap();
            position.play(mv);
            continue;
        };
        writeln!(text, "outcome {outcome:?}").unwrap();
        break;
    }
    text
}
