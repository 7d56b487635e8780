//! Plyglot for Python. The module is `plyglot._native`; what is meant for users is in `plyglot`.

mod cases;
mod python_game;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    use crate::python_game::{self, Class, PythonGame};
    use plyglot_search::textbook::Algorithm;
    use pyo3::prelude::*;
    use pyo3::types::PyType;

    #[pymodule_export]
    use crate::cases::{Case, Cases, make_cases};
    #[pymodule_export]
    use crate::python_game::GameError;

    /// The names of the games, as on the command line.
    #[pyfunction]
    fn games() -> Vec<&'static str> {
        plyglot_games::GAMES.names().collect()
    }

    #[pyfunction]
    #[pyo3(signature = (game, games = 20))]
    fn check(game: &Bound<'_, PyType>, games: u64) -> PyResult<()> {
        python_game::check(game.py(), Class::of(game)?, games)
    }

    #[pyfunction]
    fn python_search(
        position: &Bound<'_, PyAny>,
        prune: bool,
        depth: u32,
    ) -> PyResult<(usize, String, Vec<String>)> {
        let position = PythonGame::new(position)?;
        let algorithm = if prune { Algorithm::AlphaBeta } else { Algorithm::Minimax };
        let tree = python_game::ask::search(&position, algorithm, depth, 5_000_000)?;
        let summary =
            tree.ok_or_else(|| pyo3::exceptions::PyValueError::new_err("too large"))?.summary();
        Ok((summary.nodes, summary.value.0.to_string(), summary.line))
    }

    #[pyfunction]
    fn python_explain(
        game: &Bound<'_, PyType>,
        input: &str,
        files: std::collections::BTreeMap<String, Vec<u8>>,
    ) -> PyResult<Vec<String>> {
        let found = python_game::ask::explain(Class::of(game)?, input, &files)?;
        Ok(found
            .map_err(|error| pyo3::exceptions::PyValueError::new_err(error.to_string()))?
            .lines())
    }
}
