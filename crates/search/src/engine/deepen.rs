//! The search at the root: one iteration after the other, each deeper than the one before.

use plyglot_core::Game;

use super::limit::Budget;
use super::score::{self, INFINITE};
use super::search::{NodeAt, Search};
use super::table::Bound;
use super::window::ScoreWindow;
use super::{Knowledge, MoveOf, Score};

/// One search from the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Iteration {
    pub depth: u32,
    /// Whether it follows every line to the end of the game, after the first few depths.
    is_to_the_end: bool,
}

impl Iteration {
    /// How far the search looks before it goes to the end, to learn which moves to try first.
    const WARM_UP: u32 = 9;

    /// All that a budget allows. A budget for the end of the game goes straight there after a
    /// warm-up, unless positions can come again: such a game has no last depth.
    pub fn all<K: Knowledge>(budget: &Budget) -> impl Iterator<Item = Iteration> + use<K> {
        let goes_to_the_end = budget.is_to_the_end && K::REPETITION.is_none();
        let last = if goes_to_the_end { Iteration::WARM_UP } else { budget.depth };
        let row = (1..=last).map(|depth| Iteration { depth, is_to_the_end: false });
        let end = Iteration { depth: budget.depth, is_to_the_end: true };
        row.chain(goes_to_the_end.then_some(end))
    }
}

/// The window around the last score, and how far to open it.
struct Aspiration {
    window: ScoreWindow,
    margin: Score,
    /// How often to move the window by the least step before it opens.
    steps: u32,
}

impl Aspiration {
    /// If these least steps do not find the value, it is far away.
    const MOST_STEPS: u32 = 16;
    /// The first margin is this part of a point: most scores stay within from depth to depth.
    const PART_OF_A_POINT: Score = 4;
    /// By how much the margin grows each time.
    const GROWTH: Score = 4;
    /// With a margin of more points the window opens for good.
    const WIDEST: Score = 64;

    fn new<K: Knowledge>(around: Option<Score>, is_to_the_end: bool) -> Aspiration {
        let margin = (K::POINT / Aspiration::PART_OF_A_POINT).max(1);
        let window = match around {
            Some(score) => ScoreWindow { alpha: score - margin, beta: score + margin },
            None => ScoreWindow::FULL,
        };
        let steps = if is_to_the_end { Aspiration::MOST_STEPS } else { 0 };
        Aspiration { window, margin, steps }
    }

    /// Whether the window holds the score; if not, the next window is one that may.
    fn holds<K: Knowledge>(&mut self, score: Score) -> bool {
        let ScoreWindow { alpha, beta } = self.window;
        if self.steps > 0 && (score <= alpha || score >= beta) {
            self.steps -= 1;
            self.window = ScoreWindow { alpha: score - 1, beta: score + 1 };
            return false;
        }
        self.margin = self.margin.saturating_mul(Aspiration::GROWTH).min(INFINITE / 2);
        let margin =
            if self.margin > Aspiration::WIDEST * K::POINT { None } else { Some(self.margin) };
        if score <= alpha && alpha > -INFINITE {
            self.window.alpha = margin.map_or(-INFINITE, |margin| (score - margin).max(-INFINITE));
        } else if score >= beta && beta < INFINITE {
            self.window.beta = margin.map_or(INFINITE, |margin| (score + margin).min(INFINITE));
        } else {
            return true;
        }
        false
    }
}

impl<K: Knowledge> Search<'_, K> {
    /// One iteration. It starts from a window around the last score, and opens it on the side where
    /// the score falls out. To the end of the game it moves the window instead, by the least step: a
    /// wide one takes longer there than several narrow ones.
    pub fn iterate(&mut self, root: &K::Game, iteration: Iteration, last: Score) -> Score {
        self.depth = iteration.depth as i32;
        let at = NodeAt { ply: 0, depth: self.depth, quiet: self.past };
        let aspires =
            self.techniques.aspiration && self.depth > 1 && score::distance(last).is_none();
        let around = aspires.then_some(last);
        let mut aspiration = Aspiration::new::<K>(around, iteration.is_to_the_end);
        let guesses_before = self.guesses;
        loop {
            // What fell out of its window does not count.
            self.guesses = guesses_before;
            let score = self.root(root, at, aspiration.window);
            if self.stopped || aspiration.holds::<K>(score) {
                return score;
            }
        }
    }

    /// The best line, and how the table goes on from it: where an entry settled a node, the search
    /// itself saw no further.
    pub fn best_line(&self, root: &K::Game) -> Vec<MoveOf<K>> {
        let mut line = self.scratch.line().to_vec();
        let mut position = line.iter().fold(root.clone(), |position, &mv| position.after(mv));
        let mut moves = Vec::new();
        while line.len() < self.depth as usize
            && let Some(entry) = self.table.get(self.knowledge.key(&position))
            && entry.bound == Bound::Exact
        {
            moves.clear();
            self.knowledge.moves(&position, &mut moves);
            let Some(&mv) = moves.get(usize::from(entry.best)) else { break };
            position.play(mv);
            line.push(mv);
        }
        line
    }
}
