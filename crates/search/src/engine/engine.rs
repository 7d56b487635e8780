use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plyglot_games::Game;

use super::limit::{Budget, Time};
use super::score::{self, INFINITE};
use super::search::{Pace, Place, Scratch, Search};
use super::table::{Bound, Entry};
use super::{CpuClock, Knowledge, Limit, MoveOf, Score, Table, Techniques};

/// Looks ahead as far as its limit allows, ever deeper, and says what it would play.
#[derive(Debug)]
pub struct Engine<K: Knowledge> {
    knowledge: K,
    settings: Settings,
    table: Table,
    scratch: Scratch<K::Game>,
    stop: Arc<AtomicBool>,
}

/// How an engine is made.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How large the table may become, in bytes.
    pub table_bytes: usize,
    /// Which parts of the search are on.
    pub techniques: Techniques,
    /// How many scores worse than nothing a draw is to whoever asks: against a weaker opponent
    /// there is more to be had.
    pub contempt: Score,
}

impl Settings {
    /// A size that a laptop does not notice.
    pub const TABLE_BYTES: usize = 64 << 20;
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { table_bytes: Settings::TABLE_BYTES, techniques: Techniques::ALL, contempt: 0 }
    }
}

/// What to think about, and how long.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'p, G> {
    /// Where to move.
    pub position: &'p G,
    /// The keys of the positions before it since the last move that cannot be taken back, where
    /// positions can repeat.
    pub past: &'p [u64],
    /// When to stop.
    pub limit: Limit,
    /// The clock that a limit in time is read off.
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
    /// How many turns ahead it was looked in full.
    pub depth: u32,
    /// Whether the score is certain: every line was followed to the end of the game, or to a win.
    pub is_proven: bool,
    /// Nodes visited.
    pub nodes: u64,
}

impl<M: Copy> Thought<M> {
    /// The move to make.
    pub fn best(&self) -> M {
        self.line[0]
    }

    /// In how many plies the game is won (positive) or lost (negative), if that is known.
    pub fn distance(&self) -> Option<i32> {
        score::distance(self.score)
    }
}

impl<K: Knowledge> Engine<K> {
    /// An engine that knows nothing yet of any position.
    pub fn new(knowledge: K, settings: Settings) -> Engine<K> {
        Engine {
            knowledge,
            settings,
            table: Table::new(settings.table_bytes),
            scratch: Scratch::new(K::HISTORY_SIZE, K::REPETITION),
            stop: Arc::default(),
        }
    }

    /// What it knows of the game.
    pub fn knowledge(&self) -> &K {
        &self.knowledge
    }

    /// Set it to true, from any thread, and a search ends at once with what it has. It stays as it
    /// is set: whoever stops before a search has begun stops that one too.
    pub fn stopper(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// The same engine with a flag of the caller's as its [`stopper`](Engine::stopper).
    #[must_use]
    pub fn stopped_by(mut self, stop: Arc<AtomicBool>) -> Engine<K> {
        self.stop = stop;
        self
    }

    /// Suggests how best play may go on from a position, as an earlier search saw it: it is tried
    /// first. A line that is not legal is heeded up to there.
    pub fn suggest(&mut self, position: &K::Game, line: &[MoveOf<K>]) {
        let (mut position, mut moves) = (position.clone(), Vec::new());
        for &mv in line {
            moves.clear();
            self.knowledge.moves(&position, &mut moves);
            let Some(best) = moves.iter().position(|&legal| legal == mv) else { return };
            // A bound that settles nothing: all that it says is the move.
            let entry = Entry {
                score: -INFINITE,
                bound: Bound::AtLeast,
                depth: 0,
                best: best as u16,
                work: 0,
            };
            self.table.put(self.knowledge.key(&position), entry);
            position.play(mv);
        }
    }

    /// Thinks, and returns the last thought. `None` if the game is over.
    pub fn think(&mut self, problem: &Problem<'_, K::Game>) -> Option<Thought<MoveOf<K>>> {
        self.think_aloud(problem, |_| {})
    }

    /// Thinks, and says every thought on the way: one a depth.
    pub fn think_aloud(
        &mut self,
        problem: &Problem<'_, K::Game>,
        mut say: impl FnMut(&Thought<MoveOf<K>>),
    ) -> Option<Thought<MoveOf<K>>> {
        let root = problem.position;
        // Before anything else: something to play, whatever happens.
        let first = *root.moves().first()?;
        let mut thought =
            Thought { line: vec![first], score: 0, depth: 0, is_proven: false, nodes: 0 };
        let turns_to_go = self.knowledge.turns_to_go(root);
        let budget = Budget::new(problem.limit, problem.clock, turns_to_go);
        self.table.age();
        self.scratch.begin(problem.past);
        let mut search = Search {
            knowledge: &self.knowledge,
            techniques: self.settings.techniques,
            table: &mut self.table,
            scratch: &mut self.scratch,
            budget,
            stop: &self.stop,
            draw: -self.settings.contempt,
            root_side: root.to_move(),
            past: problem.past.len(),
            depth: 0,
            nodes: 0,
            guesses: 0,
            stopped: false,
            pace: Pace::new(),
        };
        let mut patience = Patience::default();
        // Who wants the end of a game that has one goes there after the first few depths.
        let goes_to_the_end = budget.is_to_the_end && K::REPETITION.is_none();
        let last_of_a_row = if goes_to_the_end { WARM_UP.min(budget.depth) } else { budget.depth };
        for depth in (1..=last_of_a_row).chain(goes_to_the_end.then_some(budget.depth)) {
            let before = search.guesses;
            let is_to_the_end = goes_to_the_end && depth > last_of_a_row;
            let score = search.at_depth(root, depth as i32, thought.score, is_to_the_end);
            thought.nodes = search.nodes;
            if search.stopped {
                // What was found to be better before the end is better.
                if !search.scratch.line().is_empty() {
                    thought.line = search.scratch.line().to_vec();
                }
                break;
            }
            let changed = thought.line.first() != search.scratch.line().first();
            patience.update(changed && depth > 1, thought.score - score > K::POINT / 3);
            patience.is_clear = K::CLEAR_LEAD.is_some_and(|lead| score > lead);
            let distance = score::distance(score);
            thought = Thought {
                line: search.whole_line(root),
                score,
                depth,
                is_proven: search.guesses == before || distance.is_some(),
                nodes: search.nodes,
            };
            say(&thought);
            // A win is proven as the shortest once all that is shorter has been looked at.
            let is_settled = match distance {
                Some(plies) => plies.unsigned_abs() <= depth,
                None => thought.is_proven,
            };
            if is_settled || budget.time.is_some_and(|time| patience.is_over(&time)) {
                break;
            }
        }
        Some(thought)
    }
}

impl<K: Knowledge> Search<'_, K> {
    /// One iteration. It starts from a window around the last score, and opens it on the side where
    /// the score falls out. To the end of the game it moves the window instead, by the least step: a
    /// wide one takes longer there than several narrow ones.
    fn at_depth(&mut self, root: &K::Game, depth: i32, last: Score, is_to_the_end: bool) -> Score {
        self.depth = depth;
        let place = Place { ply: 0, depth, quiet: self.past };
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let mut margin = (K::POINT / 4).max(1);
        if self.techniques.aspiration && depth > 1 && score::distance(last).is_none() {
            (alpha, beta) = (last - margin, last + margin);
        }
        let guesses_before = self.guesses;
        let mut steps = if is_to_the_end { MOST_STEPS } else { 0 };
        loop {
            // What fell out of its window does not count.
            self.guesses = guesses_before;
            let score = self.node(root, place, alpha, beta);
            if self.stopped {
                return score;
            }
            if steps > 0 && (score <= alpha || score >= beta) {
                steps -= 1;
                (alpha, beta) = (score - 1, score + 1);
                continue;
            }
            margin = margin.saturating_mul(4).min(INFINITE / 2);
            let is_wide = margin > 64 * K::POINT;
            if score <= alpha && alpha > -INFINITE {
                alpha = if is_wide { -INFINITE } else { (score - margin).max(-INFINITE) };
            } else if score >= beta && beta < INFINITE {
                beta = if is_wide { INFINITE } else { (score + margin).min(INFINITE) };
            } else {
                return score;
            }
        }
    }
}

impl<K: Knowledge> Search<'_, K> {
    /// The best line, and what the table knows of how it goes on: where an entry settled a node, the
    /// search itself saw no further.
    fn whole_line(&self, root: &K::Game) -> Vec<MoveOf<K>> {
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

/// How long to go on when time is worth saving.
#[derive(Debug, Default)]
struct Patience {
    /// How many depths in a row agreed on the move.
    agreed: u32,
    /// Whether the score has just fallen.
    is_worse: bool,
    /// Whether the game is as good as won.
    is_clear: bool,
}

/// Who wants the end of the game looks so many turns ahead before, to know which moves to try first.
const WARM_UP: u32 = 9;
/// And if after so many steps the value is not found, it is far away.
const MOST_STEPS: u32 = 16;

impl Patience {
    fn update(&mut self, changed: bool, is_worse: bool) {
        self.agreed = if changed { 0 } else { self.agreed + 1 };
        self.is_worse = is_worse;
    }

    /// Whether it is better to play now than to begin another depth, which may take as long as all
    /// before it.
    fn is_over(&self, time: &Time) -> bool {
        let spent = time.clock.elapsed();
        if !time.is_worth_saving {
            return spent >= time.end;
        }
        let share = match self.agreed {
            _ if self.is_clear => 0.25,
            0 => 1.5,
            1 => 1.0,
            2 | 3 => 0.75,
            _ => 0.5,
        };
        spent >= time.aim.mul_f64(if self.is_worse { 2.0 * share } else { share })
    }
}
