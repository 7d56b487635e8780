use std::time::Duration;

use plyglot_core::DrawRule;
use serde::{Deserialize, Serialize};

use super::Fault;

/// What a match agrees on beyond the rules of its game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Rules {
    /// CPU seconds of each side for a whole game.
    pub seconds: f64,
    /// Seconds by the wall clock that a turn may take beyond the CPU time left.
    pub extra_wall: f64,
    /// Seconds by the wall clock that the turns of a program may take in a whole game; without, only
    /// each turn is limited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall_game: Option<f64>,
    /// Built-in engines think by nodes a move instead of by time, and have no clock: then the same
    /// seed gives the same games on every machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Pass over blanks, carriage returns, empty lines, capital letters and exit codes, and say so.
    pub lenient: bool,
    /// In a drawn game the side with more time left wins.
    pub time_decides: bool,
    /// Draws that depend on earlier positions are noticed one turn late.
    pub late_draws: bool,
    /// Count only the time that a program spends in itself, not what the system spends for it.
    pub user_time: bool,
    /// MB of memory that a program may use.
    pub memory: u64,
    /// MB that a program may write.
    pub disk: u64,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            seconds: 10.0,
            extra_wall: 10.0,
            wall_game: None,
            nodes: None,
            lenient: false,
            time_decides: false,
            late_draws: false,
            user_time: false,
            memory: 1024,
            disk: 64,
        }
    }
}

impl Rules {
    /// No game lasts longer: a year of thinking.
    pub const MOST_SECONDS: f64 = 31_536_000.0;

    /// What each side has for a whole game.
    pub fn time(&self) -> Duration {
        duration(self.seconds)
    }

    /// What a turn may take by the wall clock, with this much CPU time left.
    pub fn wall_time(&self, left: Duration) -> Duration {
        left + duration(self.extra_wall)
    }

    /// What the turns of a program may take by the wall clock in a whole game.
    pub fn wall_of_game(&self) -> Option<Duration> {
        self.wall_game.map(duration)
    }

    /// That those were used up, by a turn that took so long.
    pub(super) fn wall_used_up(&self, wall: Duration, cpu: Duration) -> Fault {
        let (wall, used) = (wall.as_secs_f64(), cpu.as_secs_f64());
        Fault::Idle { wall, used, game: self.wall_game }
    }

    /// When draws by repetition and quiet turns are noticed.
    pub fn draw_rule(&self) -> DrawRule {
        if self.late_draws { DrawRule::Late } else { DrawRule::Prompt }
    }
}

fn duration(seconds: f64) -> Duration {
    // What is no number is no time.
    Duration::try_from_secs_f64(seconds.clamp(0.0, Rules::MOST_SECONDS)).unwrap_or_default()
}
