//! Our errors as Python's exceptions. They are written in Python, since they have fields.

use plyglot_core::text::TextError;
use plyglot_kit::any::MoveError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// A text that cannot be read: `plyglot.InputError`, with its line and column.
pub fn input(py: Python<'_>, error: &TextError) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    raise(py, &CLASS, "InputError", (error.message.clone(), error.line, error.column))
}

/// A move that cannot be played: `plyglot.IllegalMoveError`, or `plyglot.InputError` if it is none.
pub fn mv(py: Python<'_>, error: &MoveError) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    match error {
        MoveError::Malformed(error) => input(py, error),
        MoveError::Illegal(error) => raise(py, &CLASS, "IllegalMoveError", (error.to_string(),)),
    }
}

/// A class that is no game: `plyglot.GameError`.
pub fn game(message: impl Into<String>) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    Python::attach(|py| raise(py, &CLASS, "GameError", (message.into(),)))
}

fn raise<A>(py: Python<'_>, class: &'static PyOnceLock<Py<PyType>>, name: &str, fields: A) -> PyErr
where
    A: for<'py> pyo3::call::PyCallArgs<'py>,
{
    let class = class.import(py, "plyglot.errors", name);
    match class.and_then(|class| class.call1(fields)) {
        Ok(value) => PyErr::from_value(value),
        Err(error) => error,
    }
}
