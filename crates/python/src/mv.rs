use std::fmt;
use std::sync::Arc;

use plyglot_kit::any::KeptMoves;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;

/// A move. Its text is as the game writes it, and a move is equal to that text:
///
/// >>> import plyglot
/// >>> board = plyglot.checkers.Board()
/// >>> move = board.legal_moves[0]
/// >>> str(move)
/// 'E f6 e5'
/// >>> move == "E f6 e5"
/// True
#[pyclass(frozen, module = "plyglot")]
pub struct Move {
    /// The legal moves where it was found: so no text is needed to play it.
    pub moves: Arc<dyn KeptMoves>,
    pub number: usize,
    text: PyOnceLock<Py<PyString>>,
}

impl Move {
    pub fn new(moves: Arc<dyn KeptMoves>, number: usize) -> Move {
        Move { moves, number, text: PyOnceLock::new() }
    }

    /// Its text, made when it is first asked for.
    pub fn text<'py>(&self, py: Python<'py>) -> &Bound<'py, PyString> {
        let text = || self.moves.text(self.number).unwrap_or_default();
        self.text.get_or_init(py, || PyString::new(py, &text()).unbind()).bind(py)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves.text(self.number).fmt(f)
    }
}

#[pymethods]
impl Move {
    fn __str__<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        self.text(py).clone()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Move({})", self.text(py).repr()?))
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(other) = other.cast::<Move>() {
            let other = other.get();
            let is_same = Arc::ptr_eq(&self.moves, &other.moves) && self.number == other.number;
            return Ok(is_same || self.text(py).as_any().eq(other.text(py))?);
        }
        self.text(py).as_any().eq(other)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.text(py).hash()
    }
}
