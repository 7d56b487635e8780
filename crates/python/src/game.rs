use std::collections::BTreeMap;

use plyglot_games::GAMES;
use plyglot_kit::any::GameRef;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use crate::board::Board;
use crate::boards;
use crate::errors;
use crate::python_game::{Class, GAME, SessionKind, session};

/// A game, and what can be chosen about it.
///
/// >>> import plyglot
/// >>> game = plyglot.games()[3]
/// >>> game.name, game.title, game.sides
/// ('mancala', 'Mancala', ('Player 1', 'Player 2'))
/// >>> game.sizes
/// {'pits': (1, 10, 6), 'stones': (1, 1000, 4)}
#[pyclass(frozen, module = "plyglot")]
#[derive(Debug)]
pub struct GameInfo(GameRef);

#[pymethods]
impl GameInfo {
    /// Its name on the command line: `star-circle`.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name()
    }

    /// Its name in a sentence.
    #[getter]
    fn title(&self) -> &'static str {
        self.0.title()
    }

    /// What it is about, in one line.
    #[getter]
    fn about(&self) -> &'static str {
        self.0.about().about
    }

    /// The two sides, the first one first.
    #[getter]
    fn sides(&self) -> (&'static str, &'static str) {
        let [first, second] = self.0.about().sides;
        (first.title, second.title)
    }

    /// The sizes of its board that can be chosen: the least, the greatest and the usual one.
    #[getter]
    fn sizes(&self) -> BTreeMap<&'static str, (usize, usize, usize)> {
        let size = |size: &plyglot_kit::Size| {
            (size.name, (*size.range.start(), *size.range.end(), size.usual))
        };
        self.0.about().sizes.iter().map(size).collect()
    }

    /// A board of this game: `game.board()`, `game.board(text)`, `game.board(size=9)`.
    #[pyo3(signature = (text: "str | None" = None, *, seed: "int" = 0, **sizes: "int") -> "Board")]
    fn board<'py>(
        &self,
        py: Python<'py>,
        text: Option<&str>,
        seed: u64,
        sizes: Option<BTreeMap<String, usize>>,
    ) -> PyResult<Bound<'py, Board>> {
        let sizes = sizes.unwrap_or_default();
        let sizes: Vec<(&str, Option<usize>)> =
            sizes.iter().map(|(name, number)| (name.as_str(), Some(*number))).collect();
        boards::new(py, Board::start(py, self.0, text, seed, &sizes)?)
    }

    fn __repr__(&self) -> String {
        format!("<plyglot.GameInfo {}>", self.0.name())
    }

    fn __eq__(&self, other: &GameInfo) -> bool {
        self.0 == other.0
    }

    fn __hash__(&self) -> u64 {
        // No two games have a name of the same first eight letters.
        self.0.name().bytes().take(8).fold(0, |hash, byte| hash << 8 | u64::from(byte))
    }
}

/// All games.
///
/// >>> import plyglot
/// >>> [game.name for game in plyglot.games()]
/// ['star-circle', 'checkers', 'stake-raid', 'mancala', 'capture-go']
#[pyfunction]
pub fn games() -> Vec<GameInfo> {
    GAMES.iter().map(GameInfo).collect()
}

/// A game by its name.
///
/// # Errors
/// If there is none; the message lists those there are.
pub fn find(py: Python<'_>, name: &str) -> PyResult<GameRef> {
    GAMES.find(&name.replace('_', "-")).map_err(|error| errors::input(py, &error))
}

/// Which game is asked about: one by its name, or whichever the input is of; or a class that is one.
pub enum AskedGame {
    /// A game of the program.
    Known(Option<GameRef>),
    /// A game written in Python.
    Class(&'static Class),
}

impl AskedGame {
    /// What was given for `game`.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn of(py: Python<'_>, game: Option<&Bound<'_, PyAny>>) -> PyResult<AskedGame> {
        let Some(game) = game else { return Ok(AskedGame::Known(None)) };
        if let Ok(name) = game.cast::<PyString>() {
            return Ok(AskedGame::Known(Some(find(py, &name.to_cow()?)?)));
        }
        match game.cast::<PyType>() {
            Ok(class) => Class::of(class).map(AskedGame::Class),
            Err(_) => {
                let kind = game.get_type().name()?;
                let message = format!("game is a str or a class that is a game, not {kind}");
                Err(PyTypeError::new_err(message))
            }
        }
    }

    /// Does what is asked with it.
    ///
    /// # Errors
    /// What the work or the class raises.
    pub fn ask<T>(
        &self,
        kind: SessionKind,
        work: impl FnOnce(Option<GameRef>) -> PyResult<T>,
    ) -> PyResult<T> {
        match self {
            AskedGame::Known(game) => work(*game),
            AskedGame::Class(class) => session(class, kind, || work(Some(GAME)))?,
        }
    }
}

/// The edition of the game's assignment that is named.
///
/// # Errors
/// If there is none of that name.
pub fn edition(game: GameRef, name: Option<&str>) -> PyResult<Option<&'static str>> {
    let Some(name) = name else { return Ok(None) };
    let known = game.files().editions;
    let found = known.iter().copied().find(|edition| *edition == name);
    found.map(Some).ok_or_else(|| {
        PyValueError::new_err(match known {
            [] => format!("{} has only one edition", game.title()),
            _ => format!("edition is {}, not {name}", known.join(" or ")),
        })
    })
}
