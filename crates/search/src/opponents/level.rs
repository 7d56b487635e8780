use crate::engine::Limit;

/// How strong the engine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Looks at each move alone, and often misjudges it.
    Beginner,
    /// Sees the answer to its move, and sometimes misjudges it.
    Casual,
    /// Looks at a thousand positions a move.
    Club,
    /// Looks at thirty thousand.
    Strong,
    /// Looks at a million.
    Expert,
    /// Uses the time that it is given.
    Full,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 6] =
        [Level::Beginner, Level::Casual, Level::Club, Level::Strong, Level::Expert, Level::Full];

    /// As written on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Beginner => "beginner",
            Level::Casual => "casual",
            Level::Club => "club",
            Level::Strong => "strong",
            Level::Expert => "expert",
            Level::Full => "full",
        }
    }

    /// What it does, in a few words.
    pub const fn describe(self) -> &'static str {
        match self {
            Level::Beginner => "looks at each move alone, and often misjudges it",
            Level::Casual => "sees the answer to its move, and sometimes misjudges it",
            Level::Club => "looks at a thousand positions a move",
            Level::Strong => "looks at thirty thousand positions a move",
            Level::Expert => "looks at a million positions a move",
            Level::Full => "uses the time that it is given",
        }
    }

    /// How it looks ahead.
    pub(super) const fn style(self) -> Style {
        match self {
            Level::Beginner => Style::Misjudging { depth: 1, percent: 100 },
            Level::Casual => Style::Misjudging { depth: 2, percent: 40 },
            Level::Club => Style::Thinking(Some(Limit::Nodes(1_000))),
            Level::Strong => Style::Thinking(Some(Limit::Nodes(30_000))),
            Level::Expert => Style::Thinking(Some(Limit::Nodes(1_000_000))),
            Level::Full => Style::Thinking(None),
        }
    }
}

/// How a level chooses.
#[derive(Clone, Copy, Debug)]
pub(super) enum Style {
    /// Judges every move `depth` turns ahead, and is wrong about each by up to `percent` of the
    /// difference between the moves.
    Misjudging { depth: u32, percent: i64 },
    /// Lets the engine think, with a limit of its own or with the one that is given.
    Thinking(Option<Limit>),
}
