use std::sync::Arc;

use plyglot_answers::explain::{Detail, Explanation};
use plyglot_answers::judge::{OutputFiles, Question, Strictness};
use plyglot_kit::any::GameRef;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

use crate::game::AskedGame;
use crate::python_game::SessionKind;
use crate::solve::task;
use crate::{errors, game, waiting};

/// A way to misread the rules that gives exactly the answer that was handed in.
#[pyclass(frozen, get_all, module = "plyglot")]
#[derive(Clone, Debug)]
pub struct Misreading {
    /// Its name.
    name: String,
    /// What such a program does.
    does: String,
    /// The rule to read again.
    rule: String,
}

#[pymethods]
impl Misreading {
    fn __repr__(&self) -> String {
        format!("<plyglot.Misreading {}: {}>", self.name, self.does)
    }
}

/// What there is to say about an answer. `str(report)` is all of it for people.
#[pyclass(frozen, module = "plyglot")]
#[derive(Debug)]
pub struct Report(Explanation);

#[pymethods]
impl Report {
    /// The game, as on the command line.
    #[getter]
    fn game(&self) -> &'static str {
        self.0.game
    }

    /// Whether the answer is right.
    #[getter]
    fn right(&self) -> bool {
        self.0.right
    }

    /// In which way it is wrong, in a word or two.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind.name()
    }

    /// That in one line; empty if it is right.
    #[getter]
    fn message(&self) -> &str {
        &self.0.message
    }

    /// The file where it first goes wrong.
    #[getter]
    fn file(&self) -> Option<&str> {
        self.0.file.as_deref()
    }

    /// The line there, from 1.
    #[getter]
    fn line(&self) -> Option<usize> {
        self.0.line
    }

    /// What stands on that line of an answer.
    #[getter]
    fn about(&self) -> Option<&str> {
        self.0.about.as_deref()
    }

    /// What should stand there, with blanks made visible; None if nothing should.
    #[getter]
    fn expected(&self) -> Option<&str> {
        self.0.expected.as_deref()
    }

    /// What does; None if nothing does.
    #[getter]
    fn found(&self) -> Option<&str> {
        self.0.found.as_deref()
    }

    /// Why the right answer is right, sentence by sentence.
    #[getter]
    fn why(&self) -> Vec<String> {
        self.0.why.clone()
    }

    /// The misreadings that give exactly this answer.
    #[getter]
    fn misreadings(&self) -> Vec<Misreading> {
        let all = self.0.misreadings.iter().cloned();
        all.map(|it| Misreading { name: it.name, does: it.does, rule: it.rule }).collect()
    }

    /// Whether the answer is right.
    fn __bool__(&self) -> bool {
        self.0.right
    }

    fn __str__(&self) -> String {
        self.0.lines().join("\n")
    }

    fn __repr__(&self) -> String {
        format!("<plyglot.Report {}: {}>", self.0.game, self.0.kind)
    }
}

impl From<Explanation> for Report {
    fn from(explanation: Explanation) -> Report {
        Report(explanation)
    }
}

/// Says where an answer first goes wrong, and why. `files` are the texts of what a program wrote, by
/// their names, or the one text of the game's main file. `level` is `full`, `hint` or `off`; `lenient`
/// passes over blanks at line ends and newlines at the end. `game` is a name, or a class that is a game
/// of your own.
///
/// >>> import plyglot
/// >>> text = "3\nMINIMAX\nO\n2\n1 8 23\n5 42 12\n26 30 9\nX..\n...\n...\n"
/// >>> report = plyglot.explain(text, "C2 Stake\nX..\n...\n.O.\n")
/// >>> report.right, report.line, report.expected, report.found
/// (False, 1, 'B3 Stake↵', 'C2 Stake↵')
/// >>> report.misreadings[0].name
/// 'swapped'
#[pyfunction]
#[pyo3(signature = (text: "str", files: "str | bytes | dict[str, str | bytes] | dict[str, str] | dict[str, bytes]", *, game: "str | type[object] | None" = None, edition: "str | None" = None, level: "str" = "full", lenient: "bool" = false))]
pub fn explain(
    py: Python<'_>,
    text: &str,
    files: &Bound<'_, PyAny>,
    game: Option<&Bound<'_, PyAny>>,
    edition: Option<&str>,
    level: &str,
    lenient: bool,
) -> PyResult<Report> {
    let detail: Detail = level.parse().map_err(PyValueError::new_err)?;
    let strictness = if lenient { Strictness::Lenient } else { Strictness::Exact };
    let asked = AskedGame::of(py, game)?;
    asked.ask(SessionKind::Remembering, |game| {
        explain_as(py, text, files, game, edition, strictness, detail)
    })
}

fn explain_as(
    py: Python<'_>,
    text: &str,
    files: &Bound<'_, PyAny>,
    game: Option<GameRef>,
    edition: Option<&str>,
    strictness: Strictness,
    detail: Detail,
) -> PyResult<Report> {
    let (game, _) = task(py, text, game)?;
    let edition = game::edition(game, edition)?;
    let written = written(files, game.about().answer_file)?;
    let text = text.to_owned();
    let explained = waiting::wait(py, Arc::default(), move || {
        let question = Question::in_edition(&text, game, edition)?;
        let known = question.files().into_iter().map(str::to_owned).collect::<Vec<_>>();
        let strange = written.keys().find(|name| !known.contains(name)).cloned();
        Ok(match strange {
            Some(name) => Err((name, known)),
            None => Ok(plyglot_answers::explain::explain(&question, &written, strictness, detail)),
        })
    })?;
    match explained.map_err(|error| errors::input(py, &error))? {
        Ok(explanation) => Ok(explanation.into()),
        Err((name, known)) => Err(PyValueError::new_err(format!(
            "{name}: this input is answered by {}",
            known.join(" and ")
        ))),
    }
}

/// What was handed in. One text alone is the file that every answer has.
pub fn written(files: &Bound<'_, PyAny>, usual: &str) -> PyResult<OutputFiles> {
    if let Ok(files) = files.cast::<PyDict>() {
        let file = |(name, content): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            Ok((name.extract::<String>()?, bytes(&content)?))
        };
        return files.iter().map(file).collect();
    }
    Ok(OutputFiles::from([(usual.to_owned(), bytes(files)?)]))
}

fn bytes(content: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    if let Ok(text) = content.cast::<PyString>() {
        return Ok(text.to_str()?.as_bytes().to_vec());
    }
    if let Ok(bytes) = content.cast::<PyBytes>() {
        return Ok(bytes.as_bytes().to_vec());
    }
    let kind = content.get_type().name()?;
    Err(PyTypeError::new_err(format!("expected str, bytes or a dict of them, found {kind}")))
}
