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
    /// Beats most who play regularly.
    Skilled,
    /// Wins most games in a club.
    Strong,
    /// Looks far ahead.
    Expert,
    /// Looks further than people do.
    Master,
    /// The best of those that need no clock.
    Champion,
    /// Uses the time that it is given.
    Full,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 11] = [
        Level::Beginner,
        Level::Novice,
        Level::Casual,
        Level::Improver,
        Level::Club,
        Level::Skilled,
        Level::Strong,
        Level::Expert,
        Level::Master,
        Level::Champion,
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
            Level::Skilled => "skilled",
            Level::Strong => "strong",
            Level::Expert => "expert",
            Level::Master => "master",
            Level::Champion => "champion",
            Level::Full => "full",
        }
    }

    /// What to expect of it, in a few words that hold for every game.
    pub const fn describe(self) -> &'static str {
        match self {
            Level::Beginner => "a child beats it",
            Level::Novice => "sees what a move brings at once, hardly what comes after",
            Level::Casual => "often forgets to look for the answer",
            Level::Improver => "forgets to look for the answer now and then",
            Level::Club => "sees most answers",
            Level::Skilled => "sees nearly all answers",
            Level::Strong => "sees short plans",
            Level::Expert => "sees longer plans",
            Level::Master => "looks far ahead",
            Level::Champion => "the strongest that needs no clock",
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
        Style::person(0, 0, 300),
        Style::person(1, 75, 250),
        Style::person(1, 50, 200),
        Style::person(1, 30, 150),
        Style::person(1, 15, 100),
        Style::person(1, 5, 50),
        Style::Nodes(200),
        Style::Nodes(1_000),
        Style::Nodes(6_000),
        Style::Nodes(40_000),
    ]);

    /// How a level chooses its moves.
    pub fn style(&self, level: Level) -> Style {
        self.0.get(level as usize).copied().unwrap_or(Style::Given)
    }
}
