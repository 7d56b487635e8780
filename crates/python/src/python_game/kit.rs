//! What the kit asks of a game beyond its rules: little, for everything has a default.

use plyglot_core::picture::Picture;
use plyglot_kit::competition::Competition;
use plyglot_kit::wording::Spoken;
use plyglot_kit::{Assignment, Drawn, Plain, Playable};
use pyo3::prelude::*;

use super::{PythonGame, drawing, session};

impl Playable for PythonGame {
    const NAME: &'static str = "python";
    const TITLE: &'static str = "A game written in Python";
    const ABOUT: &'static str = "what its class says";

    fn name() -> &'static str {
        session::class().map_or(Self::NAME, |class| &class.name)
    }

    fn start(_: &[usize], _: u64) -> PythonGame {
        let class = session::class().expect("a game is asked about in a session only");
        Python::attach(|py| {
            if session::has_failed() {
                return PythonGame::none(py, class);
            }
            PythonGame::start(py, class).unwrap_or_else(|error| {
                session::fail(error);
                PythonGame::none(py, class)
            })
        })
    }
}

impl Competition for PythonGame {
    /// Only the thread of a session can ask a class: no search of such a game has several.
    type Knowledge = Plain<PythonGame>;
}

impl Drawn for PythonGame {
    fn picture(&self) -> Picture {
        let picture = self.ask(|object| drawing::picture(self.class(), object));
        picture.flatten().unwrap_or_default()
    }
}

impl Spoken for PythonGame {}

impl Assignment for PythonGame {}
