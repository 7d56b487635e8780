use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use plyglot_core::mix::mix;
use plyglot_core::text::TextError;
use plyglot_core::{Game, Outcome, Side, Value};
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PySet, PyString};

use super::moves::Move;
use super::{Class, session};

/// A position of a game written in Python. Positions are equal if their texts are.
#[derive(Clone)]
pub struct PythonGame(Arc<State>);

struct State {
    class: &'static Class,
    object: Py<PyAny>,
    /// Asked once: a search asks several times.
    to_move: Side,
    /// Whether the class calls its sides by their names, so that it is asked by them too.
    names_sides: bool,
    /// How many moves were made since the position that Python gave.
    ply: u32,
    /// Filled when it is first asked for.
    outcome: OnceLock<Option<Outcome>>,
    /// In a session that remembers.
    memory: Option<Box<Memory>>,
}

/// What a class has said of a position. Nothing here is locked while Python code runs.
#[derive(Default)]
struct Memory {
    moves: OnceLock<Vec<Move>>,
    values: [OnceLock<Value>; 2],
    after: Mutex<Vec<(Move, PythonGame)>>,
}

impl Memory {
    fn after(&self) -> MutexGuard<'_, Vec<(Move, PythonGame)>> {
        self.after.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// No line of play that is looked at may be longer: a search goes one level deeper with every move,
/// even where one side moves for ever and the depth, which counts turns, does not grow.
const MOST_PLIES: u32 = 1_000;
/// Values beyond are none: a search negates them, and keeps room for infinity.
const LARGEST: i64 = 1 << 53;

impl PythonGame {
    /// The position that Python gave.
    ///
    /// # Errors
    /// If its class is no game, or if it cannot say who moves.
    pub fn new(object: &Bound<'_, PyAny>) -> PyResult<PythonGame> {
        PythonGame::reached(Class::of_position(object)?, object, 0)
    }

    /// A position of that class after so many moves.
    fn reached(class: &'static Class, object: &Bound<'_, PyAny>, ply: u32) -> PyResult<PythonGame> {
        let mover = object.call_method0(intern!(object.py(), "to_move"))?;
        Ok(PythonGame(Arc::new(State {
            class,
            object: object.clone().unbind(),
            to_move: class.side("to_move", &mover)?,
            names_sides: mover.is_instance_of::<PyString>(),
            ply,
            outcome: OnceLock::new(),
            memory: session::takes_room().then(Box::default),
        })))
    }

    /// Where a game of the class begins.
    pub(super) fn start(py: Python<'_>, class: &'static Class) -> PyResult<PythonGame> {
        PythonGame::reached(class, &class.python(py).call0()?, 0)
    }

    /// Stands for a position that there is none of because something failed. Nothing is asked of it.
    pub(super) fn none(py: Python<'_>, class: &'static Class) -> PythonGame {
        PythonGame(Arc::new(State {
            class,
            object: py.None(),
            to_move: Side::First,
            names_sides: false,
            ply: 0,
            outcome: OnceLock::new(),
            memory: None,
        }))
    }

    /// Its class.
    pub fn class(&self) -> &'static Class {
        self.0.class
    }

    /// Asks the position something, unless something has failed before. What fails now is kept.
    pub(super) fn ask<T>(
        &self,
        question: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>,
    ) -> Option<T> {
        if session::has_failed() {
            return None;
        }
        Python::attach(|py| question(self.0.object.bind(py))).map_err(session::fail).ok()
    }

    /// The moves that the class lists, which are none if the game is over: then it is not asked.
    fn list(&self, object: &Bound<'_, PyAny>, out: &mut Vec<Move>) -> PyResult<()> {
        let class = self.0.class;
        let listed = object.call_method0(intern!(object.py(), "legal_moves"))?;
        let is_unordered = listed.is_instance_of::<PySet>()
            || listed.is_instance_of::<PyFrozenSet>()
            || listed.is_instance_of::<PyDict>();
        if is_unordered || listed.is_instance_of::<PyString>() {
            let wanted = "it must be a list, since the order of the moves is part of the rules";
            return Err(class.wrong("legal_moves", &listed, wanted));
        }
        let wanted = "it must be a list of moves";
        let moves = listed.try_iter().map_err(|_| class.wrong("legal_moves", &listed, wanted))?;
        let before = out.len();
        for mv in moves {
            out.push(class.listed(&mv?)?);
        }
        if out.len() == before {
            let what = format!(
                "lists no move, but outcome says that the game goes on:\n{}",
                object.str()?
            );
            return Err(class.error("legal_moves", &what));
        }
        Ok(())
    }

    fn after_move(&self, object: &Bound<'_, PyAny>, mv: Move) -> PyResult<PythonGame> {
        let class = self.0.class;
        let py = object.py();
        let ply = self.0.ply + 1;
        if ply > MOST_PLIES {
            let what = format!("goes on for more than {MOST_PLIES} moves, too many to search");
            return Err(class.error("play", &what));
        }
        let after = object.call_method1(intern!(py, "play"), (mv.object(py),))?;
        if after.is(object) {
            let wanted = "it must return a new position, and leave the old one as it is";
            return Err(class.wrong("play", &after, wanted));
        }
        if !after.is_instance(class.python(py))? {
            let wanted = "it must return the new position";
            return Err(class.wrong("play", &after, wanted));
        }
        PythonGame::reached(class, &after, ply)
    }

    fn value(&self, object: &Bound<'_, PyAny>, side: Side) -> PyResult<Value> {
        let (class, py) = (self.0.class, object.py());
        let method = intern!(py, "evaluate");
        let found = if self.0.names_sides {
            object.call_method1(method, (class.side_name(side),))?
        } else {
            object.call_method1(method, (side as u8,))?
        };
        match found.extract::<i64>() {
            Ok(value) if (-LARGEST..=LARGEST).contains(&value) => Ok(Value::finite(value)),
            _ => {
                let wanted = format!("it must be a whole number between -{LARGEST} and {LARGEST}");
                Err(class.wrong("evaluate", &found, &wanted))
            }
        }
    }

    /// The text as the class writes it.
    pub(super) fn text(&self) -> Option<String> {
        self.ask(|object| Ok(object.str()?.to_cow()?.into_owned()))
    }
}

impl Game for PythonGame {
    type Move = Move;

    fn to_move(&self) -> Side {
        self.0.to_move
    }

    /// Who has just seen that the game goes on may rely on a move. So where the class fails to list
    /// them there is one, which leads nowhere; after that the game counts as over.
    fn legal_moves(&self, out: &mut Vec<Move>) {
        if self.outcome().is_some() {
            return;
        }
        let memory = self.0.memory.as_deref();
        if let Some(moves) = memory.and_then(|memory| memory.moves.get()) {
            return out.extend(moves);
        }
        let before = out.len();
        match self.ask(|object| self.list(object, out)) {
            Some(()) => _ = memory.map(|memory| memory.moves.set(out[before..].to_vec())),
            None => {
                out.truncate(before);
                out.push(Move::NOWHERE);
            }
        }
    }

    fn play(&mut self, mv: Move) {
        let known =
            |memory: &Memory| memory.after().iter().find(|it| it.0 == mv).map(|it| it.1.clone());
        if let Some(after) = self.0.memory.as_deref().and_then(known) {
            *self = after;
        } else if let Some(after) = self.ask(|object| self.after_move(object, mv)) {
            if let Some(memory) = &self.0.memory {
                memory.after().push((mv, after.clone()));
            }
            *self = after;
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if session::has_failed() {
            return Some(Outcome::Draw);
        }
        if let Some(&outcome) = self.0.outcome.get() {
            return outcome;
        }
        let found = self.ask(|object| {
            let found = object.call_method0(intern!(object.py(), "outcome"))?;
            self.0.class.outcome(&found)
        });
        match found {
            // Another thread may have asked meanwhile, and was told the same.
            Some(outcome) => *self.0.outcome.get_or_init(|| outcome),
            None => Some(Outcome::Draw),
        }
    }

    fn evaluate(&self, side: Side) -> Value {
        let memory = self.0.memory.as_deref().map(|memory| &memory.values[side as usize]);
        if let Some(&value) = memory.and_then(OnceLock::get) {
            return value;
        }
        let value = self.ask(|object| self.value(object, side));
        match (value, memory) {
            (Some(value), Some(memory)) => *memory.get_or_init(|| value),
            (value, _) => value.unwrap_or(Value::ZERO),
        }
    }

    fn key(&self) -> u64 {
        let text = self.text().unwrap_or_default();
        text.bytes().fold(1, |key, byte| mix(key ^ u64::from(byte)))
    }

    fn side_name(side: Side) -> &'static str {
        session::class().map_or("", |class| class.side_name(side))
    }
}

impl PartialEq for PythonGame {
    fn eq(&self, other: &PythonGame) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.text() == other.text()
    }
}

impl Eq for PythonGame {}

impl Hash for PythonGame {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text().hash(state);
    }
}

impl fmt::Debug for PythonGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// As the class writes it; every line ends, as in the files of all games.
impl fmt::Display for PythonGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.text().unwrap_or_default();
        writeln!(f, "{}", text.trim_end_matches('\n'))
    }
}

/// A position of the session's class.
impl FromStr for PythonGame {
    type Err = TextError;

    fn from_str(text: &str) -> Result<PythonGame, TextError> {
        let class = session::class().filter(|_| !session::has_failed());
        let none = || TextError::new(1, 1, "no game can be asked about its positions");
        let class = class.ok_or_else(none)?;
        if let Some(position) = session::read_before(text) {
            return Ok(position);
        }
        let position = Python::attach(|py| read(py, class, text)).unwrap_or_else(|error| {
            session::fail(error);
            Err(none())
        })?;
        session::keep_read(text, &position);
        Ok(position)
    }
}

fn read(
    py: Python<'_>,
    class: &'static Class,
    text: &str,
) -> PyResult<Result<PythonGame, TextError>> {
    let Some(parse) = class.python(py).getattr_opt("parse")? else {
        let what = "is missing: positions cannot be read without it. plyglot.Game has one";
        return Err(class.error("parse", what));
    };
    match parse.call1((text.trim_end_matches('\n'),)) {
        Ok(object) if object.is_instance(class.python(py))? => {
            PythonGame::reached(class, &object, 0).map(Ok)
        }
        Ok(other) => Err(class.wrong("parse", &other, "it must return a position")),
        Err(error) => as_text_error(py, error).map(Err),
    }
}

/// A text that Python could not read: `ValueError`, with a place if it has a `line` and a `column`.
///
/// # Errors
/// Any other exception is a mistake in the class, and stays what it is.
pub(super) fn as_text_error(py: Python<'_>, error: PyErr) -> PyResult<TextError> {
    if !error.is_instance_of::<PyValueError>(py) {
        return Err(error);
    }
    let value = error.value(py);
    let number = |name| {
        let number = value.getattr(name).and_then(|number| number.extract::<usize>());
        number.ok().filter(|&number| number > 0)
    };
    let message = match value.getattr_opt("message")? {
        Some(message) => message.str()?.to_string(),
        None => value.str()?.to_string(),
    };
    let (line, column) = (number("line").unwrap_or(1), number("column").unwrap_or(1));
    Ok(TextError::new(line, column, message.replace('\n', " ")))
}
