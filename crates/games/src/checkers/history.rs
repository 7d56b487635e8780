use std::fmt;

use super::{Move, Position};
use crate::{Game, Outcome, Side};

/// What a game has behind it: enough to tell when it is drawn, which a position alone cannot.
#[derive(Clone, Debug)]
pub struct History {
    rule: DrawRule,
    /// The positions since the last jump or crowning, the current one last. What was before it
    /// cannot come again, as neither can be taken back.
    quiet: Vec<Position>,
    /// The draw that a late referee has yet to notice.
    unnoticed: Option<End>,
}

/// When a referee notices that a game is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DrawRule {
    /// Right after the turn that makes it so.
    #[default]
    Prompt,
    /// One turn later, as the source's referee did.
    Late,
}

/// How a game of checkers ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// That side took all pieces.
    NoPieces(Side),
    /// That side left the other pieces, but no legal move.
    NoMoves(Side),
    /// The same board for the third time.
    Repetition,
    /// [`History::MOST_QUIET_TURNS`] turns without a jump or a crowning.
    Quiet,
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
    pub fn push(&mut self, mv: Move, after: &Position) -> Option<End> {
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

    fn drawn(&self) -> Option<End> {
        let (now, earlier) = self.quiet.split_last()?;
        let occurrences = 1 + earlier.iter().filter(|&position| position == now).count();
        if occurrences >= History::MOST_OCCURRENCES {
            Some(End::Repetition)
        } else if earlier.len() >= History::MOST_QUIET_TURNS {
            Some(End::Quiet)
        } else {
            None
        }
    }
}

fn won(position: &Position) -> Option<End> {
    match position.outcome()? {
        Outcome::Win(side) if position.board().count(side.other()) == 0 => {
            Some(End::NoPieces(side))
        }
        Outcome::Win(side) => Some(End::NoMoves(side)),
        Outcome::Draw => None,
    }
}

impl End {
    /// Who won, if anybody.
    pub fn outcome(self) -> Outcome {
        match self {
            End::NoPieces(side) | End::NoMoves(side) => Outcome::Win(side),
            End::Repetition | End::Quiet => Outcome::Draw,
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Position::side_name;
        match self {
            End::NoPieces(side) => {
                write!(f, "{} wins: {} has no piece left", name(*side), name(side.other()))
            }
            End::NoMoves(side) => {
                write!(f, "{} wins: {} cannot move", name(*side), name(side.other()))
            }
            End::Repetition => f.write_str("draw: the same board for the third time"),
            End::Quiet => {
                write!(f, "draw: {} turns without a jump or a crowning", History::MOST_QUIET_TURNS)
            }
        }
    }
}
