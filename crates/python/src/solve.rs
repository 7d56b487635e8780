use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plyglot_answers::judge::LARGEST_ANSWER;
use plyglot_core::text::TextError;
use plyglot_games::GAMES;
use plyglot_kit::any::{AnyTask, GameRef};
use plyglot_kit::{AtMost, Files, InMemory, LARGEST_INPUT, Options, Report};
use pyo3::exceptions::{PyMemoryError, PyOSError, PyValueError};
use pyo3::prelude::*;

use crate::board::Board;
use crate::engine::Limit;
use crate::game::AskedGame;
use crate::python_game::SessionKind;
use crate::{boards, errors, game, waiting};

/// The answer to an `input.txt`. What a game does not have is None.
#[pyclass(frozen, get_all, module = "plyglot")]
#[derive(Debug)]
pub struct Answer {
    /// The game, as on the command line.
    game: &'static str,
    /// The search, as the input names it.
    algorithm: &'static str,
    /// How many turns it looked ahead.
    depth: Option<u32>,
    /// The files that the assignment asks for: their names and texts.
    files: BTreeMap<String, String>,
    /// Our whole turn: several moves where the game gives several.
    moves: Vec<String>,
    /// What the search says the position is worth, in the game's points.
    value: Option<i64>,
    /// Nodes visited.
    nodes: Option<u128>,
    /// Best play by both sides.
    line: Vec<String>,
    /// All legal turns, sorted, where the game lists them.
    legal: Vec<String>,
    /// What the source's own program prints instead of writing a file.
    printed: Option<String>,
}

#[pymethods]
impl Answer {
    /// Our turn as one text; None if there is no move.
    #[getter]
    fn r#move(&self) -> Option<String> {
        (!self.moves.is_empty()).then(|| self.moves.join(" "))
    }

    fn __repr__(&self) -> String {
        let Answer { game, algorithm, moves, files, .. } = self;
        let files: Vec<&str> = files.keys().map(String::as_str).collect();
        format!("<plyglot.Answer {game} {algorithm}: {}; {}>", moves.join(" "), files.join(", "))
    }
}

/// Solves an `input.txt`: the answer that the assignment asks for, to the byte. The game is recognised
/// by the text unless it is named; `game` can also be a class that is a game of your own. `depth` looks
/// so far ahead whatever the input says; `edition` names an older edition of an assignment; `limit`
/// bounds an agent that would play against the clock.
///
/// >>> import plyglot
/// >>> answer = plyglot.solve("3\nMINIMAX\nO\n2\n1 8 23\n5 42 12\n26 30 9\nX..\n...\n...\n")
/// >>> answer.game, answer.move
/// ('stake-raid', 'B3 Stake')
/// >>> print(answer.files["output.txt"], end="")
/// B3 Stake
/// X..
/// ...
/// .O.
/// >>> plyglot.solve("3\nMINIMAX\nO\n2\n1 8 23\n5 42\n26 30 9\nX..\n...\n...\n")
/// Traceback (most recent call last):
///     ...
/// plyglot.errors.InputError: 6:5: expected 3 values, found 2
#[pyfunction]
#[pyo3(signature = (text: "str", *, game: "str | type[object] | None" = None, depth: "int | None" = None, edition: "str | None" = None, limit: "Limit | None" = None))]
pub fn solve(
    py: Python<'_>,
    text: &str,
    game: Option<&Bound<'_, PyAny>>,
    depth: Option<u32>,
    edition: Option<&str>,
    limit: Option<&Bound<'_, Limit>>,
) -> PyResult<Answer> {
    let asked = AskedGame::of(py, game)?;
    asked.ask(SessionKind::Once, |game| solve_as(py, text, game, depth, edition, limit))
}

fn solve_as(
    py: Python<'_>,
    text: &str,
    game: Option<GameRef>,
    depth: Option<u32>,
    edition: Option<&str>,
    limit: Option<&Bound<'_, Limit>>,
) -> PyResult<Answer> {
    let (game, mut task) = task(py, text, game)?;
    let edition = game::edition(game, edition)?;
    if let Some(depth) = depth
        && !(depth > 0 && task.set_depth(depth))
    {
        let message = "depth is at least 1, for searches of a given depth; this input has none";
        return Err(PyValueError::new_err(message));
    }
    let limit = limit.map(|limit| limit.get().get());
    let options = Options { edition, limit, ..Options::default() };
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&stop);
    let (report, files) = waiting::wait(py, stop, move || solved(&*task, &options, stopped))??;
    let texts =
        files.names().filter_map(|name| Some((name.to_owned(), files.text(name)?.to_owned())));
    Ok(Answer {
        game: report.game,
        algorithm: report.algorithm,
        depth: report.depth,
        files: texts.collect(),
        moves: report.moves,
        value: report.value,
        nodes: report.nodes,
        line: report.line,
        legal: report.legal,
        printed: report.printed,
    })
}

/// The board of an `input.txt`, of whichever game it is.
///
/// >>> import plyglot
/// >>> plyglot.read("3\nMINIMAX\nO\n2\n1 8 23\n5 42 12\n26 30 9\nX..\n...\n...\n").turn
/// 'O'
#[pyfunction]
#[pyo3(signature = (text: "str", *, game: "str | None" = None) -> "Board")]
pub fn read<'py>(py: Python<'py>, text: &str, game: Option<&str>) -> PyResult<Bound<'py, Board>> {
    let game = game.map(|name| game::find(py, name)).transpose()?;
    let (game, task) = task(py, text, game)?;
    boards::new(py, Board::of(game, task.line()))
}

/// The task that an input sets.
pub fn task(
    py: Python<'_>,
    text: &str,
    game: Option<GameRef>,
) -> PyResult<(GameRef, Box<dyn AnyTask>)> {
    if text.len() > LARGEST_INPUT {
        let message = format!("larger than {LARGEST_INPUT} bytes, as no input of these games is");
        return Err(errors::input(py, &TextError::at_byte(text, LARGEST_INPUT, &message)));
    }
    GAMES.read_task(text, game).map_err(|error| errors::input(py, &error))
}

fn solved(
    task: &dyn AnyTask,
    options: &Options,
    stop: Arc<AtomicBool>,
) -> PyResult<(Report, InMemory)> {
    let mut files = Stoppable { files: InMemory::default(), stop };
    let mut watch = |_: &[u8]| {};
    let mut bounded = AtMost::new(LARGEST_ANSWER, &mut files, &mut watch);
    let report = task.solve(options, &mut bounded);
    if let Some(name) = bounded.beyond() {
        let most = LARGEST_ANSWER >> 20;
        let message = format!("{name} would have more than {most} MB: plyglot solve can write it");
        return Err(PyMemoryError::new_err(message));
    }
    let report = report.map_err(|error| match error.kind() {
        io::ErrorKind::InvalidInput => PyValueError::new_err(error.to_string()),
        _ => PyOSError::new_err(error.to_string()),
    })?;
    Ok((report, files.files))
}

/// Files in memory that take nothing more once we are told to stop: a search ends when its log cannot be
/// written.
struct Stoppable {
    files: InMemory,
    stop: Arc<AtomicBool>,
}

impl Files for Stoppable {
    fn create(&mut self, name: &str) -> io::Result<Box<dyn Write + '_>> {
        Ok(Box::new(StoppableFile { file: self.files.create(name)?, stop: Arc::clone(&self.stop) }))
    }

    fn publish(&mut self, name: &str, text: &str) -> io::Result<()> {
        self.files.publish(name, text)
    }

    fn read(&self, name: &str) -> Option<String> {
        self.files.read(name)
    }
}

struct StoppableFile<'f> {
    file: Box<dyn Write + 'f>,
    stop: Arc<AtomicBool>,
}

impl Write for StoppableFile<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(io::Error::other("nobody waits for it any more"));
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
