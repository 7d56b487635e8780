use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plyglot_core::Side;
use plyglot_kit::tree::{AnyTree, NodeView, Recorded, SearchRequest, SearchedTree, StepView};
use plyglot_search::textbook::Algorithm;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use super::{Class, PythonGame, SessionKind, session};

/// Searches a position by the book and keeps the tree; `None` if it has more than `most` nodes.
///
/// # Errors
/// What the class raises.
pub fn search(
    position: &Bound<'_, PyAny>,
    algorithm: Algorithm,
    depth: u32,
    most: usize,
) -> PyResult<Option<SearchedTree>> {
    let position = on_board(position)?;
    if !position.hasattr("to_move")? {
        let kind = position.get_type().name()?;
        let message = format!("expected a Board, a str or a game of your own, found {kind}");
        return Err(PyTypeError::new_err(message));
    }
    let root = &PythonGame::new(&position)?;
    let class = root.class();
    let titles = Side::BOTH.map(|side| class.side_name(side).to_owned());
    let stop = &AtomicBool::new(false);
    session(class, SessionKind::Once, || {
        let tree = Recorded::search(&SearchRequest { root, algorithm, depth, titles, most, stop })?;
        let summary = tree.summary();
        Some(SearchedTree { summary, tree: Arc::new(PythonTree { class, tree }) })
    })
}

/// The position on a board of such a game; any other object is itself.
fn on_board<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    static BOARD: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let board = BOARD.import(object.py(), "plyglot.game", "GameBoard")?;
    if object.is_instance(board)? { object.getattr("position") } else { Ok(object.clone()) }
}

/// A tree whose positions are of that class. To look at them, the class is asked again.
struct PythonTree {
    class: &'static Class,
    tree: Recorded,
}

impl AnyTree for PythonTree {
    fn len(&self) -> usize {
        self.tree.len()
    }

    fn node(&self, node: usize) -> Option<NodeView> {
        self.tree.node(node)
    }

    fn children(&self, node: usize) -> Vec<usize> {
        AnyTree::children(&self.tree, node)
    }

    fn block(&self, from: usize, count: usize) -> Vec<u8> {
        self.tree.block(from, count)
    }

    fn step(&self, step: usize) -> Option<StepView> {
        session(self.class, SessionKind::Once, || AnyTree::step(&self.tree, step)).ok().flatten()
    }
}
