//! Whether a class keeps the laws of a game.

use plyglot_core::Game;
use plyglot_core::laws::find_broken;
use plyglot_core::text::Lines;
use plyglot_kit::{Assignment, general};
use pyo3::prelude::*;

use super::moves::Move;
use super::{Class, GameError, PythonGame, session};

/// Plays random games and checks the laws at every position on the way.
///
/// # Errors
/// Names the first law that is broken, with the position; or what the class itself raises.
pub fn check(py: Python<'_>, class: &'static Class, games: u64) -> PyResult<()> {
    let start = PythonGame::start(py, class)?;
    let broken = session(class, || find_broken(&start, games, laws_of_a_class))?;
    broken.map_err(|law| GameError::new_err(format!("{class:?} breaks a law: {}", law.trim_end())))
}

/// What can only go wrong in Python, where a position may be changed and moves may be anything.
fn laws_of_a_class(position: &PythonGame, moves: &[Move]) -> Result<(), String> {
    let here = |says: &str| format!("{says}:\n{position}");
    let text = position.text();
    if let Some(twice) = (1..moves.len()).find(|&at| moves[..at].contains(&moves[at])) {
        return Err(here(&format!("no move is listed twice, as {} is", moves[twice])));
    }
    if position.moves() != moves {
        return Err(here("the same position lists the same moves in the same order"));
    }
    for &mv in moves {
        _ = position.after(mv);
        if position.text() != text {
            return Err(here(&format!("play leaves the old position as it is, but {mv} made it")));
        }
    }
    if moves.is_empty() {
        return Ok(());
    }
    let input = general::input("MINIMAX", "1", position);
    match PythonGame::read(Lines::new(&input)) {
        Ok(task) if task.position == *position => {
            if task.position.moves() == moves {
                return Ok(());
            }
            Err(here("a position that is read lists the same moves in the same order"))
        }
        Ok(task) => Err(here(&format!(
            "a position in an input reads back, not as\n{}instead of",
            task.position
        ))),
        Err(error) => Err(format!("a position in an input reads back: {error}:\n{input}")),
    }
}
