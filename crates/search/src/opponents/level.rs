use super::Style;

/// How strong the engine plays. What a level does is the game's own choice: see [`Levels`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// A child beats it.
    Beginner,
    /// Knows the rules and little else.
    Novice,
    /// Plays now and then.
    Casual,
    /// Begins to see what the opponent is up to.
    Improver,
    /// Plays regularly.
    Club,
    /// Wins most games in a club.
    Strong,
    /// Sees most of what there is to see.
    Expert,
    /// The best of those that need no clock.
    Master,
    /// Uses the time that it is given.
    Full,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 9] = [
        Level::Beginner,
        Level::Novice,
        Level::Casual,
        Level::Improver,
        Level::Club,
        Level::Strong,
        Level::Expert,
        Level::Master,
        Level::Full,
    ];

    /// As written on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Beginner => "beginner",
            Level::Novice => "novice",
            Level::Casual => "casual",
            Level::Improver => "improver",
            Level::Club => "club",
            Level::Strong => "strong",
            Level::Expert => "expert",
            Level::Master => "master",
            Level::Full => "full",
        }
    }

    /// What to expect of it, in a few words that hold for every game.
    pub const fn describe(self) -> &'static str {
        match self {
            Level::Beginner => "a child beats it",
            Level::Novice => "sees what a move brings at once, seldom what comes after",
            Level::Casual => "overlooks many an answer",
            Level::Improver => "overlooks some answers",
            Level::Club => "sees short plans",
            Level::Strong => "sees most plans",
            Level::Expert => "looks far ahead",
            Level::Master => "the strongest that needs no clock",
            Level::Full => "uses the time that it is given",
        }
    }

    /// The one below, if there is one.
    pub fn below(self) -> Option<Level> {
        (self as usize).checked_sub(1).map(|number| Level::ALL[number])
    }
}

/// What stands behind the names of a game's levels, weakest first; [`Level::Full`] needs no entry.
///
/// They are chosen by measurement, so that each level beats the one below, but not always:
/// `plyglot-lab levels` plays the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Levels(pub [Style; Level::ALL.len() - 1]);

impl Levels {
    /// For a game that nobody has measured. Errors are rather too few than too many, as a point may be
    /// much or little there: what makes the difference is how many answers are overlooked, and then
    /// how far it looks.
    pub const USUAL: Levels = Levels([
        Style::person(1, 90, 300),
        Style::person(1, 60, 200),
        Style::person(1, 30, 100),
        Style::person(2, 15, 50),
        Style::Nodes(300),
        Style::Nodes(2_000),
        Style::Nodes(15_000),
        Style::Nodes(100_000),
    ]);

    /// How a level chooses its moves.
    pub fn style(&self, level: Level) -> Style {
        self.0.get(level as usize).copied().unwrap_or(Style::Given)
    }
}
