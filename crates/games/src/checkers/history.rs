use super::{Move, Position};
use plyglot_core::{Cause, DrawRule, Game, Outcome, Over};
use plyglot_kit::competition::Competition;

/// What a game has behind it: enough to tell when it is drawn, which a position alone cannot.
#[derive(Clone, Debug)]
pub struct History {
    rule: DrawRule,
    /// The positions since the last jump or crowning, the current one last. What was before it
    /// cannot come again, as neither can be taken back.
    quiet: Vec<Position>,
    /// The draw that a late referee has yet to notice.
    unnoticed: Option<Over>,
}

impl History {
    /// As many turns in a row without a jump or a crowning make a draw; each side's is one.
    pub const MOST_QUIET_TURNS: usize = 50;
    /// As many occurrences of a board make a draw.
    pub const MOST_OCCURRENCES: usize = 3;

    /// A game that begins with this position.
    pub fn new(start: &Position, rule: DrawRule) -> History {
        History { rule, quiet: vec![*start], unnoticed: None }
    }

    /// Adds a turn and the position after it, and says how the game ended, if it did.
    pub fn push(&mut self, mv: Move, after: &Position) -> Option<Over> {
        let before = self.quiet.last().map(|position| position.board().king_count());
        if mv.is_jump() || before != Some(after.board().king_count()) {
            self.quiet.clear();
        }
        self.quiet.push(*after);

        let drawn = self.drawn();
        let noticed = match self.rule {
            DrawRule::Prompt => drawn,
            DrawRule::Late => std::mem::replace(&mut self.unnoticed, drawn),
        };
        won(after).or(noticed)
    }

    /// The keys of the positions before the current one that could still come again.
    pub fn past(&self) -> Vec<u64> {
        let earlier = self.quiet.split_last().map_or(&[][..], |(_, earlier)| earlier);
        earlier.iter().map(Game::key).collect()
    }

    fn drawn(&self) -> Option<Over> {
        let (now, earlier) = self.quiet.split_last()?;
        let occurrences = 1 + earlier.iter().filter(|&position| position == now).count();
        if occurrences >= History::MOST_OCCURRENCES {
            Some(Over::drawn(Cause::Repetition))
        } else if earlier.len() >= History::MOST_QUIET_TURNS {
            Some(Over::drawn(Cause::QuietTurns))
        } else {
            None
        }
    }
}

fn won(position: &Position) -> Option<Over> {
    match position.outcome()? {
        Outcome::Win(side) => Some(Over::won(side, position.cause())),
        Outcome::Draw => None,
    }
}
