use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use plyglot_core::{DrawRule, Perft};
use plyglot_kit::any::{AnyLine, GameRef, KeptMoves};
use plyglot_kit::svg;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::mv::Move;
use crate::outcome::Outcome;
use crate::{errors, waiting};

/// A game so far: a position, and the moves that led to it. Every game has a class of its own, such as
/// `plyglot.checkers.Board`.
///
/// >>> import plyglot
/// >>> board = plyglot.checkers.Board()
/// >>> board.push("E b6 a5")
/// >>> board.turn
/// 'White'
/// >>> len(board.legal_moves)
/// 7
/// >>> board.pop()
/// Move('E b6 a5')
#[pyclass(frozen, subclass, module = "plyglot")]
#[derive(Debug)]
pub struct Board {
    game: GameRef,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    line: Box<dyn AnyLine>,
    /// The moves made, as they were given to us: to take one back makes nothing new.
    stack: Vec<Py<Move>>,
}

impl Board {
    /// A board with nothing played.
    pub fn of(game: GameRef, line: Box<dyn AnyLine>) -> Board {
        Board { game, state: Mutex::new(State { line, stack: Vec::new() }) }
    }

    /// The board that a text shows, or the start of a game.
    ///
    /// # Errors
    /// If the text cannot be read, or if no board has such a size.
    pub fn start(
        py: Python<'_>,
        game: GameRef,
        text: Option<&str>,
        seed: u64,
        sizes: &[(&str, Option<usize>)],
    ) -> PyResult<Board> {
        let given = sizes.iter().filter_map(|&(name, number)| Some((name, number?)));
        let given: Vec<(&str, usize)> = given.collect();
        let known = game.about().sizes;
        if let Some((name, _)) = given.iter().find(|it| known.iter().all(|size| size.name != it.0))
        {
            let message = format!("{} has no size named {name}", game.title());
            return Err(PyTypeError::new_err(message));
        }
        let line = match text {
            Some(_) if !given.is_empty() => {
                return Err(PyTypeError::new_err("a text has its own size: give one or the other"));
            }
            Some(text) => game.read_line(text).map_err(|error| errors::input(py, &error))?,
            None => game
                .start(&given, seed)
                .map_err(|error| PyValueError::new_err(error.to_string()))?,
        };
        Ok(Board::of(game, line))
    }

    /// Which game it is.
    pub fn game(&self) -> GameRef {
        self.game
    }

    /// The game so far once more.
    pub fn line(&self) -> Box<dyn AnyLine> {
        self.state().line.copied()
    }

    /// No Python is run while this is held.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The same board with the moves that led to it.
    fn duplicate(&self, py: Python<'_>) -> Board {
        let state = self.state();
        let stack = state.stack.iter().map(|mv| mv.clone_ref(py)).collect();
        let state = State { line: state.line.copied(), stack };
        Board { game: self.game, state: Mutex::new(state) }
    }

    /// A move that is given as such, or as its text.
    fn mv<'py>(&self, mv: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Move>> {
        if let Ok(mv) = mv.cast::<Move>() {
            return Ok(mv.clone());
        }
        let Ok(text) = mv.cast::<PyString>() else {
            let kind = mv.get_type().name()?;
            return Err(PyTypeError::new_err(format!("expected a Move or a str, found {kind}")));
        };
        self.parsed(mv.py(), text.to_str()?)
    }

    fn parsed<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Bound<'py, Move>> {
        let state = self.state();
        let moves = state.line.kept_moves();
        let Some(number) = find(&*state.line, &*moves, text) else {
            let error = state.line.after([text]).err();
            return Err(match error {
                Some(error) => errors::mv(py, &error),
                None => PyValueError::new_err(format!("{text} is not among the legal moves")),
            });
        };
        drop(state);
        Bound::new(py, Move::new(moves, number))
    }
}

/// The number of a move, by its text or by what people may type for it.
fn find(line: &dyn AnyLine, moves: &dyn KeptMoves, text: &str) -> Option<usize> {
    moves.find(text).or_else(|| moves.find(&line.respelled(text)))
}

#[pymethods]
impl Board {
    /// The name of the game, as on the command line.
    #[getter]
    fn game_name(&self) -> &'static str {
        self.game.name()
    }

    /// The position as text. `Board(text)` gives it back.
    #[getter]
    fn text(&self) -> String {
        self.state().line.position()
    }

    /// The side to move, by its name.
    #[getter]
    fn turn(&self) -> &'static str {
        let side = self.state().line.to_move();
        self.game.about().side_title(side)
    }

    /// The two sides, the first one first.
    #[getter]
    fn sides(&self) -> (&'static str, &'static str) {
        let [first, second] = self.game.about().sides;
        (first.title, second.title)
    }

    /// What each side has, in the game's units: pieces, points, stones.
    #[getter]
    fn tally(&self) -> (i64, i64) {
        let [first, second] = self.state().line.tally();
        (first, second)
    }

    /// How many moves were made on this board.
    #[getter]
    fn ply(&self) -> usize {
        self.state().line.plies()
    }

    /// The legal moves, in the order of the rules. A game that is drawn by repetition still has some.
    #[getter]
    fn legal_moves(&self, py: Python<'_>) -> PyResult<Vec<Py<Move>>> {
        let moves = self.state().line.kept_moves();
        let all = (0..moves.len()).map(|number| Py::new(py, Move::new(Arc::clone(&moves), number)));
        all.collect()
    }

    /// Whether a move is legal.
    ///
    /// >>> import plyglot
    /// >>> plyglot.checkers.Board().is_legal("E b6 a7")
    /// False
    #[pyo3(signature = (r#move: "Move | str"))]
    fn is_legal(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        let mv = match self.mv(r#move) {
            Ok(mv) => mv,
            Err(error) if error.is_instance_of::<PyValueError>(py) => return Ok(false),
            Err(error) => return Err(error),
        };
        let text = mv.get().text(py).to_str()?;
        Ok(self.state().line.kept_moves().find(text).is_some())
    }

    /// The legal move that a text means.
    ///
    /// >>> import plyglot
    /// >>> plyglot.checkers.Board().parse("E b6 a5")
    /// Move('E b6 a5')
    fn parse<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Bound<'py, Move>> {
        self.parsed(py, text)
    }

    /// Plays a legal move.
    ///
    /// >>> import plyglot
    /// >>> plyglot.checkers.Board().push("E b6 c7")
    /// Traceback (most recent call last):
    ///     ...
    /// plyglot.errors.IllegalMoveError: illegal move E b6 c7: a man cannot step backward, from b6 to c7
    #[pyo3(signature = (r#move: "Move | str"))]
    fn push(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        let mv = self.mv(r#move)?;
        let mut state = self.state();
        let played = state.line.play_kept(&*mv.get().moves, mv.get().number);
        if let Err(error) = played {
            drop(state);
            return Err(errors::mv(py, &error));
        }
        state.stack.push(mv.unbind());
        Ok(())
    }

    /// Takes back the last move, and returns it.
    fn pop(&self) -> PyResult<Py<Move>> {
        let mut state = self.state();
        let last = state.stack.pop().ok_or_else(nothing_played)?;
        state.line.take_back();
        Ok(last)
    }

    /// The last move.
    fn peek(&self, py: Python<'_>) -> PyResult<Py<Move>> {
        self.state().stack.last().map(|mv| mv.clone_ref(py)).ok_or_else(nothing_played)
    }

    /// The moves made on this board.
    #[getter]
    fn move_stack(&self, py: Python<'_>) -> Vec<Py<Move>> {
        self.state().stack.iter().map(|mv| mv.clone_ref(py)).collect()
    }

    /// Whether the game is over, by its rules and by how it went.
    fn is_game_over(&self) -> bool {
        self.state().line.over(DrawRule::Prompt).is_some()
    }

    /// How the game ended; None while it goes on.
    fn outcome(&self) -> Option<Outcome> {
        let state = self.state();
        let ending = state.line.ending()?;
        let winner = match ending.outcome {
            plyglot_core::Outcome::Win(side) => Some(self.game.about().side_title(side).to_owned()),
            plyglot_core::Outcome::Draw => None,
        };
        Some(Outcome { winner, how: ending.how, margin: state.line.margin() })
    }

    /// Counts the lines of `depth` moves, all in one go.
    ///
    /// >>> import plyglot
    /// >>> [plyglot.checkers.Board().perft(depth) for depth in range(1, 7)]
    /// [7, 49, 302, 1469, 7361, 36768]
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let (line, stop) = (self.line(), Arc::new(AtomicBool::new(false)));
        if depth <= 2 {
            return Ok(line.perft(depth, 1).leaves);
        }
        let stopped = Arc::clone(&stop);
        waiting::wait(py, stop, move || counted(&*line, depth, PARTS, &stopped).leaves)
    }

    /// `perft`, split by the first move.
    fn divide(&self, py: Python<'_>, depth: u32) -> PyResult<Vec<(String, u64)>> {
        let line = self.line();
        let divided = waiting::wait(py, Arc::default(), move || line.divide(depth, 1))?;
        Ok(divided.into_iter().map(|(mv, count)| (mv, count.leaves)).collect())
    }

    /// The board as lines of text, as the terminal shows it.
    ///
    /// >>> import plyglot
    /// >>> print(plyglot.mancala.Board().picture())
    ///      A2   A3   A4   A5   A6   A7
    /// ┌────┬────┬────┬────┬────┬────┬────┬────┐
    /// │    │ 4  │ 4  │ 4  │ 4  │ 4  │ 4  │    │
    /// │ 0  ├────┼────┼────┼────┼────┼────┤ 0  │
    /// │    │ 4  │ 4  │ 4  │ 4  │ 4  │ 4  │    │
    /// └────┴────┴────┴────┴────┴────┴────┴────┘
    ///      B2   B3   B4   B5   B6   B7
    fn picture(&self) -> String {
        let state = self.state();
        let (plies, line) = (state.line.plies(), &state.line);
        let marked = plies.checked_sub(1).map(|last| line.path_at(last)).unwrap_or_default();
        plyglot_cli::board_text(&line.picture_at(plies), &marked).trim_end().to_owned()
    }

    /// The board as a drawing, with the last move marked.
    fn svg(&self) -> String {
        let state = self.state();
        let (plies, line) = (state.line.plies(), &state.line);
        let marked = plies.checked_sub(1).map(|last| line.path_at(last)).unwrap_or_default();
        svg::board(&line.picture_at(plies), &marked)
    }

    /// What a notebook shows.
    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    /// The same game so far once more.
    fn copy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Board>> {
        crate::boards::new(py, self.duplicate(py))
    }

    fn __copy__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, Board>> {
        self.copy(py)
    }

    #[pyo3(signature = (memo: "dict[int, object]"))]
    fn __deepcopy__<'py>(
        &self,
        py: Python<'py>,
        memo: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Board>> {
        _ = memo;
        self.copy(py)
    }

    fn __str__(&self) -> String {
        self.picture()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let text = PyString::new(slf.py(), &slf.get().text());
        Ok(format!("{}({})", slf.get_type().fully_qualified_name()?, text.repr()?))
    }

    /// Boards are equal if they are of the same game and the same position, however that came about.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Board>() else { return false };
        self.game == other.get().game && self.text() == other.get().text()
    }

    /// Of the position now: a board that is a key of a dict must not be played on.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.text()).hash()
    }

    #[pyo3(signature = () -> "tuple[object, ...]")]
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,), Vec<String>) {
        let state = slf.get().state();
        let (start, moves) = (state.line.position_at(0), state.line.moves());
        (slf.get_type().into_any(), (start,), moves)
    }

    fn __setstate__(&self, py: Python<'_>, moves: Vec<String>) -> PyResult<()> {
        let play = |text: &String| self.push(py, PyString::new(py, text).as_any());
        moves.iter().try_for_each(play)
    }
}

fn nothing_played() -> PyErr {
    PyIndexError::new_err("no move was made on this board")
}

/// How many plies of a count are walked from outside, where we look whether to stop.
const PARTS: u32 = 3;

fn counted(line: &dyn AnyLine, depth: u32, parts: u32, stop: &AtomicBool) -> Perft {
    let mut total = Perft::default();
    if parts == 0 || depth <= 2 {
        return line.perft(depth, 1);
    }
    let (mut line, moves) = (line.copied(), line.kept_moves());
    total.ended = u64::from(moves.len() == 0);
    for number in 0..moves.len() {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        // It is legal: it was kept for this position.
        if line.play_kept(&*moves, number).is_ok() {
            total += counted(&*line, depth - 1, parts - 1, stop);
            line.take_back();
        }
    }
    total
}
