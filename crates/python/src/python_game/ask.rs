//! What can be asked about a game written in Python, as it is asked about all games.

use std::sync::atomic::AtomicBool;

use plyglot_answers::explain::{self, Detail, Explanation};
use plyglot_answers::judge::{OutputFiles, Question, Strictness};
use plyglot_core::Side;
use plyglot_core::text::TextError;
use plyglot_kit::tree::{Recorded, SearchRequest};
use plyglot_search::textbook::Algorithm;
use pyo3::prelude::*;

use super::{Class, GAME, PythonGame, remembering_session, session};

/// Searches a position by the book and keeps the tree; `None` if it has more than `most` nodes.
///
/// # Errors
/// What the class raises.
pub fn search(
    position: &PythonGame,
    algorithm: Algorithm,
    depth: u32,
    most: usize,
) -> PyResult<Option<Recorded<PythonGame>>> {
    let class = position.class();
    let titles = Side::BOTH.map(|side| class.side_name(side).to_owned());
    let stop = &AtomicBool::new(false);
    let asked = SearchRequest { root: position, algorithm, depth, titles, most, stop };
    session(class, || Recorded::search(&asked))
}

/// Explains what was written for an input.
///
/// # Errors
/// What the class raises; inside, where the input does not fit.
pub fn explain(
    class: &'static Class,
    input: &str,
    written: &OutputFiles,
) -> PyResult<Result<Explanation, TextError>> {
    remembering_session(class, || {
        let question = Question::solve(input, GAME)?;
        Ok(explain::explain(&question, written, Strictness::Exact, Detail::Full))
    })
}
