use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plyglot_core::text::TextError;
use plyglot_core::tree::Tree as Figure;
use plyglot_core::{Game, Side};
use plyglot_kit::DEEPEST;
use plyglot_kit::tree::{Recorded, SearchRequest, SearchedTree};
use plyglot_search::textbook::Algorithm;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::board::Board;
use crate::tree::Tree;
use crate::{errors, python_game, waiting};

/// Searches by the book and keeps the tree. `algorithm` is `minimax` or `alphabeta`, `depth` counts
/// turns. Instead of a board it takes a position of a game of your own, or a tree as
/// the textbooks draw it, as nested brackets.
///
/// >>> import plyglot
/// >>> tree = plyglot.search(plyglot.checkers.Board(), "alphabeta", 4)
/// >>> len(tree), tree.value, tree.line
/// (158, 0, ['E f6 e5', 'E c3 d4', 'J e5 c3', 'J b2 d4'])
/// >>> figure = plyglot.search("((3 12 8) (2 4 6) (14 5 2))", "alphabeta", 2)
/// >>> [(node.move, node.value, node.is_cut, node.skipped) for node in figure[0].children]
/// [('1', 3, False, []), ('2', 2, True, ['2', '3']), ('3', 2, True, [])]
#[pyfunction]
#[pyo3(signature = (board: "Board | str | object", algorithm: "str", depth: "int", *, most: "int" = 2_000_000))]
pub fn search(
    py: Python<'_>,
    board: &Bound<'_, PyAny>,
    algorithm: &str,
    depth: u32,
    most: usize,
) -> PyResult<Tree> {
    let algorithm = self::algorithm(algorithm)?;
    let deepest = DEEPEST as u32;
    if !(1..=deepest).contains(&depth) {
        return Err(PyValueError::new_err(format!("depth is from 1 to {deepest}")));
    }
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&stop);
    let found = if let Ok(board) = board.cast::<Board>() {
        let line = board.get().line();
        let search = move || line.search_tree(algorithm, depth, most, &stopped);
        waiting::wait(py, stop, search)?
    } else if let Ok(text) = board.cast::<PyString>() {
        let root: Figure =
            text.to_str()?.parse().map_err(|error: TextError| errors::input(py, &error))?;
        let titles = Side::BOTH.map(|side| Figure::side_name(side).to_owned());
        waiting::wait(py, stop, move || {
            let (root, stop) = (&root, &*stopped);
            record(&SearchRequest { root, algorithm, depth, titles, most, stop })
        })?
    } else {
        python_game::search(board, algorithm, depth, most)?
    };
    found.map(Tree::new).ok_or_else(|| too_large(most))
}

/// Searches and keeps the tree; `None` if it is too large, or stopped.
pub fn record<G>(asked: &SearchRequest<'_, G>) -> Option<SearchedTree>
where
    G: Game<Move: Send + Sync> + Send + Sync + 'static,
{
    let tree = Recorded::search(asked)?;
    Some(SearchedTree { summary: tree.summary(), tree: Arc::new(tree) })
}

/// What is said of a tree that cannot be kept.
pub fn too_large(most: usize) -> PyErr {
    PyMemoryError::new_err(format!(
        "this tree has more than {most} nodes: look less far ahead, prune, or raise most"
    ))
}

/// A search by its name, in any of its spellings.
pub fn algorithm(name: &str) -> PyResult<Algorithm> {
    match name.to_lowercase().replace(['-', '_', ' '], "").as_str() {
        "minimax" => Ok(Algorithm::Minimax),
        "alphabeta" => Ok(Algorithm::AlphaBeta),
        _ => {
            let message = format!("algorithm is minimax or alphabeta, not {name}");
            Err(PyValueError::new_err(message))
        }
    }
}
