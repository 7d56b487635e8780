use pyo3::prelude::*;

/// How a game ended.
///
/// >>> import plyglot
/// >>> board = plyglot.mancala.Board(pits=1, stones=1)
/// >>> board.push("B2")
/// >>> board.outcome()
/// Outcome(winner=None, how='draw: 1 stone each', margin=0)
#[pyclass(frozen, get_all, eq, module = "plyglot")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The side that won, by its name; None in a draw.
    pub winner: Option<String>,
    /// How, in words.
    pub how: String,
    /// The first side's lead, where games are won by points.
    pub margin: Option<i64>,
}

#[pymethods]
impl Outcome {
    /// For games that are written in Python.
    #[new]
    #[pyo3(signature = (winner, how, margin = None))]
    fn new(winner: Option<String>, how: String, margin: Option<i64>) -> Outcome {
        Outcome { winner, how, margin }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let show = |value: Bound<'_, PyAny>| Ok::<_, PyErr>(value.repr()?.to_string());
        let winner = show(self.winner.as_ref().into_pyobject(py)?.into_any())?;
        let how = show(self.how.as_str().into_pyobject(py)?.into_any())?;
        let margin = show(self.margin.into_pyobject(py)?.into_any())?;
        Ok(format!("Outcome(winner={winner}, how={how}, margin={margin})"))
    }
}
