/// The parts of the search that can be switched off, one by one: to measure what each is worth, and
/// to compare the rest with plain minimax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// Remember positions in a table.
    pub table: bool,
    /// Trust entries from deeper searches than the current one. Without it a search of fixed depth
    /// finds exactly what plain minimax finds.
    pub deeper_entries: bool,
    /// Search all moves but the first with an empty window: is it better at all?
    pub null_windows: bool,
    /// Start from a narrow window around the score of the depth before.
    pub aspiration: bool,
    /// Try a move early that refuted a sister position.
    pub killers: bool,
    /// Try moves early that were good elsewhere.
    pub history: bool,
    /// Look less deep at moves that are tried late.
    pub reductions: bool,
    /// Look less deep where the estimate lies well above the window.
    pub trials: bool,
    /// Look no further near the end of the depth where the estimate lies far outside the window.
    pub futility: bool,
    /// Ask the table about all moves before the first is searched.
    pub child_entries: bool,
    /// Go on beyond the depth where the estimate cannot be trusted.
    pub quiescence: bool,
    /// Count a forced move as none: it leaves no choice to look at.
    pub extensions: bool,
    /// Stop where the rest is known for certain.
    pub solved: bool,
    /// Stop where the points that are left cannot change anything.
    pub bounds: bool,
}

impl Techniques {
    /// Everything on: how the engine plays.
    pub const ALL: Techniques = Techniques {
        table: true,
        deeper_entries: true,
        null_windows: true,
        aspiration: true,
        killers: true,
        history: true,
        reductions: true,
        trials: true,
        futility: true,
        child_entries: true,
        quiescence: true,
        extensions: true,
        solved: true,
        bounds: true,
    };

    /// Only techniques that leave the value of a search of fixed depth as plain minimax has it.
    pub const EXACT: Techniques = Techniques {
        deeper_entries: false,
        reductions: false,
        trials: false,
        futility: false,
        quiescence: false,
        extensions: false,
        solved: false,
        bounds: false,
        ..Techniques::ALL
    };

    /// Alpha-beta and nothing else.
    pub const NONE: Techniques = Techniques {
        table: false,
        null_windows: false,
        aspiration: false,
        killers: false,
        history: false,
        child_entries: false,
        ..Techniques::EXACT
    };
}
