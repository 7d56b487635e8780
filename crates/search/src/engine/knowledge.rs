use std::ops::Neg;

use plyglot_core::{Game, Value};

use super::score::{MOST_ESTIMATE, from_points};
use super::{QuickForm, Score, Settings};
use crate::opponents::Levels;

/// What the engine knows of a game beyond its rules: how good a position looks, which moves to try
/// first, when not to stop looking. The search itself is the same for all games.
///
/// Several threads may ask it at once.
///
/// Scores are for the side to move and lie within [`score::MOST_ESTIMATE`](super::score).
pub trait Knowledge: Send + Sync {
    /// The game it is about.
    type Game: Game;

    /// What one point of the rules' own evaluation is in scores.
    const POINT: Score;

    /// Whether a game is won or lost, so that a shorter win is a better one. Otherwise the number of
    /// points at the end counts.
    const DECISIVE: bool = false;

    /// How a game is drawn in which positions can come again; `None` if they cannot.
    const REPETITION: Option<Repetition> = None;

    /// A lead beyond which a game wins itself: the engine then spends little time, and keeps it for
    /// endings that need it. `None` if no lead is as clear as that.
    const CLEAR_LEAD: Option<Score> = None;

    /// Whether a move that refuted a sister position is tried before those with a better score. Not
    /// where the score says more.
    const KILLERS: bool = true;

    /// Whether playing a move is cheap enough to play all of them before any is searched: then the
    /// known bounds of some settle them at once.
    const QUICK_MOVES: bool = false;

    /// When a shallower search is tried first; `None` if the estimate says too little.
    const TRIAL: Option<Trial> = None;

    /// When the estimate alone settles a node near the end of the depth, if that is right often enough.
    const FUTILITY: Option<Futility> = None;

    /// From which depth on the table is asked about all positions that a node's moves lead to, before
    /// the first of them is searched. For games in which the sides move in turn.
    const CHILD_ENTRIES: Option<i32> = None;

    /// Whether an estimate takes longer than to look it up.
    const COSTLY_ESTIMATE: bool = false;

    /// What stands behind the names of the levels.
    const LEVELS: Levels = Levels::USUAL;

    /// How many indices [`history_index`](Knowledge::history_index) has.
    const HISTORY_SIZE: usize;

    /// How good a position looks in which the game goes on: what the rules say, unless more is known.
    #[inline]
    fn estimate(&self, position: &Self::Game) -> Score {
        rules_score(position, Self::POINT)
    }

    /// What a finished game is worth: what the rules say. In a decisive game it is
    /// [`score::WON`](super::score::WON), a draw or the opposite.
    #[inline]
    fn final_score(&self, position: &Self::Game) -> Score {
        rules_score(position, Self::POINT)
    }

    /// A small number for a move. Moves that are alike, such as those between the same squares, share
    /// one; those that were good before are tried early.
    fn history_index(&self, mv: MoveOf<Self>) -> usize;

    /// The moves worth looking at: all legal ones but those that lead to the same position as
    /// another.
    #[inline]
    fn moves(&self, position: &Self::Game, out: &mut Vec<MoveOf<Self>>) {
        position.legal_moves(out);
    }

    /// How good a move looks before anything is searched. Only the order counts.
    #[inline]
    fn move_score(&self, _position: &Self::Game, _mv: MoveOf<Self>) -> i32 {
        0
    }

    /// The same with the position after the move, where it is known already: with
    /// [`QUICK_MOVES`](Knowledge::QUICK_MOVES).
    #[inline]
    fn move_score_after(
        &self,
        position: &Self::Game,
        mv: MoveOf<Self>,
        _after: &Self::Game,
    ) -> i32 {
        self.move_score(position, mv)
    }

    /// Whether the estimate can be trusted here. Otherwise the search goes on beyond its depth, as
    /// in the middle of an exchange.
    #[inline]
    fn is_quiet(&self, _position: &Self::Game) -> bool {
        true
    }

    /// Whether the opponent could take something at once if it were on move.
    #[inline]
    fn is_threatened(&self, _position: &Self::Game) -> bool {
        false
    }

    /// Whether no earlier position can come again after a move. Asked only with a
    /// [`REPETITION`](Knowledge::REPETITION) rule.
    #[inline]
    fn is_irreversible(&self, _position: &Self::Game, _mv: MoveOf<Self>) -> bool {
        true
    }

    /// How much less deep to look at a move that is the `nth` to be tried, from 0.
    #[inline]
    fn reduction(&self, _position: &Self::Game, _depth: i32, _nth: usize) -> i32 {
        0
    }

    /// The least and the greatest final score that is still possible.
    #[inline]
    fn bounds(&self, _position: &Self::Game) -> (Score, Score) {
        (-super::score::INFINITE, super::score::INFINITE)
    }

    /// The same, narrowed by a moment's work where it helps to decide on which side of `alpha` and
    /// `beta` the score lies.
    #[inline]
    fn bounds_within(&self, position: &Self::Game, _alpha: Score, _beta: Score) -> (Score, Score) {
        self.bounds(position)
    }

    /// The same, with everything that was worked out before and no further work.
    #[inline]
    fn known_bounds(&self, position: &Self::Game) -> (Score, Score) {
        self.bounds(position)
    }

    /// What is known for certain of a position with so many reversible turns behind it, such as from
    /// endgame tables.
    #[inline]
    fn solved(&self, _position: &Self::Game, _quiet: usize) -> Option<Solved> {
        None
    }

    /// What can be said of a position that is known for certain, from everything found on this machine.
    /// It changes no search, so it may differ from one machine to another.
    fn known(&self, position: &Self::Game, quiet: usize) -> Option<Known> {
        self.solved(position, quiet).map(|solved| Known { solved, plies: None })
    }

    /// Whether the table should keep a position.
    #[inline]
    fn is_kept(&self, _position: &Self::Game) -> bool {
        true
    }

    /// The part of the score that no move can change any more. Positions that differ in nothing
    /// else share a table entry.
    #[inline]
    fn banked(&self, _position: &Self::Game) -> Score {
        0
    }

    /// A hash of everything that the rest of the game depends on: of the position without the
    /// [`banked`](Knowledge::banked) score.
    #[inline]
    fn key(&self, position: &Self::Game) -> u64 {
        position.key()
    }

    /// The same knowledge as by default, and what else is found on this machine, such as larger tables:
    /// for whoever wants the best answer, not the same one everywhere.
    fn with_all_found() -> Self
    where
        Self: Default,
    {
        Self::default()
    }

    /// The same knowledge as by default, and what is worth a second's work to whoever wants the exact
    /// value of a position, however long that takes.
    fn solver() -> Self
    where
        Self: Default,
    {
        Self::default()
    }

    /// An engine for a form of the game that is quicker to search, if there is one.
    fn quick_form(&self, _settings: Settings) -> Option<Box<dyn QuickForm<Self::Game>>> {
        None
    }

    /// How many more turns of its own the side to move will probably have to make.
    fn turns_to_go(&self, position: &Self::Game) -> u32;
}

/// When a game in which positions can come again is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// A position that occurs this often is a draw.
    pub occurrences: usize,
    /// This many turns in a row without an irreversible move are a draw; each side's turn is one.
    pub quiet_turns: usize,
}

/// What is known for certain of a position: see [`Knowledge::solved`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solved {
    /// The side to move loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// The side to move wins.
    Win,
}

/// As the other side sees it.
impl Neg for Solved {
    type Output = Solved;

    fn neg(self) -> Solved {
        match self {
            Solved::Loss => Solved::Win,
            Solved::Draw => Solved::Draw,
            Solved::Win => Solved::Loss,
        }
    }
}

/// What is known for certain of a position, and how soon it shows: see [`Knowledge::known`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Who wins.
    pub solved: Solved,
    /// In how many plies the winner makes progress that cannot be taken back, if that is known.
    pub plies: Option<u32>,
}

/// When to try whether a shallower search settles a node: see [`Knowledge::TRIAL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// Not at nodes of less depth.
    pub least_depth: i32,
    /// How far the estimate must lie above the window.
    pub margin: Score,
    /// How many turns less deep it looks.
    pub plies: i32,
}

/// How far an estimate must lie outside of the window to settle a node: see [`Knowledge::FUTILITY`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Futility {
    /// Above it.
    pub above: Margin,
    /// Below it.
    pub below: Margin,
}

/// A distance that grows with the depth that is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Margin {
    /// Not with more depth.
    pub most_depth: i32,
    /// For any depth.
    pub base: Score,
    /// For each turn.
    pub a_turn: Score,
}

impl Margin {
    #[inline]
    pub(super) fn at(self, depth: i32) -> Option<Score> {
        (depth <= self.most_depth).then_some(self.base + self.a_turn * depth)
    }
}

/// The rules' own evaluation for the side to move, as a score.
#[inline]
pub fn rules_score<G: Game>(position: &G, point: Score) -> Score {
    match position.evaluate(position.to_move()) {
        Value::INFINITY => MOST_ESTIMATE,
        Value::NEG_INFINITY => -MOST_ESTIMATE,
        value => from_points(value.number().unwrap_or_default(), point),
    }
}

/// A move of the game that some knowledge is about.
pub type MoveOf<K> = <<K as Knowledge>::Game as Game>::Move;
