use super::limit::Time;

/// Decides how long to go on when time is worth saving.
#[derive(Debug, Default)]
pub(super) struct Patience {
    /// How many depths in a row agreed on the move.
    agreed: u32,
    /// Whether the score has just fallen.
    pub is_worse: bool,
    /// Whether the game is as good as won.
    pub is_clear: bool,
}

impl Patience {
    /// A depth agreed with the one before it on the move, or did not.
    pub fn count(&mut self, agrees: bool) {
        self.agreed = if agrees { self.agreed + 1 } else { 0 };
    }

    /// Whether it is better to play now than to begin another depth, which may take as long as all
    /// before it.
    pub fn is_over(&self, time: &Time) -> bool {
        let spent = time.clock.elapsed();
        if !time.is_worth_saving {
            return spent >= time.end;
        }
        let share = match self.agreed {
            _ if self.is_clear => 0.25,
            0 => 1.5,
            1 => 1.0,
            2 | 3 => 0.75,
            _ => 0.5,
        };
        spent >= time.aim.mul_f64(if self.is_worse { 2.0 * share } else { share })
    }
}
