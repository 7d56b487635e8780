//! Checkers positions with a known answer, drawn in `tests/data/checkers_problems.txt`. Every answer
//! is proven here once more, by slow and plain means; then the engine has to find it.

use plyglot_core::{Game, Value};
use plyglot_games::checkers::Position;
use plyglot_games::checkers::knowledge::Checkers;
use plyglot_search::engine::{Engine, Limit, Problem, Settings, Techniques, score};
use plyglot_search::textbook::Algorithm;

use crate::checkers_endings::{ENDINGS, Truth};

/// What is known of a position, from the line above it.
#[derive(Clone, Copy, Debug)]
enum Known {
    /// `wins in 13`, `loses in 10` or `draws`: it has three pieces at most.
    Ending(Truth),
    /// `wins in 9 by force`: plain alpha-beta sees it.
    Forced(u32),
    /// `gains 2 in 7 by force`: two points, men and kings as the rules count them, are won for good
    /// after seven plies.
    Shot { points: i64, depth: u32 },
}

fn problems() -> Vec<(Position, Known)> {
    let text = include_str!("../data/checkers_problems.txt");
    let blocks = text.split("\n\n").filter(|block| !block.starts_with('#'));
    blocks
        .map(|block| read(block.trim()).unwrap_or_else(|| panic!("unreadable:\n{block}")))
        .collect()
}

fn read(block: &str) -> Option<(Position, Known)> {
    let (claim, board) = block.split_once('\n')?;
    let words: Vec<&str> = claim.split(' ').collect();
    let position = format!("{}\n{board}\n", words[0]).parse().ok()?;
    let known = match words[1..] {
        ["wins", "in", plies] => Known::Ending(Truth::Won(plies.parse().ok()?)),
        ["loses", "in", plies] => Known::Ending(Truth::Lost(plies.parse().ok()?)),
        ["draws"] => Known::Ending(Truth::Drawn),
        ["wins", "in", plies, "by", "force"] => Known::Forced(plies.parse().ok()?),
        ["gains", points, "in", depth, "by", "force"] => {
            Known::Shot { points: points.parse().ok()?, depth: depth.parse().ok()? }
        }
        _ => return None,
    };
    Some((position, known))
}

/// In how many plies alpha-beta and nothing else sees a win; 0 if it sees none.
fn plainly(position: &Position, depth: u32) -> i32 {
    let settings = Settings { techniques: Techniques::NONE, table_bytes: 0, ..Settings::default() };
    let mut engine = Engine::new(Checkers::default(), settings);
    let thought = engine.think(&Problem::new(position, Limit::Depth(depth))).unwrap();
    thought.distance().unwrap_or(0)
}

/// The lead of the side to move after `depth` plies of best play, as the rules count it.
fn lead(position: &Position, depth: u32) -> i64 {
    let value = if depth == 0 {
        position.evaluate(position.to_move())
    } else {
        Algorithm::AlphaBeta.solve(position, depth).value
    };
    match value {
        Value::INFINITY => i64::MAX / 2,
        Value::NEG_INFINITY => i64::MIN / 2,
        value => value.number().unwrap(),
    }
}

/// A gain that is still there a turn and two turns later is no capture in the middle of an exchange.
fn gain(position: &Position, depth: u32) -> i64 {
    let now = lead(position, 0);
    (depth..depth + 3).map(|depth| lead(position, depth) - now).min().unwrap()
}

/// Whether the engine's moves win within `plies`, whatever the answers: every answer is tried, and
/// the rules alone say when the game is won.
fn wins_against_all(engine: &mut Engine<Checkers>, position: &Position, plies: u32) -> bool {
    let Some(after_ours) = plies.checked_sub(1) else { return false };
    let thought = engine.think(&Problem::new(position, Limit::Depth(plies))).unwrap();
    let after = position.after(thought.best());
    // Where there is an answer, it and our next move take two plies.
    after.moves().into_iter().all(|answer| {
        after_ours >= 2 && wins_against_all(engine, &after.after(answer), after_ours - 1)
    })
}

#[test]
fn there_are_enough_of_each_kind() {
    let count =
        |is_kind: fn(&Known) -> bool| problems().iter().filter(|(_, known)| is_kind(known)).count();
    assert!(count(|known| matches!(known, Known::Ending(_))) >= 40);
    assert!(count(|known| matches!(known, Known::Forced(_))) >= 10);
    assert!(count(|known| matches!(known, Known::Shot { .. })) >= 12);
}

#[test]
fn the_answers_are_true() {
    for (position, known) in problems() {
        match known {
            Known::Ending(truth) => assert_eq!(ENDINGS.get(&position), Some(truth), "{position}"),
            Known::Forced(plies) => {
                assert_eq!(plainly(&position, plies), plies as i32, "{position}");
            }
            Known::Shot { points, depth } => {
                assert!(gain(&position, depth) >= points, "{position}");
            }
        }
    }
}

#[test]
fn the_engine_finds_them() {
    for (position, known) in problems() {
        finds(
            &position,
            known,
            Techniques { solved: false, trials: false, futility: false, ..Techniques::ALL },
        );
        finds(&position, known, Techniques::ALL);
    }
}

fn finds(position: &Position, known: Known, techniques: Techniques) {
    let limit = match known {
        Known::Ending(Truth::Drawn) => Limit::Nodes(20_000),
        Known::Ending(Truth::Won(30..)) => Limit::Nodes(2_000_000),
        _ => Limit::Nodes(400_000),
    };
    let settings = Settings { table_bytes: 8 << 20, techniques, ..Settings::default() };
    let mut engine = Engine::new(Checkers::default(), settings);
    let thought = engine.think(&Problem::new(position, limit)).unwrap();
    let claimed = thought.distance();
    match known {
        // Tables know that it is won, but not how soon.
        Known::Forced(_) if techniques.solved && score::is_known(thought.score) => {
            assert!(thought.score > 0, "{thought:?}\n{position}");
        }
        // It may have found a longer way, but no shorter one than there is.
        Known::Ending(Truth::Won(plies)) | Known::Forced(plies) => {
            assert!(claimed.is_some_and(|found| found >= plies as i32), "{thought:?}\n{position}");
        }
        // Nor does it think to have lost sooner than it must.
        Known::Ending(Truth::Lost(plies)) => {
            assert!(claimed.is_some_and(|found| found < 0), "{thought:?}\n{position}");
            assert!(claimed.is_some_and(|found| -found >= plies as i32), "{thought:?}\n{position}");
        }
        Known::Ending(Truth::Drawn) => assert_eq!(claimed, None, "{thought:?}\n{position}"),
        // What tables know of the end is more than any gain.
        Known::Shot { .. } if techniques.solved && score::is_known(thought.score) => {}
        // A win to its very end is more than any gain, if it is one.
        Known::Shot { .. } if claimed.is_some_and(|found| found > 0) => {
            let plies = claimed.unwrap() as u32;
            assert!(wins_against_all(&mut engine, position, plies), "{thought:?}\n{position}");
        }
        Known::Shot { points, depth } => {
            // Whatever it plays, plain search must see the same gain after it.
            let after = position.after(thought.best());
            let gained = -lead(&after, depth + 1) - lead(position, 0);
            assert!(gained >= points, "{thought:?}\n{position}");
        }
    }
}
