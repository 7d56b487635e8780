use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use plyglot_core::mix::mix;
use plyglot_kit::analysis::Analysis;
use plyglot_kit::any::{AnyLine, KeptMoves};
use plyglot_kit::wording::{Subject, verdict};
use plyglot_search::engine::{self, CpuClock, Settings, Thought, score};
use plyglot_search::opponents::Opponent;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors;
use crate::mv::Move;
use crate::waiting;

/// How much may be spent: exactly one of a number of turns to look ahead, a number of nodes, or seconds
/// of CPU time. The first two give the same answer on every machine.
///
/// >>> import plyglot
/// >>> plyglot.Limit(depth=12)
/// Limit(depth=12)
#[pyclass(frozen, eq, module = "plyglot")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit(engine::Limit);

/// More is no limit.
const LONGEST: f64 = 1e9;

#[pymethods]
impl Limit {
    #[new]
    #[pyo3(signature = (*, time: "float | None" = None, depth: "int | None" = None, nodes: "int | None" = None))]
    fn new(time: Option<f64>, depth: Option<u32>, nodes: Option<u64>) -> PyResult<Limit> {
        let wrong = |message: &str| Err(PyValueError::new_err(message.to_owned()));
        Ok(Limit(match (time, depth, nodes) {
            (Some(seconds), None, None) if seconds > 0.0 && seconds <= LONGEST => {
                engine::Limit::Move(Duration::from_secs_f64(seconds))
            }
            (Some(_), None, None) => return wrong("time is a number of seconds above 0"),
            (None, Some(0), None) => return wrong("depth is at least 1"),
            (None, Some(depth), None) => engine::Limit::Depth(depth),
            (None, None, Some(0)) => return wrong("nodes is at least 1"),
            (None, None, Some(nodes)) => engine::Limit::Nodes(nodes),
            _ => return wrong("give one of time, depth and nodes"),
        }))
    }

    fn __repr__(&self) -> String {
        match self.0 {
            engine::Limit::Depth(depth) | engine::Limit::DepthOrNodes(depth, _) => {
                format!("Limit(depth={depth})")
            }
            engine::Limit::Nodes(nodes) => format!("Limit(nodes={nodes})"),
            engine::Limit::Move(time)
            | engine::Limit::Game(time)
            | engine::Limit::DepthOrMove(_, time) => {
                format!("Limit(time={:?})", time.as_secs_f64())
            }
        }
    }
}

impl Limit {
    pub fn get(self) -> engine::Limit {
        self.0
    }
}

/// What the engine thinks of a move. `score` is the lead that it expects for the side to move, in the
/// game's units; `wins_in` the number of moves after which that side has won, or, below 0, lost, where
/// that is known.
#[pyclass(frozen, get_all, module = "plyglot")]
#[derive(Debug)]
pub struct Info {
    /// The move.
    r#move: Py<Move>,
    /// The lead that is expected for the side to move.
    score: f64,
    /// After how many moves the side to move has won, or, below 0, lost; None if that is not known.
    wins_in: Option<i32>,
    /// In plain words.
    words: String,
    /// Best play by both sides as far as it is known, with this move as the first.
    line: Vec<String>,
    /// How many turns ahead the search looked in full.
    depth: u32,
    /// Nodes visited.
    nodes: u64,
    /// Whether the score is certain.
    proven: bool,
}

#[pymethods]
impl Info {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let words = self.words.as_str().into_pyobject(py)?.repr()?.to_string();
        let mv = self.r#move.get().text(py).repr()?.to_string();
        let Info { score, depth, nodes, .. } = self;
        Ok(format!("Info(move={mv}, score={score:?}, words={words}, depth={depth}, nodes={nodes})"))
    }
}

impl Info {
    fn new(
        py: Python<'_>,
        line: &dyn AnyLine,
        moves: &Arc<dyn KeptMoves>,
        thought: Thought<String>,
    ) -> PyResult<Option<Info>> {
        let Some(number) = thought.line.first().and_then(|mv| moves.find(mv)) else {
            return Ok(None);
        };
        let about = line.about();
        let name = about.side_title(line.to_move()).to_owned();
        Ok(Some(Info {
            r#move: Py::new(py, Move::new(Arc::clone(moves), number))?,
            score: f64::from(thought.score) / f64::from(about.scale.point),
            wins_in: score::distance(thought.score),
            words: verdict(&thought, &about.scale, &Subject { name, is_you: false }),
            depth: thought.depth,
            nodes: thought.nodes,
            proven: thought.is_proven,
            line: thought.line,
        }))
    }
}

/// What an engine plays.
#[pyclass(frozen, get_all, module = "plyglot")]
#[derive(Debug)]
pub struct PlayResult {
    /// The move; None if the game is over.
    r#move: Option<Py<Move>>,
    /// What was thought of it, where anything was.
    info: Option<Py<Info>>,
}

#[pymethods]
impl PlayResult {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mv = match &self.r#move {
            Some(mv) => mv.get().text(py).repr()?.to_string(),
            None => "None".to_owned(),
        };
        Ok(format!("PlayResult(move={mv})"))
    }
}

/// An engine for all games. `opponent` names another player: `random`, `greedy`, `minimax-1` to
/// `minimax-8`, or one of the engine's levels, whose chance `seed` decides. `table` is the size of its
/// memory for positions in megabytes. `threads` search together; with more than one, answers may differ
/// from time to time, except for what is proven, and a time is that of one of them. It remembers nothing
/// from call to call: with one thread the same question has the same answer.
///
/// >>> import plyglot
/// >>> engine = plyglot.Engine()
/// >>> board = plyglot.mancala.Board(pits=3, stones=2)
/// >>> result = engine.play(board, plyglot.Limit(depth=40))
/// >>> board.push(result.move)
/// >>> result.info.proven
/// True
#[pyclass(frozen, module = "plyglot")]
#[derive(Debug)]
pub struct Engine {
    opponent: Option<Opponent>,
    seed: u64,
    settings: Settings,
}

/// The time for a move if nothing is said.
const USUAL: Duration = Duration::from_secs(1);
/// The largest table, in megabytes.
const LARGEST_TABLE: usize = 1 << 16;
/// More have never been of use.
const MOST_THREADS: usize = 256;

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (opponent: "str | None" = None, *, seed: "int" = 0, table: "int" = 64, threads: "int" = 1))]
    fn new(
        py: Python<'_>,
        opponent: Option<&str>,
        seed: u64,
        table: usize,
        threads: usize,
    ) -> PyResult<Engine> {
        let opponent = opponent.map(str::parse).transpose();
        let opponent = opponent.map_err(|error| errors::input(py, &error))?;
        if !(1..=LARGEST_TABLE).contains(&table) {
            let message = format!("table is from 1 to {LARGEST_TABLE} megabytes");
            return Err(PyValueError::new_err(message));
        }
        if !(1..=MOST_THREADS).contains(&threads) {
            let message = format!("threads is from 1 to {MOST_THREADS}");
            return Err(PyValueError::new_err(message));
        }
        let settings = Settings { table_bytes: table << 20, threads, ..Settings::default() };
        Ok(Engine { opponent, seed, settings })
    }

    /// Chooses a move; without a limit it takes a second of CPU time. Other threads of Python run
    /// meanwhile, and Ctrl-C ends it.
    #[pyo3(signature = (board: "Board", limit: "Limit | None" = None))]
    fn play(
        &self,
        py: Python<'_>,
        board: &Bound<'_, Board>,
        limit: Option<&Bound<'_, Limit>>,
    ) -> PyResult<PlayResult> {
        let line: Arc<dyn AnyLine> = board.get().line().into();
        let limit = limit.map_or(engine::Limit::Move(USUAL), |limit| limit.get().0);
        let (stop, thinker) = (Arc::<AtomicBool>::default(), Arc::clone(&line));
        let player = match self.opponent {
            None => line.adviser(self.settings),
            Some(opponent) => {
                let seed = mix(self.seed ^ mix(line.plies() as u64));
                line.player(opponent, self.settings, seed)
            }
        };
        let mut player = player.stopped_by(Arc::clone(&stop));
        let chosen = waiting::wait(py, stop, move || {
            player.think(&*thinker, limit, CpuClock::of_thread(), &mut |_| {})
        })?;
        let Some(chosen) = chosen else { return Ok(PlayResult { r#move: None, info: None }) };
        let moves = line.kept_moves();
        let number = moves.find(&chosen.mv);
        let mv = number.map(|number| Py::new(py, Move::new(Arc::clone(&moves), number)));
        let info = chosen.thought.map(|thought| Info::new(py, &*line, &moves, thought));
        let info = info.transpose()?.flatten().map(|info| Py::new(py, info));
        Ok(PlayResult { r#move: mv.transpose()?, info: info.transpose()? })
    }

    /// What the engine at full strength thinks of a position: the best move, or the best `lines` moves,
    /// the best one first. For more than one, every legal move is searched by itself, all of them
    /// equally deep, and at least one turn below the move; nodes and time are for all together.
    ///
    /// >>> import plyglot
    /// >>> board = plyglot.checkers.Board()
    /// >>> infos = plyglot.Engine().analyse(board, plyglot.Limit(depth=5), lines=3)
    /// >>> len(infos), infos[0].score >= infos[2].score
    /// (3, True)
    #[pyo3(signature = (board: "Board", limit: "Limit | None" = None, *, lines: "int" = 1))]
    fn analyse(
        &self,
        py: Python<'_>,
        board: &Bound<'_, Board>,
        limit: Option<&Bound<'_, Limit>>,
        lines: usize,
    ) -> PyResult<Vec<Info>> {
        let line: Arc<dyn AnyLine> = board.get().line().into();
        let limit = limit.map_or(engine::Limit::Move(USUAL), |limit| limit.get().0);
        let (stop, root, settings) =
            (Arc::<AtomicBool>::default(), Arc::clone(&line), self.settings);
        let stopped = Arc::clone(&stop);
        let thoughts = waiting::wait(py, stop, move || {
            let analysis = Analysis { settings, stop: stopped, ..Analysis::new(limit) };
            analysis.run(&*root, lines, &mut |_| {}).moves
        })?;
        let moves = line.kept_moves();
        let infos = thoughts.into_iter().map(|thought| Info::new(py, &*line, &moves, thought));
        infos.filter_map(Result::transpose).collect()
    }

    fn __repr__(&self) -> String {
        match self.opponent {
            None => "Engine()".to_owned(),
            Some(opponent) => format!("Engine('{opponent}', seed={})", self.seed),
        }
    }
}
