//! Plyglot for Python. The module is `plyglot._native`; what is meant for users is in `plyglot`.

use pyo3::prelude::*;

#[pymodule]
mod _native {
    use pyo3::prelude::*;

    /// The names of the games, as on the command line.
    #[pyfunction]
    fn games() -> Vec<&'static str> {
        plyglot_games::GAMES.names().collect()
    }
}
