//! Plyglot for Python. The module is `plyglot._native`; what is meant for users is in `plyglot`.

mod board;
mod boards;
mod cases;
mod command;
mod engine;
mod errors;
mod explain;
mod game;
mod mv;
mod number;
mod outcome;
mod python_game;
mod search;
mod solve;
mod tree;
mod waiting;

use pyo3::prelude::*;

/// What `plyglot` is made of.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::board::Board;
    #[pymodule_export]
    use super::cases::{Case, Cases, cases};
    #[pymodule_export]
    use super::command::run_command;
    #[pymodule_export]
    use super::engine::{Engine, Info, Limit, PlayResult};
    #[pymodule_export]
    use super::explain::{Misreading, Report, explain};
    #[pymodule_export]
    use super::game::{GameInfo, games};
    #[pymodule_export]
    use super::mv::Move;
    #[pymodule_export]
    use super::outcome::Outcome;
    #[pymodule_export]
    use super::python_game::{check, draw};
    #[pymodule_export]
    use super::search::search;
    #[pymodule_export]
    use super::solve::{Answer, read, solve};
    #[pymodule_export]
    use super::tree::{Node, Nodes, Tree};

    /// The version of this package.
    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "as Python spells it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    use super::boards::{capture_go, checkers, mancala, stake_raid, star_circle};
}
