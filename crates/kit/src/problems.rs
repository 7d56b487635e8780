//! Problems to solve at the board, for games that have them: a position, and what its side to move
//! can reach by one first move only.

use std::fmt;

use plyglot_core::{Outcome, Side};
use plyglot_search::engine::Solved;

use crate::any::{About, AnyLine};
use crate::wording::counted;

/// A game's problems, numbered from 1, from easy to hard.
pub trait Problems: fmt::Debug + Send + Sync {
    /// How many there are.
    fn count(&self) -> usize;

    /// The problem with this number; `None` if there is none.
    fn get(&self, number: usize) -> Option<Problem>;
}

/// How hard the hardest problems are; the easiest are 1.
pub const MOST_DIFFICULT: u8 = 5;

/// A position in which one move alone reaches something.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The game that begins there.
    pub start: Box<dyn AnyLine>,
    /// What the side to move has to reach.
    pub aim: Aim,
    /// From 1 to [`MOST_DIFFICULT`].
    pub difficulty: u8,
    /// The only first move, as the game writes it.
    pub key: String,
    /// How that is known: `by tables of endings`.
    pub known: String,
}

/// What a problem asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// To win the game.
    Win,
    /// Not to lose it.
    Draw,
    /// To be this much better off than at the start, in the game's units, when it is one's turn.
    Gain(i64),
}

impl Problem {
    /// Who has to solve it.
    pub fn solver(&self) -> Side {
        self.start.to_move()
    }

    /// `White to move and win`.
    pub fn task(&self) -> String {
        let about = self.start.about();
        format!("{} to move and {}", about.side_title(self.solver()), self.aim.words(&about))
    }

    /// Whether a game that began with it has reached the aim, or can no longer; `None` while that is
    /// open.
    pub fn is_solved(&self, line: &dyn AnyLine) -> Option<bool> {
        let solver = self.solver();
        let ending = line.ending().map(|ending| ending.outcome);
        match (self.aim, ending) {
            (Aim::Win | Aim::Draw, None) => None,
            (_, Some(Outcome::Win(winner))) => Some(winner == solver),
            (aim, Some(Outcome::Draw)) => Some(aim == Aim::Draw),
            (Aim::Gain(least), None) => {
                let lead = |line: &dyn AnyLine| {
                    let tally = line.tally();
                    tally[solver as usize] - tally[solver.other() as usize]
                };
                // In the middle of an exchange nothing is won yet.
                let is_reached =
                    line.to_move() == solver && lead(line) >= lead(&*self.start) + least;
                is_reached.then_some(true)
            }
        }
    }

    /// Whether the last move of a game that began with it gave the aim away for certain: the first
    /// move if it is not the key, a later one if the game knows.
    pub fn is_given_away(&self, line: &dyn AnyLine) -> bool {
        if line.plies() == 1 {
            return line.moves()[0] != self.key;
        }
        // The opponent is to move there.
        let known = if line.to_move() == self.solver() { None } else { line.solved() };
        match self.aim {
            Aim::Win => matches!(known, Some(Solved::Draw | Solved::Win)),
            Aim::Draw => known == Some(Solved::Win),
            Aim::Gain(_) => false,
        }
    }
}

impl Aim {
    /// What it is to be reached: `win`, `hold the draw`, `win 2 pieces`.
    pub fn words(self, about: &About) -> String {
        match self {
            Aim::Win => "win".to_owned(),
            Aim::Draw => "hold the draw".to_owned(),
            Aim::Gain(amount) => format!("win {}", counted(amount, about.scale.unit)),
        }
    }

    /// Of a move that gives it away: `That no longer wins`.
    pub fn no_longer(self, about: &About) -> String {
        match self {
            Aim::Win => "That no longer wins".to_owned(),
            Aim::Draw => "That no longer holds the draw".to_owned(),
            Aim::Gain(amount) => {
                format!("That does not win {}", counted(amount, about.scale.unit))
            }
        }
    }
}
