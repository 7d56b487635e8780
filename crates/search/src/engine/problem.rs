use super::{CpuClock, Known, Limit, Score, Solved, score};

/// What to think about, and for how long.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'p, G> {
    /// Where to move.
    pub position: &'p G,
    /// The keys of the positions before it since the last irreversible move, if positions can come
    /// again.
    pub past: &'p [u64],
    /// When to stop.
    pub limit: Limit,
    /// The clock that measures a limit in time.
    pub clock: CpuClock,
}

impl<'p, G> Problem<'p, G> {
    /// A position without a past; the clock starts now.
    pub fn new(position: &'p G, limit: Limit) -> Problem<'p, G> {
        Problem { position, past: &[], limit, clock: CpuClock::start() }
    }
}

/// What an engine thinks of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought<M> {
    /// Best play by both sides as far as it is known; the first is the move to make.
    pub line: Vec<M>,
    /// The worth for the side to move.
    pub score: Score,
    /// How many turns ahead the search looked in full.
    pub depth: u32,
    /// Whether the score is certain: every line was followed to the end of the game, or to a win.
    pub is_proven: bool,
    /// Nodes visited.
    pub nodes: u64,
    /// What is known of the position without any search.
    pub known: Option<Known>,
}

impl<M: Copy> Thought<M> {
    /// A move to make, and nothing known about it.
    pub(super) fn unfounded(mv: M) -> Thought<M> {
        Thought { line: vec![mv], score: 0, depth: 0, is_proven: false, nodes: 0, known: None }
    }

    /// The move to make.
    pub fn best(&self) -> M {
        self.line[0]
    }
}

impl<M> Thought<M> {
    /// In how many plies the game is won (positive) or lost (negative), if that is known.
    pub fn distance(&self) -> Option<i32> {
        score::distance(self.score)
    }

    /// Who wins for certain, by what is known of the position or, in a decisive game, of one that the
    /// line leads to.
    pub fn certain(&self, is_decisive: bool) -> Option<Known> {
        let leads_to = is_decisive && score::is_known(self.score);
        let solved = if self.score > 0 { Solved::Win } else { Solved::Loss };
        self.known.or(leads_to.then_some(Known { solved, plies: None }))
    }

    /// Whether looking deeper finds nothing new. A win is the shortest once everything shorter has
    /// been searched.
    pub fn is_final(&self) -> bool {
        match self.distance() {
            Some(plies) => plies.unsigned_abs() <= self.depth,
            None => self.is_proven,
        }
    }
}
