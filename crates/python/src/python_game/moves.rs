use std::collections::HashMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use plyglot_core::text::{TextError, quote};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use super::{Class, session};

/// A move of a class. Its text is what it is: two moves of a class with the same text are the same.
#[derive(Clone, Copy)]
pub struct Move(&'static Listed);

/// A move that has been listed by a position, or read.
struct Listed {
    number: usize,
    text: String,
    /// What the class calls it, once a position has listed it.
    object: OnceLock<Py<PyAny>>,
}

/// The moves of a class.
pub struct Moves {
    /// Their numbers by the objects that the class lists. Python's own hash and equality decide.
    numbers: Py<PyDict>,
    all: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    moves: Vec<Move>,
    by_text: HashMap<&'static str, Move>,
}

/// A class that lists more different moves has something in them that is no part of a move.
const MOST_MOVES: usize = 1 << 20;

impl Moves {
    pub(super) fn new(py: Python<'_>) -> Moves {
        Moves { numbers: PyDict::new(py).unbind(), all: Mutex::default() }
    }

    /// Python code may run for as long as it likes: nobody may call it while this is locked.
    fn known(&self) -> MutexGuard<'_, Known> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The move of that text; `None` if there are too many already.
    fn of_text(&self, text: &str) -> Option<Move> {
        let mut known = self.known();
        if let Some(&mv) = known.by_text.get(text) {
            return Some(mv);
        }
        let number = known.moves.len();
        let listed = Listed { number, text: text.to_owned(), object: OnceLock::new() };
        let listed: &'static Listed = (number < MOST_MOVES).then(|| Box::leak(Box::new(listed)))?;
        known.moves.push(Move(listed));
        known.by_text.insert(&listed.text, Move(listed));
        Some(Move(listed))
    }
}

impl Class {
    /// The move that a position of this class has listed.
    pub(super) fn listed(&self, object: &Bound<'_, PyAny>) -> PyResult<Move> {
        let numbers = self.moves.numbers.bind(object.py());
        let known = numbers.get_item(object).map_err(|error| self.unusable(object, error))?;
        if let Some(number) = known {
            let number: usize = number.extract()?;
            if let Some(&mv) = self.moves.known().moves.get(number) {
                return Ok(mv);
            }
        }
        let text = object.str()?;
        let text = text.to_cow()?;
        if text.is_empty() || text.trim() != text || text.lines().count() != 1 {
            let wanted = "the text of a move is one line, without blanks around it";
            return Err(self.wrong(METHOD, object, wanted));
        }
        let Some(mv) = self.moves.of_text(&text) else {
            let what = format!("has listed {MOST_MOVES} different moves: too many");
            return Err(self.error(METHOD, &what));
        };
        let first = mv.0.object.get_or_init(|| object.clone().unbind()).bind(object.py());
        if !first.eq(object)? {
            let what = format!("lists two different moves with the text {}", quote(&text));
            return Err(self.error(METHOD, &what));
        }
        numbers.set_item(object, mv.0.number)?;
        Ok(mv)
    }

    /// That a move has no hash.
    fn unusable(&self, object: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
        let what = format!("lists {}, which cannot be a move", super::class::shown(object));
        let wrong = self.error(METHOD, &what);
        wrong.set_cause(object.py(), Some(error));
        wrong
    }

    /// Reads a move by the class's own `parse_move`, if it has one. Otherwise every line is a move,
    /// if not a legal one.
    fn read_move(&self, py: Python<'_>, text: &str) -> PyResult<Result<Move, TextError>> {
        if let Some(parse) = self.python(py).getattr_opt("parse_move")? {
            return match parse.call1((text,)) {
                Ok(object) => self.listed(&object).map(Ok),
                Err(error) => super::position::as_text_error(py, error).map(Err),
            };
        }
        let is_move = !text.is_empty() && text.trim() == text && text.lines().count() == 1;
        let mv = if is_move { self.moves.of_text(text) } else { None };
        let wrong = || TextError::new(1, 1, format!("expected a move, found {}", quote(text)));
        Ok(mv.ok_or_else(wrong))
    }
}

const METHOD: &str = "legal_moves";

static NOWHERE: Listed =
    Listed { number: usize::MAX, text: String::new(), object: OnceLock::new() };

impl Move {
    /// No move of any class.
    pub(super) const NOWHERE: Move = Move(&NOWHERE);

    /// What the class calls it.
    pub(super) fn object<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        match self.0.object.get() {
            Some(object) => object.bind(py).clone(),
            None => PyString::new(py, &self.0.text).into_any(),
        }
    }
}

impl PartialEq for Move {
    fn eq(&self, other: &Move) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Move {}

impl Hash for Move {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.number.hash(state);
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text)
    }
}

/// A move of the session's class.
impl FromStr for Move {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Move, TextError> {
        let class = session::class().filter(|_| !session::has_failed());
        let none = || TextError::new(1, 1, "no game can be asked about its moves");
        let class = class.ok_or_else(none)?;
        Python::attach(|py| class.read_move(py, text)).unwrap_or_else(|error| {
            session::fail(error);
            Err(none())
        })
    }
}
