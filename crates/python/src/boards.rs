//! A class of boards for each game.

use plyglot_games::GAMES;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::board::Board;

/// A board in the class of its game.
///
/// # Errors
/// If Python has no room for it.
pub fn new<'py>(py: Python<'py>, board: Board) -> PyResult<Bound<'py, Board>> {
    Ok(match board.game().name() {
        "star-circle" => Bound::new(py, (star_circle::Board, board))?.into_super(),
        "checkers" => Bound::new(py, (checkers::Board, board))?.into_super(),
        "stake-raid" => Bound::new(py, (stake_raid::Board, board))?.into_super(),
        "mancala" => Bound::new(py, (mancala::Board, board))?.into_super(),
        "capture-go" => Bound::new(py, (capture_go::Board, board))?.into_super(),
        _ => Bound::new(py, board)?,
    })
}

/// The start of a game, or the board that a text shows.
fn start(
    py: Python<'_>,
    game: &str,
    text: Option<&str>,
    seed: u64,
    sizes: &[(&str, Option<usize>)],
) -> PyResult<Board> {
    let game = GAMES.find(game).map_err(|error| PyTypeError::new_err(error.message))?;
    Board::start(py, game, text, seed, sizes)
}

/// Star and Circle: eight by eight squares, stars go up and circles go down.
#[pymodule(submodule)]
pub mod star_circle {
    use pyo3::prelude::*;

    /// A board of Star and Circle. `text` is a position or a whole `input.txt`.
    ///
    /// >>> import plyglot
    /// >>> board = plyglot.star_circle.Board()
    /// >>> board.sides
    /// ('Star', 'Circle')
    #[pyclass(frozen, extends = crate::board::Board, module = "plyglot.star_circle")]
    #[derive(Debug)]
    pub struct Board;

    #[pymethods]
    impl Board {
        #[new]
        #[pyo3(signature = (text = None))]
        fn new(py: Python<'_>, text: Option<&str>) -> PyResult<PyClassInitializer<Board>> {
            let board = super::start(py, "star-circle", text, 0, &[])?;
            Ok(PyClassInitializer::from(board).add_subclass(Board))
        }
    }
}

/// American checkers.
#[pymodule(submodule)]
pub mod checkers {
    use pyo3::prelude::*;

    /// A board of checkers. `text` is a position or a whole `input.txt`.
    ///
    /// >>> import plyglot
    /// >>> board = plyglot.checkers.Board()
    /// >>> board.turn
    /// 'Black'
    /// >>> print(board.text, end="")
    /// BLACK
    /// .b.b.b.b
    /// b.b.b.b.
    /// .b.b.b.b
    /// ........
    /// ........
    /// w.w.w.w.
    /// .w.w.w.w
    /// w.w.w.w.
    #[pyclass(frozen, extends = crate::board::Board, module = "plyglot.checkers")]
    #[derive(Debug)]
    pub struct Board;

    #[pymethods]
    impl Board {
        #[new]
        #[pyo3(signature = (text = None))]
        fn new(py: Python<'_>, text: Option<&str>) -> PyResult<PyClassInitializer<Board>> {
            let board = super::start(py, "checkers", text, 0, &[])?;
            Ok(PyClassInitializer::from(board).add_subclass(Board))
        }
    }
}

/// Stake and Raid: cells with values, to be taken one by one or by raids.
#[pymodule(submodule)]
pub mod stake_raid {
    use pyo3::prelude::*;

    /// A board of Stake and Raid. `text` is a position or a whole `input.txt`; otherwise `size` says how
    /// many rows and columns there are, and `seed` which values.
    ///
    /// >>> import plyglot
    /// >>> len(plyglot.stake_raid.Board(size=3).legal_moves)
    /// 9
    #[pyclass(frozen, extends = crate::board::Board, module = "plyglot.stake_raid")]
    #[derive(Debug)]
    pub struct Board;

    #[pymethods]
    impl Board {
        #[new]
        #[pyo3(signature = (text = None, *, size = None, seed = 0))]
        fn new(
            py: Python<'_>,
            text: Option<&str>,
            size: Option<usize>,
            seed: u64,
        ) -> PyResult<PyClassInitializer<Board>> {
            let board = super::start(py, "stake-raid", text, seed, &[("size", size)])?;
            Ok(PyClassInitializer::from(board).add_subclass(Board))
        }
    }
}

/// Mancala: seeds are sown, and whoever brings home more wins.
#[pymodule(submodule)]
pub mod mancala {
    use pyo3::prelude::*;

    /// A board of Mancala. `text` is a position or a whole `input.txt`; otherwise `pits` says how many
    /// pits each player has, and `stones` how many stones lie in each.
    ///
    /// >>> import plyglot
    /// >>> board = plyglot.mancala.Board(pits=3)
    /// >>> board.push("B3")
    /// >>> board.tally
    /// (1, 0)
    #[pyclass(frozen, extends = crate::board::Board, module = "plyglot.mancala")]
    #[derive(Debug)]
    pub struct Board;

    #[pymethods]
    impl Board {
        #[new]
        #[pyo3(signature = (text = None, *, pits = None, stones = None))]
        fn new(
            py: Python<'_>,
            text: Option<&str>,
            pits: Option<usize>,
            stones: Option<usize>,
        ) -> PyResult<PyClassInitializer<Board>> {
            let sizes = [("pits", pits), ("stones", stones)];
            let board = super::start(py, "mancala", text, 0, &sizes)?;
            Ok(PyClassInitializer::from(board).add_subclass(Board))
        }
    }
}

/// Capture Go: the stones of Go, won by what is captured.
#[pymodule(submodule)]
pub mod capture_go {
    use pyo3::prelude::*;

    /// A board of Capture Go. `text` is a position or a whole `input.txt`; otherwise `size` says how many
    /// rows and columns there are.
    ///
    /// >>> import plyglot
    /// >>> board = plyglot.capture_go.Board(size=13)
    /// >>> len(board.legal_moves)
    /// 169
    #[pyclass(frozen, extends = crate::board::Board, module = "plyglot.capture_go")]
    #[derive(Debug)]
    pub struct Board;

    #[pymethods]
    impl Board {
        #[new]
        #[pyo3(signature = (text = None, *, size = None))]
        fn new(
            py: Python<'_>,
            text: Option<&str>,
            size: Option<usize>,
        ) -> PyResult<PyClassInitializer<Board>> {
            let board = super::start(py, "capture-go", text, 0, &[("size", size)])?;
            Ok(PyClassInitializer::from(board).add_subclass(Board))
        }
    }
}
