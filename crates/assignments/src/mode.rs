use plyglot_games::text::{Lines, TextError};
use plyglot_search::textbook::Algorithm;

use crate::words::{ALGORITHMS, DEEPEST};

/// How a move is asked for, where an input can ask for both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    /// The first best move by an exact search.
    Exact {
        /// By which search. Both give the same move.
        algorithm: Algorithm,
        /// How many plies ahead.
        depth: u32,
    },
    /// Any good move.
    Competition {
        /// The CPU time left for the whole game.
        seconds: f64,
    },
}

impl Mode {
    /// Reads the line with the word, and the next one with the depth or the time.
    pub(crate) fn read(lines: &mut Lines<'_>, word: &str, depth: &str) -> Result<Mode, TextError> {
        let algorithm = Mode::read_word(lines, word)?;
        Mode::read_limit(lines, algorithm, depth)
    }

    /// Reads the word alone: a search, or nothing for the competition.
    pub(crate) fn read_word(
        lines: &mut Lines<'_>,
        what: &str,
    ) -> Result<Option<Algorithm>, TextError> {
        let [minimax, alpha_beta] = ALGORITHMS.map(|(word, algorithm)| (word, Some(algorithm)));
        lines.next(what)?.one_of(&[minimax, alpha_beta, (COMPETITION, None)])
    }

    /// Reads a depth for the exact searches, a time for the competition.
    pub(crate) fn read_limit(
        lines: &mut Lines<'_>,
        algorithm: Option<Algorithm>,
        what: &str,
    ) -> Result<Mode, TextError> {
        Ok(match algorithm {
            Some(algorithm) => {
                let noun = what.replacen("the", "a", 1);
                let depth = lines.next(what)?.integer(&noun, 1..=DEEPEST)? as u32;
                Mode::Exact { algorithm, depth }
            }
            None => {
                let seconds = lines.next("the time left")?.seconds("the time left")?;
                Mode::Competition { seconds }
            }
        })
    }
}

/// What stands in the place of a search where a whole game is played.
pub(crate) const COMPETITION: &str = "COMPETITION";
