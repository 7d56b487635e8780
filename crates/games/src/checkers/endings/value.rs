use std::fmt;
use std::ops::Neg;

use super::super::History;

/// What a position is worth to the side to move, if both sides play well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// The other side can force a win.
    Loss,
    /// Neither side can.
    Draw,
    /// The side to move can force a win.
    Win,
}

/// `win`, `draw` or `loss`.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Loss => "loss",
            Verdict::Draw => "draw",
            Verdict::Win => "win",
        })
    }
}

/// As the other side sees it.
impl Neg for Verdict {
    type Output = Verdict;

    #[inline]
    fn neg(self) -> Verdict {
        match self {
            Verdict::Loss => Verdict::Win,
            Verdict::Draw => Verdict::Draw,
            Verdict::Win => Verdict::Loss,
        }
    }
}

/// Whether quiet turns make a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Rule 14: 50 in a row are a draw.
    Fifty,
    /// They may go on for ever.
    Endless,
}

impl Rule {
    /// The longest distance that is told apart. Without a rule longer ones count as this one.
    pub const fn most_plies(self) -> u8 {
        match self {
            Rule::Fifty => History::MOST_QUIET_TURNS as u8,
            Rule::Endless => Code::MOST_PLIES,
        }
    }
}

/// A verdict and its distance in a byte: how many plies it takes until a jump or a crowning that keeps
/// it, or the end of the game, if the winner hurries and the other side does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Code(pub u8);

impl Code {
    pub const DRAW: Code = Code(0);
    /// A draw that is settled before any move has been looked at; for solvers alone.
    pub const FIXED_DRAW: Code = Code(127);
    const LOSS: u8 = 128;
    const MOST_PLIES: u8 = 126;

    /// The side to move wins in so many plies, at least one.
    #[inline]
    pub const fn win(plies: u8) -> Code {
        Code(plies)
    }

    /// The side to move loses in so many plies; in none if it cannot move.
    #[inline]
    pub const fn loss(plies: u8) -> Code {
        Code(Code::LOSS + plies)
    }

    /// A verdict with its distance, which a draw has not.
    #[inline]
    pub const fn new(verdict: Verdict, plies: u8) -> Code {
        match verdict {
            Verdict::Loss => Code::loss(plies),
            Verdict::Draw => Code::DRAW,
            Verdict::Win => Code::win(plies),
        }
    }

    /// What a jump makes of the best verdict that it can lead to: it decides at once.
    #[inline]
    pub const fn at_once(verdict: Verdict) -> Code {
        Code::new(verdict, 1)
    }

    #[inline]
    pub const fn verdict(self) -> Verdict {
        match self {
            Code::DRAW | Code::FIXED_DRAW => Verdict::Draw,
            Code(code) if code < Code::LOSS => Verdict::Win,
            Code(_) => Verdict::Loss,
        }
    }

    /// The distance of a win or a loss.
    #[inline]
    pub const fn plies(self) -> u8 {
        self.0 % Code::LOSS
    }
}
