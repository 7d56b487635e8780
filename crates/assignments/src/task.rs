use std::io;

use plyglot_games::GameId;
use plyglot_games::text::{Lines, TextError};
use plyglot_search::engine::{CpuClock, Limit};
use plyglot_search::opponents::Opponent;

use crate::{Files, Mode, Report, capture_go, checkers, mancala, stake_raid, star_circle};

/// Any of the five games' tasks.
#[derive(Clone, Debug)]
pub enum Task {
    /// A move to find in Star and Circle.
    StarCircle(star_circle::Task),
    /// A turn to find in checkers.
    Checkers(checkers::Task),
    /// A move to find in Stake and Raid.
    StakeRaid(stake_raid::Task),
    /// A turn to find in Mancala.
    Mancala(mancala::Task),
    /// A line of play to find in Capture Go.
    CaptureGo(capture_go::Task),
}

/// What the command line adds to a task.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Which edition of the Mancala assignment the traverse log follows.
    pub edition: mancala::Edition,
    /// The clock that an agent's time is read off: that of a whole program counts its start too.
    /// Without one it is this thread's, from the moment that the task is begun.
    pub clock: Option<CpuClock>,
    /// How large an agent's table may become, in bytes, if not as large as usual. With little time
    /// it is smaller.
    pub table_bytes: Option<usize>,
    /// How long an agent thinks, if not as long as its input allows: with so many nodes, for
    /// example, it gives the same answer on every machine.
    pub limit: Option<Limit>,
    /// Who answers where a time is given, if not the engine at full strength.
    pub opponent: Option<Opponent>,
}

impl Task {
    /// Reads an `input.txt`; tells the game from its content unless it is named.
    ///
    /// # Errors
    /// At the first place that does not fit.
    pub fn read(text: &str, game: Option<GameId>) -> Result<Task, TextError> {
        let game = match game {
            Some(game) => game,
            None => recognise(text)?,
        };
        let lines = Lines::new(text);
        match game {
            GameId::StarCircle => star_circle::Task::read(lines).map(Task::StarCircle),
            GameId::Checkers => checkers::Task::read(lines).map(Task::Checkers),
            GameId::StakeRaid => stake_raid::Task::read(lines).map(Task::StakeRaid),
            GameId::Mancala => mancala::Task::read(lines).map(Task::Mancala),
            GameId::CaptureGo => capture_go::Task::read(lines).map(Task::CaptureGo),
        }
    }

    /// Which game it is.
    pub fn game(&self) -> GameId {
        match self {
            Task::StarCircle(_) => GameId::StarCircle,
            Task::Checkers(_) => GameId::Checkers,
            Task::StakeRaid(_) => GameId::StakeRaid,
            Task::Mancala(_) => GameId::Mancala,
            Task::CaptureGo(_) => GameId::CaptureGo,
        }
    }

    /// Looks `depth` turns ahead instead of what the input says; false where the input asks for no
    /// depth: greedy looks one turn ahead, and a competition goes by time.
    #[must_use]
    pub fn set_depth(&mut self, depth: u32) -> bool {
        let asked = match self {
            Task::StarCircle(star_circle::Task { mode: Mode::Exact { depth, .. }, .. })
            | Task::StakeRaid(stake_raid::Task { mode: Mode::Exact { depth, .. }, .. })
            | Task::Mancala(mancala::Task { goal: mancala::Goal::Search { depth, .. }, .. })
            | Task::CaptureGo(capture_go::Task {
                goal: capture_go::Goal::Compare { depth }, ..
            }) => depth,
            _ => return false,
        };
        *asked = depth;
        true
    }

    /// Whether it is an agent's, which plays as well as it can in the time that it has. All others
    /// have one right answer.
    pub fn is_timed(&self) -> bool {
        match self {
            Task::Checkers(_) => true,
            Task::StarCircle(task) => matches!(task.mode, Mode::Competition { .. }),
            Task::StakeRaid(task) => matches!(task.mode, Mode::Competition { .. }),
            Task::Mancala(task) => matches!(task.goal, mancala::Goal::Competition { .. }),
            Task::CaptureGo(task) => matches!(task.goal, capture_go::Goal::Competition { .. }),
        }
    }

    /// Solves the task and writes the files that its source asks for. An agent has published a
    /// whole answer before it begins to think, and replaces it by a better one.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn solve(&self, options: &Options, files: &mut dyn Files) -> io::Result<Report> {
        match self {
            Task::StarCircle(task) => task.solve(options, files),
            Task::Checkers(task) => task.solve(options, files),
            Task::StakeRaid(task) => task.solve(options, files),
            Task::Mancala(task) => task.solve(options, files),
            Task::CaptureGo(task) => task.solve(options, files),
        }
    }
}

impl Options {
    pub(crate) fn clock(&self) -> CpuClock {
        self.clock.unwrap_or_else(CpuClock::of_thread)
    }
}

/// Each game's first line, or its first two, can be no other's.
fn recognise(text: &str) -> Result<GameId, TextError> {
    let mut lines = Lines::new(text);
    let first = lines.next("the input of a game")?;
    match first.text {
        "Star" | "Circle" => Ok(GameId::StarCircle),
        "SINGLE" | "GAME" => Ok(GameId::Checkers),
        "B" | "W" => Ok(GameId::CaptureGo),
        number if number.bytes().all(|byte| byte.is_ascii_digit() || b"+-".contains(&byte)) => {
            // Stake and Raid goes on with a word, Mancala with another number.
            let second = lines.next("the second line of Stake and Raid or Mancala")?;
            let is_word = second.text.starts_with(|c: char| c.is_ascii_alphabetic());
            Ok(if is_word { GameId::StakeRaid } else { GameId::Mancala })
        }
        _ => Err(first.expected(
            "the first line of a game: Star or Circle (Star and Circle), SINGLE or GAME (checkers), \
             B or W (Capture Go), or a number (Stake and Raid, Mancala)",
        )),
    }
}
