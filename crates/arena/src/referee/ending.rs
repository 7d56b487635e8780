use plyglot_core::{Cause, Side};
use serde::{Deserialize, Serialize};

use super::Fault;
use crate::schedule::GameResult;

/// How a game ended: as data, and as a sentence for people.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ending {
    /// Who won, and by how much.
    #[serde(flatten)]
    pub result: GameResult,
    /// Why.
    #[serde(flatten)]
    pub reason: Reason,
    /// The same in words: `BLACK wins: WHITE has no piece left`.
    pub sentence: String,
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum Reason {
    /// By its rules.
    Rules {
        /// Which of them.
        cause: Cause,
    },
    /// By its rules in a draw, which the more time left decided.
    Time {
        /// Why it would be a draw.
        cause: Cause,
    },
    /// By something that an agent did, or failed to do.
    Fault {
        /// Whose it is.
        side: Side,
        /// What it is.
        fault: Fault,
    },
    /// By something that both failed to do before it began: a draw.
    BothFaults {
        /// What each did, the first side first.
        faults: [Fault; 2],
    },
}

impl Ending {
    /// A few words by which endings can be counted: `no pieces`, `illegal move`.
    pub fn kind(&self) -> &'static str {
        match &self.reason {
            Reason::Rules { cause } => kind_of(*cause),
            Reason::Time { .. } => "more time left",
            Reason::Fault { fault, .. } => fault.kind(),
            Reason::BothFaults { .. } => "neither did build",
        }
    }
}

fn kind_of(cause: Cause) -> &'static str {
    match cause {
        Cause::NoPieces => "no pieces",
        Cause::NoMoves => "no moves",
        Cause::Repetition => "repetition",
        Cause::QuietTurns => "quiet turns",
        Cause::BoardFull => "board full",
        Cause::RowEmpty => "row empty",
        Cause::BothPassed => "both passed",
        Cause::Goal => "goal reached",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stores hold endings as these texts.
    #[test]
    fn endings_are_written_as_they_always_were() {
        for text in [
            r#"{"winner":"second","margin":-7,"by":"rules","cause":"row_empty","sentence":"s"}"#,
            r#"{"winner":null,"by":"rules","cause":"repetition","sentence":"s"}"#,
            r#"{"winner":"first","margin":0,"by":"time","cause":"board_full","sentence":"s"}"#,
            r#"{"winner":"first","by":"fault","side":"second","fault":{"fault":"time","used":1.2,"left":1.0},"sentence":"s"}"#,
            r#"{"winner":"first","by":"fault","side":"second","fault":{"fault":"idle","wall":3.5,"used":1.0},"sentence":"s"}"#,
        ] {
            let ending: Ending = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&ending).unwrap(), text);
        }
    }
}
