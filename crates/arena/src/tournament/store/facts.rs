//! What a report needs of a game, without its moves: a column each, so that a hundred thousand games are
//! counted in a second.

use std::time::Duration;

use plyglot_core::{Outcome, Side};
use rusqlite::Row;

use super::{game, outcome};
use crate::record::GameRecord;
use crate::referee::Reason;
use crate::schedule::{GameResult, ScheduledGame};

/// A game in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFacts {
    /// Who won, and by how much.
    pub result: GameResult,
    /// How it ended, in a few words.
    pub ending: String,
    /// Which sides lost it by a fault.
    pub faults: [bool; 2],
    /// The turns of each side,
    pub turns: [u64; 2],
    /// their CPU time,
    pub cpu: [Duration; 2],
    /// and that of the slowest.
    pub slowest: [Duration; 2],
}

/// Their columns, after those of a [`game`]. `faults` is 1 for the first side, 2 for the second, 3 for
/// both; times are in nanoseconds.
pub(super) const COLUMNS: &str = "winner, margin, ending, faults, turns_first, turns_second, \
    cpu_first, cpu_second, slowest_first, slowest_second";

impl GameFacts {
    /// Of a game that was played.
    pub fn of(record: &GameRecord) -> GameFacts {
        let mut facts = GameFacts {
            result: record.ending.result,
            ending: record.ending.kind().to_owned(),
            faults: match record.ending.reason {
                Reason::Fault { side: Side::First, .. } => [true, false],
                Reason::Fault { side: Side::Second, .. } => [false, true],
                Reason::BothFaults { .. } => [true, true],
                Reason::Rules { .. } | Reason::Time { .. } => [false, false],
            },
            turns: [0; 2],
            cpu: [Duration::ZERO; 2],
            slowest: [Duration::ZERO; 2],
        };
        for turn in &record.turns {
            let side = turn.side as usize;
            facts.turns[side] += 1;
            facts.cpu[side] += turn.cpu;
            facts.slowest[side] = facts.slowest[side].max(turn.cpu);
        }
        facts
    }

    /// The values of the columns from `margin` on, without `ending`.
    pub(super) fn values(&self) -> (Option<i64>, u8, [i64; 6]) {
        let faults = u8::from(self.faults[0]) + 2 * u8::from(self.faults[1]);
        let turns = self.turns.map(|turns| turns as i64);
        let [cpu, slowest] = [self.cpu, self.slowest]
            .map(|times| times.map(|time| i64::try_from(time.as_nanos()).unwrap_or(i64::MAX)));
        let numbers = [turns[0], turns[1], cpu[0], cpu[1], slowest[0], slowest[1]];
        (self.result.margin, faults, numbers)
    }

    /// Of a row with the columns of a game, its opening the last, and then these.
    pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<(ScheduledGame, GameFacts)> {
        let outcome: Outcome = outcome(row.get(6)?);
        let faults: u8 = row.get(9)?;
        let number = |column| row.get::<_, i64>(column).map(|it| u64::try_from(it).unwrap_or(0));
        let time = |column| number(column).map(Duration::from_nanos);
        let facts = GameFacts {
            result: GameResult { outcome, margin: row.get(7)? },
            ending: row.get(8)?,
            faults: [faults & 1 != 0, faults & 2 != 0],
            turns: [number(10)?, number(11)?],
            cpu: [time(12)?, time(13)?],
            slowest: [time(14)?, time(15)?],
        };
        Ok((game(row)?, facts))
    }
}
