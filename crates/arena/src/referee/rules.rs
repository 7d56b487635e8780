use plyglot_games::checkers::DrawRule;
use serde::{Deserialize, Serialize};

/// What a match agrees on beyond the rules of its game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Rules {
    /// CPU seconds of each side for a whole game.
    pub seconds: f64,
    /// Built-in engines think by nodes a move instead of by time, and have no clock: then the same
    /// seed gives the same games on every machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Pass over blanks, carriage returns, empty lines, capital letters and exit codes, and say so.
    pub lenient: bool,
    /// In a drawn game the side with more time left wins.
    pub time_decides: bool,
    /// Draws in checkers are noticed one turn late, as by the source's referee.
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
    /// When draws by repetition and quiet turns are noticed.
    pub fn draw_rule(&self) -> DrawRule {
        if self.late_draws { DrawRule::Late } else { DrawRule::Prompt }
    }
}
