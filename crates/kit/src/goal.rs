//! What an input asks for.

use plyglot_core::text::{Lines, TextError};
use plyglot_search::textbook::Algorithm;

use crate::algorithm_names::{ALGORITHMS, DEEPEST};

/// What an input asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// The turn that is best at its end.
    Greedy,
    /// The first best turn by an exact search.
    Search {
        /// By which search. Both give the same turn.
        algorithm: Algorithm,
        /// How many turns ahead.
        depth: u32,
    },
    /// A good turn, in CPU time for this turn alone.
    Turn {
        /// The time.
        seconds: f64,
    },
    /// A good turn, in CPU time for all turns to the end of the game.
    Game {
        /// The time left.
        seconds: f64,
    },
}

impl Goal {
    /// The search to follow node by node, if the goal is one.
    pub fn search(self) -> Option<(Algorithm, u32)> {
        match self {
            Goal::Greedy => Some((Algorithm::Minimax, 1)),
            Goal::Search { algorithm, depth } => Some((algorithm, depth)),
            Goal::Turn { .. } | Goal::Game { .. } => None,
        }
    }

    /// The CPU time, if any good turn in time will do. All other goals have one right answer.
    pub fn seconds(self) -> Option<f64> {
        match self {
            Goal::Turn { seconds } | Goal::Game { seconds } => Some(seconds),
            Goal::Greedy | Goal::Search { .. } => None,
        }
    }

    /// Reads the line with the word, and the next one with the depth or the time.
    ///
    /// # Errors
    /// At the first of the two that does not fit.
    pub fn read(lines: &mut Lines<'_>, word: &str, depth: &str) -> Result<Goal, TextError> {
        let algorithm = Goal::read_word(lines, word)?;
        Goal::read_limit(lines, algorithm, depth)
    }

    /// Reads the word alone: a search, or nothing for the competition.
    ///
    /// # Errors
    /// If it is neither.
    pub fn read_word(lines: &mut Lines<'_>, what: &str) -> Result<Option<Algorithm>, TextError> {
        let [minimax, alpha_beta] = ALGORITHMS.map(|(word, algorithm)| (word, Some(algorithm)));
        lines.next(what)?.one_of(&[minimax, alpha_beta, (COMPETITION, None)])
    }

    /// Reads a depth for the exact searches, a time for the competition.
    ///
    /// # Errors
    /// If it is out of its range.
    pub fn read_limit(
        lines: &mut Lines<'_>,
        algorithm: Option<Algorithm>,
        what: &str,
    ) -> Result<Goal, TextError> {
        Ok(match algorithm {
            Some(algorithm) => {
                let noun = what.replacen("the", "a", 1);
                let depth = lines.next(what)?.integer(&noun, 1..=DEEPEST)? as u32;
                Goal::Search { algorithm, depth }
            }
            None => {
                let seconds = lines.next("the time left")?.seconds("the time left")?;
                Goal::Game { seconds }
            }
        })
    }
}

/// The word in place of a search if a whole game is played.
pub const COMPETITION: &str = "COMPETITION";
