use std::fmt;
use std::str::FromStr;

use super::Square;
use plyglot_core::{text, text::TextError};

/// `F4-H2`, or `pass`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A step or a jump.
    Go {
        /// Where the piece stands.
        from: Square,
        /// Where it lands.
        to: Square,
    },
    /// Nothing else is possible.
    Pass,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Go { from, to } => write!(f, "{from}-{to}"),
            Move::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Move {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Move, TextError> {
        let span = text::whole(text);
        if text == "pass" {
            return Ok(Move::Pass);
        }
        let squares: Vec<_> = span.cells('-').collect();
        match squares[..] {
            [from, to] => Ok(Move::Go { from: Square::parse(from)?, to: Square::parse(to)? }),
            _ => Err(span.expected("a move such as F4-H2, or pass")),
        }
    }
}
