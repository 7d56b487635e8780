//! The engine's knowledge of checkers: an estimate learned from games, and a little about which
//! moves to try first.
//!
//! The estimate is a sum: [`features`] says which ideas there are and how often each occurs,
//! [`weights`] what each is worth, and `tables` adds up the many that are about squares eight at a
//! time.

mod endings;
pub mod features;
pub mod patterns;
mod tables;
pub mod weights;

use crate::checkers::endings::Verdict;
use crate::checkers::{Board, History, Move, Position, View};

use endings::KnownEndings;
use plyglot_search::engine::score::WON;
use plyglot_search::engine::{
    Futility, Knowledge, Known, Margin, Repetition, Score, Solved, Trial,
};
use plyglot_search::opponents::Levels;
use tables::{Sum, Tables};
use weights::Weights;

/// Checkers is won by leaving the opponent without a move.
#[derive(Clone, Copy, Debug)]
pub struct Checkers {
    tables: Tables,
    patterns: Option<&'static [patterns::Worth; patterns::COUNT]>,
    endings: KnownEndings,
}

impl Checkers {
    /// Judges by these weights. It takes a few microseconds.
    pub const fn with(weights: &Weights) -> Checkers {
        Checkers {
            tables: Tables::new(weights),
            patterns: weights.patterns.as_array(),
            endings: KnownEndings::InProgram,
        }
    }

    /// How good it looks for the side that sees it so, and is to move.
    #[inline]
    fn judge(&self, view: View) -> Score {
        let mut sum = Sum::new(&self.tables);
        features::list(view, &mut sum);
        let (mut opening, mut ending) = sum.both();
        if !IN_BROWSER && let Some(worths) = self.patterns {
            let patterns = patterns::sum(worths, view);
            opening += patterns.0;
            ending += patterns.1;
        }
        // The more pieces there are, the more the opening's worth counts.
        let (pieces, all) = (pieces(view) as i32, MOST_PIECES as i32);
        (opening * pieces + ending * (all - pieces)) / all
    }
}

/// By the weights that were learned.
impl Default for Checkers {
    fn default() -> Checkers {
        const LEARNED: Checkers = Checkers::with(&Weights::LEARNED);
        LEARNED
    }
}

/// A browser's module has no patterns, and no room for what reads them; features alone are soon
/// estimated again.
const IN_BROWSER: bool = cfg!(target_family = "wasm");

/// How many pieces are on the board: many in an opening, few in an ending.
#[inline]
fn pieces(view: View) -> u32 {
    view.empty().count_zeros()
}

fn solved(verdict: Verdict) -> Solved {
    match verdict {
        Verdict::Loss => Solved::Loss,
        Verdict::Draw => Solved::Draw,
        Verdict::Win => Solved::Win,
    }
}

/// How many pieces a game begins with.
pub const MOST_PIECES: u32 = 2 * Board::MOST_PIECES;

impl Knowledge for Checkers {
    type Game = Position;
    /// What being a man ahead is worth on average while most men are there: the weights were not held to
    /// their unit.
    const POINT: Score = 125;
    const DECISIVE: bool = true;
    const REPETITION: Option<Repetition> = Some(Repetition {
        occurrences: History::MOST_OCCURRENCES,
        quiet_turns: History::MOST_QUIET_TURNS,
    });
    /// Three men.
    const CLEAR_LEAD: Option<Score> = Some(3 * Self::POINT);
    const LEVELS: Levels = crate::checkers::levels::LEVELS;
    const HISTORY_SIZE: usize = 32 * 32;
    const TRIAL: Option<Trial> = Some(Trial { least_depth: 6, margin: 30, plies: 4 });
    const FUTILITY: Option<Futility> = Some(Futility {
        above: Margin { most_depth: 3, base: 20, a_turn: 20 },
        below: Margin { most_depth: 2, base: 50, a_turn: 30 },
    });
    const CHILD_ENTRIES: Option<i32> = Some(4);
    const COSTLY_ESTIMATE: bool = !IN_BROWSER;

    #[inline]
    fn estimate(&self, position: &Position) -> Score {
        self.judge(position.view())
    }

    /// Right after a jump or a crowning the tables' verdict is the last word. Before the next one a draw
    /// is still a draw, but a win has to be made progress in, which the search sees to.
    #[inline]
    fn solved(&self, position: &Position, quiet: usize) -> Option<Solved> {
        let endings = self.endings.at_most(pieces(position.view()))?;
        let verdict = endings.verdict(position)?;
        (quiet == 0 || verdict == Verdict::Draw).then(|| solved(verdict))
    }

    fn known(&self, position: &Position, quiet: usize) -> Option<Known> {
        let endings = KnownEndings::Found.at_most(pieces(position.view()))?;
        let known = endings.probe(position)?;
        let verdict = known.after(quiet as u32)?;
        let plies = if verdict == Verdict::Draw { None } else { known.plies.map(u32::from) };
        Some(Known { solved: solved(verdict), plies })
    }

    fn with_all_found() -> Checkers {
        Checkers { endings: KnownEndings::Found, ..Checkers::default() }
    }

    /// A side to move without a move has lost.
    fn final_score(&self, _position: &Position) -> Score {
        -WON
    }

    #[inline]
    fn history_index(&self, mv: Move) -> usize {
        (mv.from().number() * 32 + mv.to().number()) as usize
    }

    /// More pieces first.
    #[inline]
    fn move_score(&self, _position: &Position, mv: Move) -> i32 {
        mv.jumps() as i32
    }

    #[inline]
    fn is_quiet(&self, position: &Position) -> bool {
        !position.can_jump()
    }

    #[inline]
    fn is_threatened(&self, position: &Position) -> bool {
        position.is_threatened()
    }

    #[inline]
    fn is_irreversible(&self, position: &Position, mv: Move) -> bool {
        position.is_irreversible(mv)
    }

    #[inline]
    fn reduction(&self, _position: &Position, depth: i32, nth: usize) -> i32 {
        i32::from(nth >= 2) + i32::from(nth >= 4 && depth >= 5) + i32::from(nth >= 7 && depth >= 8)
    }

    /// Half of all games last 32 turns a side. But most are decided in the middle, and time saved there
    /// is of little use in an ending that is won or drawn anyway.
    fn turns_to_go(&self, position: &Position) -> u32 {
        10 + pieces(position.view()) / 2
    }
}
