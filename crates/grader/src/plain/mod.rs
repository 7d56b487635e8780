//! Plain solvers, and the misreadings that real programs make.
//!
//! Each game is written once more, as small and readable as it can be, straight from its rules, and
//! with a switch for every misreading. Without one it writes the same bytes as `plyglot solve`;
//! with one it writes what a program with that misreading would. Slow is no fault here.

pub mod capture_go;
pub mod checkers;
pub mod mancala;
pub mod stake_raid;
pub mod star_circle;

mod misreading;
mod search;

use std::collections::BTreeMap;

use plyglot_games::GameId;

pub use misreading::{About, Misreading};

/// What a program writes: files by name, as text.
pub type Answer = BTreeMap<String, String>;

/// How many nodes a plain solver visits before it gives up, if not told otherwise.
pub const USUAL_NODES: u64 = 300_000;

/// All answers of a program that reads the rules right, or has this misreading: one where the
/// answer is unique, every turn that it may choose in checkers, none where it would crash. A
/// misreading of another game is none.
///
/// `None` if that would take more than `nodes` nodes (in checkers there is no search), or if `input` is not one of the game's that
/// has a unique answer or a list of them. The input must have been read by
/// [`Task::read`](plyglot_games::Task::read) before: what is bad there is bad here.
pub fn answers(
    input: &str,
    game: GameId,
    misreading: Option<Misreading>,
    nodes: u64,
) -> Option<Vec<Answer>> {
    match game {
        GameId::StarCircle => {
            let flaw = misreading.and_then(Misreading::in_star_circle);
            Some(vec![star_circle::answer(input, flaw, nodes)?])
        }
        GameId::StakeRaid => {
            let flaw = misreading.and_then(Misreading::in_stake_raid);
            stake_raid::answers(input, flaw, nodes)
        }
        GameId::Mancala => {
            let flaw = misreading.and_then(Misreading::in_mancala);
            Some(vec![mancala::answer(input, flaw, nodes)?])
        }
        GameId::CaptureGo => {
            let flaw = misreading.and_then(Misreading::in_capture_go);
            capture_go::answer(input, flaw, nodes).map(|answer| answer.into_iter().collect())
        }
        GameId::Checkers => checkers::answers(input, misreading.and_then(Misreading::in_checkers)),
    }
}

/// An answer of one file.
fn output(text: String) -> Answer {
    Answer::from([("output.txt".to_owned(), text)])
}

/// The lines of an input without the blanks around them, which all games pass over.
fn lines(input: &str) -> impl Iterator<Item = &str> {
    input.strip_prefix('\u{feff}').unwrap_or(input).lines().map(str::trim)
}
