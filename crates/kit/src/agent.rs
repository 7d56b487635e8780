//! Thinking under CPU time, as the competitions ask for it. An agent that takes too long has lost,
//! so there is a whole answer before it begins to think.

use std::time::Duration;

use plyglot_search::engine::{
    CpuClock, Engine, Knowledge, Known, Limit, MoveOf, Problem, Score, Settings, Solved,
    Techniques, Thought,
};

use crate::{Calibration, Files, Options, Report};

/// How long an agent may think, and in how much memory.
pub struct TimedAgent {
    clock: CpuClock,
    limit: Limit,
    table_bytes: usize,
}

/// What the time of an input is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// This turn alone.
    Turn,
    /// All turns to the end of the game.
    Game,
}

/// The engine keeps this much back by itself.
const USUAL_OVERHEAD: Duration = Duration::from_millis(10);
/// No match lasts longer, and an unbounded time could not be calculated with.
const LONGEST: Duration = Duration::from_secs(366 * 24 * 60 * 60);
/// A search of some milliseconds fills this much of a table.
const LEAST_TABLE_BYTES: usize = 64 << 10;

impl TimedAgent {
    /// An agent with `seconds` left when `clock` was started.
    pub fn new(
        span: TimeControl,
        seconds: f64,
        clock: CpuClock,
        options: &Options,
        files: &dyn Files,
    ) -> TimedAgent {
        let machine = Calibration::read(files).unwrap_or_default();
        let left = Duration::try_from_secs_f64(seconds).unwrap_or(LONGEST).min(LONGEST);
        let left = left.saturating_sub(machine.overhead().saturating_sub(USUAL_OVERHEAD));
        // A turn of a game takes a small part of what is left.
        let (limit, turn) = match span {
            TimeControl::Turn => (Limit::Move(left), left),
            TimeControl::Game => (Limit::Game(left), left / 8),
        };
        let most = options.table_bytes.unwrap_or(Settings::TABLE_BYTES);
        TimedAgent {
            clock,
            limit: options.limit.unwrap_or(limit),
            table_bytes: table_bytes(turn, machine.nodes_per_second, most),
        }
    }

    /// An engine for it. With time enough it also asks what is found on this machine.
    pub fn engine<K: Knowledge + Default>(&self, contempt: Score) -> Engine<K> {
        let is_timed = matches!(self.limit, Limit::Move(_) | Limit::Game(_));
        let knowledge =
            if is_timed && self.has_time() { K::with_all_found() } else { K::default() };
        Engine::new(knowledge, self.settings(contempt))
    }

    /// Whether there is time for tables of endings: what they answer first can take a millisecond, and a
    /// clock that is nearly over does not wait.
    fn has_time(&self) -> bool {
        match self.limit {
            Limit::Move(left) | Limit::Game(left) | Limit::DepthOrMove(_, left) => {
                left >= Duration::from_secs(10)
            }
            Limit::Depth(_) | Limit::Nodes(_) | Limit::DepthOrNodes(..) => true,
        }
    }

    /// The settings of an engine for it.
    pub fn settings(&self, contempt: Score) -> Settings {
        let techniques = Techniques { solved: self.has_time(), ..Techniques::ALL };
        // The clock counts the time of all threads: one makes the most of it.
        Settings { table_bytes: self.table_bytes, contempt, techniques, threads: 1 }
    }

    /// What the engine is to think about.
    pub fn problem<'p, G>(&self, position: &'p G, past: &'p [u64]) -> Problem<'p, G> {
        Problem { position, past, limit: self.limit, clock: self.clock }
    }
}

/// The size that a table may grow to in `time`, if there is memory for it. The clock is not read
/// while it grows. Every page costs some microseconds when it is first used, and something again
/// when the program ends: that must stay well within what is kept back.
fn table_bytes(time: Duration, nodes_per_second: u32, most: usize) -> usize {
    // An entry has 16 bytes, and most nodes are leaves, which are not kept.
    const BYTES_A_NODE: f64 = 3.0;
    let wanted = time.as_secs_f64() * f64::from(nodes_per_second) * BYTES_A_NODE;
    let mut bytes = (wanted as usize).clamp(LEAST_TABLE_BYTES, most.max(LEAST_TABLE_BYTES));
    while bytes > LEAST_TABLE_BYTES && Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
        bytes /= 2;
    }
    bytes
}

/// Adds to a report what an engine thought. Without time to think there is nothing to say.
pub fn describe<K: Knowledge>(thought: &Thought<MoveOf<K>>, report: &mut Report) {
    report.nodes = Some(thought.nodes.into());
    if thought.depth == 0 {
        return;
    }
    report.depth = Some(thought.depth);
    report.line = thought.line.iter().map(ToString::to_string).collect();
    let distance = if K::DECISIVE { thought.distance() } else { None };
    let certain = thought.certain(K::DECISIVE);
    if distance.is_none() && certain.is_none() {
        report.value = Some((f64::from(thought.score) / f64::from(K::POINT)).round() as i64);
    }
    report.score = Some(match distance {
        Some(plies) => {
            let result = if thought.score > 0 { "win" } else { "loss" };
            format!("{result} in {} plies", plies.abs())
        }
        None => certain.map_or_else(|| points::<K>(thought), by_tables),
    });
}

fn by_tables(known: Known) -> String {
    let result = match known.solved {
        Solved::Loss => "loss",
        Solved::Draw => "draw",
        Solved::Win => "win",
    };
    match known.plies {
        Some(plies) => format!("{result} by tables, {plies} plies to the next conversion"),
        None => format!("{result} by tables"),
    }
}

fn points<K: Knowledge>(thought: &Thought<MoveOf<K>>) -> String {
    let points = f64::from(thought.score.abs()) / f64::from(K::POINT);
    let is_final = thought.is_proven && !K::DECISIVE;
    match (thought.score.signum(), is_final) {
        (0, false) => "level".to_owned(),
        (0, true) => "draw".to_owned(),
        (1, false) => format!("{points} ahead"),
        (1, true) => format!("win by {points}"),
        (_, false) => format!("{points} behind"),
        (_, true) => format!("loss by {points}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_grows_with_the_time_up_to_its_bound() {
        let bytes = |millis, most| table_bytes(Duration::from_millis(millis), 1_000_000, most);
        assert_eq!(bytes(0, 1 << 30), LEAST_TABLE_BYTES);
        assert_eq!(bytes(100, 1 << 30), 300_000);
        assert_eq!(bytes(1_000, 1 << 20), 1 << 20);
        assert_eq!(table_bytes(LONGEST, u32::MAX, 1 << 20), 1 << 20);
        assert_eq!(bytes(1_000, 0), LEAST_TABLE_BYTES);
    }
}
