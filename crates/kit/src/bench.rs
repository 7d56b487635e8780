//! Measuring searches: each fast way beside its plain one, in one run.

use std::fs::File;
use std::io;

use plyglot_core::mix::Random;
use plyglot_core::{Game, perft};
use plyglot_search::engine::{CpuClock, Engine, Knowledge, Limit, Problem, Settings};
use plyglot_search::textbook::Algorithm;
use serde::Serialize;

use crate::competition::Competition;

/// A measurement; with less work if it should be quick.
pub type Measure = fn(bool) -> Measurement;

/// One measurement.
#[derive(Clone, Debug, Serialize)]
pub struct Measurement {
    /// What was measured.
    pub name: String,
    /// How much was done, in `unit`; the same on every machine.
    pub work: u64,
    /// What the work is counted in.
    pub unit: &'static str,
    /// CPU time.
    pub seconds: f64,
    /// How many times faster than the plain way this is, where there is a plain way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times_plain: Option<f64>,
    /// What the plain way is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plain: Option<String>,
}

/// Work done, and how long it took.
#[derive(Clone, Copy, Debug)]
pub struct Timed {
    /// How much was done.
    pub work: u64,
    /// CPU time.
    pub seconds: f64,
}

impl Timed {
    /// The best of up to ten runs, as many as fit into a moment: the first of a short one measures
    /// mostly how the processor wakes up.
    pub fn run(job: impl Fn() -> u64) -> Timed {
        let whole = CpuClock::start();
        let mut best = Timed::once(&job);
        for _ in 1..10 {
            if whole.seconds() > 0.2 {
                break;
            }
            best.seconds = best.seconds.min(Timed::once(&job).seconds);
        }
        best
    }

    fn once(job: &impl Fn() -> u64) -> Timed {
        let clock = CpuClock::start();
        let work = job();
        // A clock tick at the least, so that a speed is always a number.
        Timed { work, seconds: clock.seconds().max(1e-9) }
    }

    fn speed(&self) -> f64 {
        self.work as f64 / self.seconds
    }

    /// As a row without a plain way.
    pub fn row(self, name: impl Into<String>, unit: &'static str) -> Measurement {
        let Timed { work, seconds } = self;
        Measurement { name: name.into(), work, unit, seconds, times_plain: None, plain: None }
    }

    /// Beside the plain way of doing the same, perhaps on less work.
    pub fn row_beside(
        self,
        name: impl Into<String>,
        unit: &'static str,
        plain: &Timed,
        how: &str,
    ) -> Measurement {
        let times_plain = Some(self.speed() / plain.speed());
        Measurement { times_plain, plain: Some(how.to_owned()), ..self.row(name, unit) }
    }
}

/// What is measured of a game that has no measurements of its own.
pub fn usual<G: Competition>() -> Vec<Measure> {
    vec![count::<G>, search::<G>, think::<G>]
}

fn count<G: Competition>(quick: bool) -> Measurement {
    let (depth, start) = (if quick { 4 } else { 6 }, G::sample());
    let fast = Timed::run(|| perft(&start, depth).leaves);
    let plain = Timed::run(|| play_every_move(&start, depth));
    let name = format!("{} perft, depth {depth}", G::TITLE);
    fast.row_beside(name, "leaves", &plain, "playing the last move too")
}

fn search<G: Competition>(quick: bool) -> Measurement {
    let (depth, start) = (if quick { 4 } else { 6 }, G::sample());
    let pruning = Timed::run(|| Algorithm::AlphaBeta.solve(&start, depth).nodes);
    let plain = Timed::run(|| Algorithm::Minimax.solve(&start, depth).nodes);
    let mut row = pruning.row(format!("{} ALPHABETA, depth {depth}", G::TITLE), "nodes");
    row.times_plain = Some(plain.seconds / pruning.seconds);
    row.plain = Some("MINIMAX".to_owned());
    row
}

fn think<G: Competition>(quick: bool) -> Measurement {
    to_depth::<G::Knowledge>(G::TITLE, &G::sample(), if quick { 4 } else { 8 })
}

/// Perft without counting the last ply in bulk.
pub fn play_every_move<G: Game>(position: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    position.moves().into_iter().map(|mv| play_every_move(&position.after(mv), depth - 1)).sum()
}

/// The engine on a fixed set of positions, each from cold to a fixed depth.
pub fn to_depth<K: Knowledge + Default>(game: &str, start: &K::Game, depth: u32) -> Measurement {
    let positions = positions(start);
    let search = || {
        let nodes = positions.iter().map(|position| {
            let mut engine = Engine::new(K::default(), Settings::default());
            nodes(&mut engine, position, Limit::Depth(depth))
        });
        nodes.sum()
    };
    let name = format!("engine, {game}, {} positions, depth {depth}", positions.len());
    Timed::run(search).row(name, "nodes")
}

/// The nodes that an engine visits within a limit.
pub fn nodes<K: Knowledge>(engine: &mut Engine<K>, position: &K::Game, limit: Limit) -> u64 {
    engine.think(&Problem::new(position, limit)).map_or(0, |thought| thought.nodes)
}

/// The start, and what random moves lead to from there.
fn positions<G: Game>(start: &G) -> Vec<G> {
    let mut random = Random::new(1);
    let mut positions = vec![start.clone()];
    for plies in [4, 8, 12, 16, 20] {
        let mut position = start.clone();
        for _ in 0..plies {
            let moves = position.moves();
            if let Some(&mv) = moves.get(random.below(moves.len().max(1))) {
                position.play(mv);
            }
        }
        positions.push(position);
    }
    positions.retain(|position| position.outcome().is_none());
    positions
}

/// The size of a file written into memory, so that the disk is not measured. 0 if that fails, which
/// the checksum shows.
pub fn size_of_file(write: impl FnOnce(&File) -> io::Result<()>) -> u64 {
    let size = || -> io::Result<u64> {
        let file = file_in_memory()?;
        write(&file)?;
        Ok(file.metadata()?.len())
    };
    size().unwrap_or_default()
}

#[cfg(target_os = "linux")]
fn file_in_memory() -> io::Result<File> {
    use rustix::fs::{MemfdFlags, memfd_create};
    Ok(memfd_create("traverse_log", MemfdFlags::CLOEXEC)?.into())
}

/// The closest that other systems have: a file without a name, which the cache keeps.
#[cfg(not(any(target_os = "linux", target_family = "wasm")))]
fn file_in_memory() -> io::Result<File> {
    tempfile::tempfile()
}

/// A browser has no files at all.
#[cfg(target_family = "wasm")]
fn file_in_memory() -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}
