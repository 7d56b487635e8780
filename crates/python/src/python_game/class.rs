use std::collections::HashMap;
use std::fmt;
use std::sync::{LazyLock, Mutex, PoisonError};

use plyglot_core::text::quote;
use plyglot_core::{Outcome, Side};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString, PyType};

use super::moves::Moves;
use crate::errors;

/// A class of positions. It lives as long as the program, as do the moves that it has listed: a game
/// is `'static` everywhere else.
pub struct Class {
    python: Py<PyType>,
    /// As a sentence about it names it: `Noughts`.
    python_name: String,
    /// The first line of its inputs.
    pub name: String,
    /// What its sides are called.
    pub sides: [String; 2],
    /// All moves that were listed or read.
    pub(super) moves: Moves,
}

/// The classes seen so far, by their addresses, which stay theirs since classes stay alive.
static CLASSES: LazyLock<Mutex<HashMap<usize, &'static Class>>> = LazyLock::new(Mutex::default);

/// What a class cannot do without.
const METHODS: [&str; 5] = ["to_move", "legal_moves", "play", "outcome", "evaluate"];

impl Class {
    /// What is known of a class.
    ///
    /// # Errors
    /// If it is no game: a method is missing, or its name or its sides are none.
    pub fn of(python: &Bound<'_, PyType>) -> PyResult<&'static Class> {
        let address = python.as_ptr() as usize;
        let known = || CLASSES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(class) = known().get(&address) {
            return Ok(class);
        }
        // Reading it may run Python code, so nothing is locked meanwhile.
        let class = Class::read(python)?;
        Ok(known().entry(address).or_insert_with(|| Box::leak(Box::new(class))))
    }

    /// The class of a position.
    ///
    /// # Errors
    /// As [`of`](Class::of).
    pub fn of_position(position: &Bound<'_, PyAny>) -> PyResult<&'static Class> {
        Class::of(&position.get_type())
    }

    fn read(python: &Bound<'_, PyType>) -> PyResult<Class> {
        let python_name = python.name()?.to_string();
        for method in METHODS {
            if !python.hasattr(method)? {
                let needed = METHODS.join(", ");
                return Err(errors::game(format!(
                    "{python_name} has no method {method}: a game needs {needed}"
                )));
            }
        }
        let name = match python.getattr_opt("name")? {
            Some(name) => name.extract().map_err(|_| wrong_text(&python_name, "name", &name))?,
            None => kebab(&python_name),
        };
        let sides = match python.getattr_opt("sides")? {
            Some(sides) => sides.extract().map_err(|_| {
                errors::game(format!(
                    "{python_name}.sides is {}: it must be two texts",
                    shown(&sides)
                ))
            })?,
            None => ["First", "Second"].map(str::to_owned),
        };
        for (attribute, text) in [("name", &name), ("sides", &sides[0]), ("sides", &sides[1])] {
            if text.is_empty() || text.trim() != text || text.lines().count() != 1 {
                let text = PyString::new(python.py(), text);
                return Err(wrong_text(&python_name, attribute, text.as_any()));
            }
        }
        let moves = Moves::new(python.py());
        Ok(Class { python: python.clone().unbind(), python_name, name, sides, moves })
    }

    /// The class itself.
    pub fn python<'py>(&self, py: Python<'py>) -> &Bound<'py, PyType> {
        self.python.bind(py)
    }

    /// What a side is called.
    pub fn side_name(&self, side: Side) -> &str {
        &self.sides[side as usize]
    }

    /// That a method has returned what it should not.
    pub(super) fn wrong(&self, method: &str, found: &Bound<'_, PyAny>, wanted: &str) -> PyErr {
        self.error(method, &format!("returned {}: {wanted}", shown(found)))
    }

    /// That something is wrong with a method.
    pub(super) fn error(&self, method: &str, what: &str) -> PyErr {
        errors::game(format!("{}.{method} {what}", self.python_name))
    }

    /// A side as a class writes it: 0, 1 or its name.
    pub(super) fn side(&self, method: &str, found: &Bound<'_, PyAny>) -> PyResult<Side> {
        let named = || {
            let name = found.cast::<PyString>().ok()?.to_cow().ok()?;
            Side::BOTH.into_iter().find(|&side| self.side_name(side) == name)
        };
        let numbered = || match found.extract::<u8>() {
            Ok(0) => Some(Side::First),
            Ok(1) => Some(Side::Second),
            _ => None,
        };
        named().or_else(numbered).ok_or_else(|| {
            let [first, second] = &self.sides;
            let wanted = format!("a side is 0 or 1, or {} or {}", quote(first), quote(second));
            self.wrong(method, found, &wanted)
        })
    }

    /// An outcome as a class writes it: `None` while the game goes on, a side, or `"draw"`.
    pub(super) fn outcome(&self, found: &Bound<'_, PyAny>) -> PyResult<Option<Outcome>> {
        const METHOD: &str = "outcome";
        if found.is_none() {
            return Ok(None);
        }
        let is_draw = found.cast::<PyString>().is_ok_and(|text| *text == "draw");
        if is_draw {
            return Ok(Some(Outcome::Draw));
        }
        // False would be the first side's win.
        if found.is_instance_of::<PyBool>() {
            let wanted = "it must be None while the game goes on, then the winner or \"draw\"";
            return Err(self.wrong(METHOD, found, wanted));
        }
        self.side(METHOD, found).map(|winner| Some(Outcome::Win(winner)))
    }
}

impl fmt::Debug for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.python_name)
    }
}

fn wrong_text(class: &str, attribute: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let found = shown(found);
    errors::game(format!(
        "{class}.{attribute} is {found}: it must be a text of one line, without blanks around it"
    ))
}

/// A Python object as messages show it, not too long.
pub(super) fn shown(object: &Bound<'_, PyAny>) -> String {
    const LONGEST: usize = 80;
    let Ok(repr) = object.repr().map(|repr| repr.to_string()) else {
        return "an object without a text".to_owned();
    };
    let mut shown: String = repr.chars().take(LONGEST).collect();
    if repr.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

/// `ConnectFour` as the command line writes it: `connect-four`.
fn kebab(name: &str) -> String {
    let mut kebab = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !kebab.is_empty() {
            kebab.push('-');
        }
        kebab.extend(letter.to_lowercase());
    }
    kebab
}
