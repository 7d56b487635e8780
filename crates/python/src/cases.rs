//! Cases that misreadings fail, for the games of the program and for those written in Python.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use plyglot_answers::cases::{self as answers, CaseSet, CasesError, CasesRequest, Difficulty};
use plyglot_games::GAMES;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList};

use crate::game::AskedGame;
use crate::python_game::{Class, SessionKind, session};
use crate::{errors, waiting};

/// Inputs with their answers, chosen so that each misreading of the rules or of the search fails some.
#[pyclass(frozen, module = "plyglot", sequence)]
pub struct Cases {
    set: CaseSet,
    /// Whose cases they are, if the game is written in Python.
    class: Option<&'static Class>,
    all: Vec<Py<Case>>,
}

/// An input and its one right answer.
#[pyclass(frozen, get_all, module = "plyglot")]
pub struct Case {
    /// Its number, as the folder is called that it is written to.
    name: String,
    /// The text of `input.txt`.
    input: String,
    /// The right answer: a text for each file. Empty where any legal turn is right.
    files: BTreeMap<String, String>,
    /// What it is about, in a few words.
    about: String,
    /// The misreadings that it finds out, by their names.
    fails: Vec<String>,
}

#[pymethods]
impl Cases {
    fn __len__(&self) -> usize {
        self.all.len()
    }

    fn __getitem__(&self, py: Python<'_>, index: isize) -> PyResult<Py<Case>> {
        let length = self.all.len() as isize;
        let index = if index < 0 { index + length } else { index };
        let case = usize::try_from(index).ok().and_then(|index| self.all.get(index));
        case.map(|case| case.clone_ref(py)).ok_or_else(|| PyIndexError::new_err("no such case"))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, &self.all)?.try_iter()
    }

    fn __repr__(&self) -> String {
        format!("<{} cases>", self.all.len())
    }

    /// How many cases each known misreading fails, by its name.
    #[getter]
    fn fails(&self) -> BTreeMap<&'static str, usize> {
        self.set.fails().into_iter().map(|fails| (fails.name, fails.cases)).collect()
    }

    /// Writes all into a new folder, as `plyglot cases` does: a folder a case, and a manifest, so that
    /// `plyglot grade` can grade with them.
    fn write(&self, folder: PathBuf) -> PyResult<()> {
        let write = || answers::write(&self.set, &folder);
        let written = match self.class {
            Some(class) => session(class, SessionKind::Once, write)?,
            None => write(),
        };
        Ok(written?)
    }
}

#[pymethods]
impl Case {
    fn __repr__(&self) -> String {
        format!("<case {}: {}>", self.name, self.about)
    }

    /// Writes the input and the answer into a folder, which is made if there is none.
    fn write(&self, folder: PathBuf) -> PyResult<()> {
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("input.txt"), &self.input)?;
        for (name, text) in &self.files {
            fs::write(folder.join(name), text)?;
        }
        Ok(())
    }
}

/// Nobody needs more, and to choose them takes the longer the more there are.
const MOST: usize = 1_000;

/// Makes cases that misreadings fail. ``game`` is the name of a game, or a class that is one. The same
/// seed gives the same cases; ``difficulty`` is ``"easy"``, ``"medium"`` or ``"hard"``.
///
/// >>> import plyglot
/// >>> made = plyglot.cases("mancala", count=5, seed=1, difficulty="easy")
/// >>> len(made), sorted(made[-1].files)
/// (5, ['next_state.txt', 'traverse_log.txt'])
#[pyfunction]
#[pyo3(signature = (game: "str | type[object]", count: "int" = 20, *, seed: "int" = 1, difficulty: "str" = "medium", visible: "int" = 0))]
pub fn cases(
    game: &Bound<'_, PyAny>,
    count: usize,
    seed: u64,
    difficulty: &str,
    visible: usize,
) -> PyResult<Cases> {
    let py = game.py();
    let difficulty = match difficulty {
        "easy" => Difficulty::Easy,
        "medium" => Difficulty::Medium,
        "hard" => Difficulty::Hard,
        other => {
            let message = format!("expected easy, medium or hard, found {other}");
            return Err(PyValueError::new_err(message));
        }
    };
    if !(1..=MOST).contains(&count) {
        return Err(PyValueError::new_err(format!("count is from 1 to {MOST}, not {count}")));
    }
    let asked = AskedGame::of(py, Some(game))?;
    let class = if let AskedGame::Class(class) = asked { Some(class) } else { None };
    asked.ask(SessionKind::Remembering, |game| {
        let game = game.unwrap_or(GAMES.usual());
        let order = CasesRequest { game, count, seed, difficulty, size: None, visible };
        let set = match class {
            Some(_) => answers::generate_alone(&order),
            None => waiting::wait(py, Arc::default(), move || answers::generate(&order))?,
        };
        Cases::new(py, set.map_err(as_exception)?, class)
    })
}

impl Cases {
    fn new(py: Python<'_>, set: CaseSet, class: Option<&'static Class>) -> PyResult<Cases> {
        let manifest = set.manifest();
        let all = set.questions().zip(manifest.cases).map(|(question, case)| {
            let files = question.right().cloned().unwrap_or_default();
            Py::new(
                py,
                Case {
                    name: case.name,
                    input: question.input().to_owned(),
                    files,
                    about: case.about,
                    fails: case.fails,
                },
            )
        });
        let all = all.collect::<PyResult<_>>()?;
        Ok(Cases { set, class, all })
    }
}

fn as_exception(error: CasesError) -> PyErr {
    match error {
        // Two searches over the same rules agree if these always say the same.
        CasesError::Disagreement(_) => errors::game(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}
