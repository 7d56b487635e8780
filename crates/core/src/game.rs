use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use crate::perft::{Perft, two_plies_listed};
use crate::text::TextError;
use crate::{Side, Value};

/// A position of a two-player, zero-sum game of perfect information. Cheap to copy: a search
/// copies the position and plays on the copy, so there is no undo to get wrong.
///
/// Laws that [`crate::laws`] checks for every game:
/// - a position is over exactly when it has no legal move;
/// - the text of a position or of a move reads back as the same;
/// - [`key`](Game::key) depends only on the position, not on how it came about.
pub trait Game:
    Clone + Eq + Hash + Debug + Display + FromStr<Err = TextError> + Send + Sync
{
    /// One move: what a player decides at once. A multi-jump in checkers is one move; a chain of
    /// extra moves in Mancala is several.
    type Move: Copy + Eq + Hash + Debug + Display + FromStr<Err = TextError> + Send + Sync;

    /// Who moves now. A side may move twice in a row (Mancala), so this is never derived from the
    /// number of moves made.
    fn to_move(&self) -> Side;

    /// Appends the legal moves in the order that the rules prescribe; none if the game is over.
    fn legal_moves(&self, out: &mut Vec<Self::Move>);

    /// Plays a legal move without checking it. [`try_play`](Game::try_play) checks.
    fn play(&mut self, mv: Self::Move);

    /// How the game ended, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// The rules' own evaluation of this position, from `side`'s view.
    fn evaluate(&self, side: Side) -> Value;

    /// A hash of the whole position, equal for equal positions.
    fn key(&self) -> u64;

    /// How the game calls a side: `Star`, `BLACK`, `X`, `1`.
    fn side_name(side: Side) -> &'static str;

    /// The legal moves as a list of their own.
    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves
    }

    /// How many legal moves there are. A game overrides this where it can count without listing.
    fn move_count(&self) -> u64 {
        self.moves().len() as u64
    }

    /// [`perft`](crate::perft) to two plies. A game overrides this where it can count without listing;
    /// `moves` has room for a list, which is taken away again.
    #[inline]
    fn count_two_plies(&self, moves: &mut Vec<Self::Move>) -> Perft {
        two_plies_listed(self, moves)
    }

    /// The position after `mv`.
    #[inline]
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = self.clone();
        next.play(mv);
        next
    }

    /// Why `mv` is not legal here, in words; `None` if it is legal.
    fn why_illegal(&self, mv: Self::Move) -> Option<String> {
        (!self.moves().contains(&mv)).then(|| "it is not among the legal moves".to_owned())
    }

    /// The position after `mv`, if that is legal.
    ///
    /// # Errors
    /// Says why the move is illegal.
    fn try_play(&self, mv: Self::Move) -> Result<Self, IllegalMove> {
        match self.why_illegal(mv) {
            None => Ok(self.after(mv)),
            Some(reason) => Err(IllegalMove { mv: mv.to_string(), reason }),
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// That side won.
    Win(Side),
    /// Neither side won.
    Draw,
}

impl Outcome {
    /// The outcome of a game that is decided by who is ahead; `margin` is the first side's lead.
    pub fn by_margin(margin: i64) -> Outcome {
        match margin.signum() {
            1 => Outcome::Win(Side::First),
            -1 => Outcome::Win(Side::Second),
            _ => Outcome::Draw,
        }
    }
}

/// A move that the rules do not allow, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("illegal move {mv}: {reason}")]
pub struct IllegalMove {
    /// The move as text.
    pub mv: String,
    /// The reason in words.
    pub reason: String,
}
