use std::fmt;
use std::str::FromStr;

use plyglot_core::numbers::grouped;
use plyglot_core::text::{self, TextError};

/// How a level chooses its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// As people do who are still learning; see [`Person`].
    Person(Person),
    /// The engine, with so many nodes for each move.
    Nodes(u64),
    /// The engine, with the limit that it is given.
    Given,
}

/// Judges each move by itself, and errs as people do. It always sees what a move brings at once, such
/// as a capture or the end of the game. Answers it sees some turns deep, but now and then it forgets to
/// look for any; and of moves that look nearly alike it takes any.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Person {
    /// How many turns after its own it looks ahead.
    pub depth: u32,
    /// In how many of a hundred turns it does not look for answers. A whole turn, since of many moves
    /// that are judged alone, the one whose answer is overlooked would look best.
    pub overlooks: u32,
    /// By how much a judgement is wrong at most, in hundredths of a point; half of that is usual.
    pub blur: u32,
}

impl Style {
    /// With more nodes than this an opponent should have a clock.
    pub const MOST_NODES: u64 = 10_000_000;
    /// Deeper a person's look at every single move is not worth waiting for.
    pub const DEEPEST: u32 = 6;
    /// Nobody errs by more points, in hundredths: any move is as good as any other then.
    pub const MOST_BLUR: u32 = 1_000_000;

    /// A [`Person`] in short.
    pub const fn person(depth: u32, overlooks: u32, blur: u32) -> Style {
        Style::Person(Person { depth, overlooks, blur })
    }

    /// What it does, in a few words.
    pub fn describe(self) -> String {
        match self {
            Style::Person(person) => person.describe(),
            Style::Nodes(1) => "looks at one position a move".to_owned(),
            Style::Nodes(nodes) => format!("looks at {} positions a move", grouped(nodes)),
            Style::Given => "uses the time that it is given".to_owned(),
        }
    }
}

impl Person {
    fn describe(self) -> String {
        let Person { depth, overlooks, blur } = self;
        let turns = match depth {
            1 => "the answer".to_owned(),
            _ => format!("{depth} turns of answers"),
        };
        let sees = match overlooks {
            _ if depth == 0 => "sees what a move brings at once".to_owned(),
            0 => format!("sees {turns}"),
            _ => format!("sees {turns}, but looks for none in {overlooks} turns of 100"),
        };
        match blur {
            0 => sees,
            100 => format!("{sees}; wrong by up to 1 point"),
            _ => format!("{sees}; wrong by up to {} points", f64::from(blur) / 100.0),
        }
    }
}

/// As an opponent without a level is named: `nodes-5000`, `person-1-30-200`.
impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Style::Person(Person { depth, overlooks, blur }) => {
                write!(f, "person-{depth}-{overlooks}-{blur}")
            }
            Style::Nodes(nodes) => write!(f, "nodes-{nodes}"),
            Style::Given => f.write_str("full"),
        }
    }
}

/// All but [`Style::Given`], which is a level.
impl FromStr for Style {
    type Err = TextError;

    fn from_str(name: &str) -> Result<Style, TextError> {
        let mut parts = name.split('-');
        let kind = parts.next();
        let numbers: Option<Vec<u64>> = parts.map(|part| part.parse().ok()).collect();
        let style = match (kind, numbers.as_deref()) {
            (Some("nodes"), Some(&[nodes])) if (1..=Style::MOST_NODES).contains(&nodes) => {
                Some(Style::Nodes(nodes))
            }
            (Some("person"), Some(&[depth, overlooks, blur]))
                if depth <= u64::from(Style::DEEPEST)
                    && overlooks <= 100
                    && blur <= u64::from(Style::MOST_BLUR) =>
            {
                Some(Style::person(depth as u32, overlooks as u32, blur as u32))
            }
            _ => None,
        };
        style
            .ok_or_else(|| text::whole(name).expected("nodes-N or person-TURNS-PERCENT-HUNDREDTHS"))
    }
}
