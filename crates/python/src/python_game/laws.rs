//! Whether a class keeps the laws of a game.

use plyglot_core::Game;
use plyglot_core::laws::find_broken;
use plyglot_core::text::Lines;
use plyglot_kit::{Assignment, general};
use pyo3::prelude::*;
use pyo3::types::PyType;

use super::moves::Move;
use super::{Class, PythonGame, SessionKind, session};
use crate::errors;

/// Checks the laws that every game keeps, at all positions of some random games. Raises `GameError` at
/// the first that is broken, and says where; or whatever the class raises.
///
/// A game is over exactly when no move is legal. One side's gain is the other's loss. The text of a
/// position or of a move reads back as the same, and holds all there is. A move changes the position, but
/// not the one that it was made in. The same question has the same answer.
///
/// >>> import plyglot
/// >>> class Endless(plyglot.Game):
/// ...     def __init__(self, count=0):
/// ...         self.count = count
/// ...     def to_move(self):
/// ...         return self.count % 2
/// ...     def legal_moves(self):
/// ...         return ["add", "wait"]
/// ...     def play(self, move):
/// ...         return Endless(self.count + (move == "add"))
/// ...     def outcome(self):
/// ...         return None
/// >>> plyglot.check(Endless)
/// Traceback (most recent call last):
///     ...
/// plyglot.errors.GameError: Endless breaks a law: wait changes nothing in
/// count = 0
#[pyfunction]
#[pyo3(signature = (game: "type[object]", games: "int" = 20))]
pub fn check(game: &Bound<'_, PyType>, games: u64) -> PyResult<()> {
    let class = Class::of(game)?;
    let start = PythonGame::start(game.py(), class)?;
    let broken = session(class, SessionKind::Once, || find_broken(&start, games, laws_of_a_class))?;
    broken.map_err(|law| errors::game(format!("{class:?} breaks a law: {}", law.trim_end())))
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
