use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use plyglot_core::Game;

use super::crew::Crew;
use super::deepen::Iteration;
use super::limit::{Budget, TurnsToGo};
use super::patience::Patience;
use super::score::{self, INFINITE};
use super::scratch::Scratch;
use super::search::Search;
use super::table::{Bound, TableEntry};
use super::watch::Watch;
use super::{Knowledge, MoveOf, Problem, QuickForm, Score, Table, Techniques, Thought};

/// Looks ahead as far as its limit allows, ever deeper, and says what it would play.
#[derive(Debug)]
pub struct Engine<K: Knowledge> {
    knowledge: K,
    settings: Settings,
    table: Table,
    scratch: Scratch<K::Game>,
    crew: Crew<K::Game>,
    signals: Signals,
    /// Thinks instead about positions that have a quicker form.
    quick_form: Option<Box<dyn QuickForm<K::Game>>>,
}

/// What others can do to a search, and see of it, while it goes on.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    /// Ends it when it is true.
    pub stop: Arc<AtomicBool>,
    /// About how many nodes it has visited so far.
    pub nodes: Arc<AtomicU64>,
}

/// What an engine is made with.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How large the table may become, in bytes.
    pub table_bytes: usize,
    /// Which parts of the search are on.
    pub techniques: Techniques,
    /// By how much a draw is worse than a level score for the player at the root: against a weaker
    /// opponent there is more to be had.
    pub contempt: Score,
    /// How many threads search together; in a browser it is always one. With one the same problem has the
    /// same answer wherever time does not limit it. With more only what is proven is sure to be the same,
    /// and they take more CPU time together than one alone.
    pub threads: usize,
}

impl Settings {
    /// A size for the table that a laptop does not notice.
    pub const TABLE_BYTES: usize = 64 << 20;
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            table_bytes: Settings::TABLE_BYTES,
            techniques: Techniques::ALL,
            contempt: 0,
            threads: 1,
        }
    }
}

impl<K: Knowledge> Engine<K> {
    /// An engine that knows nothing yet of any position.
    pub fn new(knowledge: K, settings: Settings) -> Engine<K> {
        Engine {
            quick_form: knowledge.quick_form(settings),
            knowledge,
            settings,
            table: Table::new(settings.table_bytes),
            scratch: Scratch::new::<K>(),
            crew: Crew::new::<K>(settings.threads),
            signals: Signals::default(),
        }
    }

    /// What it knows of the game.
    pub fn knowledge(&self) -> &K {
        &self.knowledge
    }

    /// Set it to true, from any thread, and a search ends at once with what it has. It stays as it
    /// is set: a stop before a search has begun stops that search too.
    pub fn stopper(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.signals.stop)
    }

    /// The same engine with a flag of the caller's as its [`stopper`](Engine::stopper).
    #[must_use]
    pub fn stopped_by(mut self, stop: Arc<AtomicBool>) -> Engine<K> {
        self.signals.stop = stop;
        self
    }

    /// The same engine, which counts the nodes of a search there while it goes on.
    #[must_use]
    pub fn counted_by(mut self, nodes: Arc<AtomicU64>) -> Engine<K> {
        self.signals.nodes = nodes;
        self
    }

    pub(super) fn set_signals(&mut self, signals: &Signals) {
        self.signals = signals.clone();
    }

    /// Suggests a line to try first, such as the best one of an earlier search. It counts up to its
    /// first illegal move.
    pub fn suggest(&mut self, position: &K::Game, line: &[MoveOf<K>]) {
        if let Some(quick) = self.quick_form.as_mut().filter(|quick| quick.fits(position)) {
            return quick.suggest(position, line);
        }
        let (mut position, mut moves) = (position.clone(), Vec::new());
        for &mv in line {
            moves.clear();
            self.knowledge.moves(&position, &mut moves);
            let Some(best) = moves.iter().position(|&legal| legal == mv) else { return };
            // A bound that settles nothing: only the move counts.
            let entry = TableEntry {
                score: -INFINITE,
                bound: Bound::AtLeast,
                depth: 0,
                best: best as u16,
                work: 0,
            };
            self.table.shared(1).put(self.knowledge.key(&position), entry);
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
        if let Some(quick) = self.quick_form.as_mut().filter(|quick| quick.fits(root)) {
            return quick.think_aloud(problem, &self.signals, &mut say);
        }
        // Before anything else: something to play, whatever happens.
        let mut thought = Thought::unfounded(*root.moves().first()?);
        if self.settings.techniques.solved {
            thought.known = self.knowledge.known(root, problem.past.len());
        }
        let turns = TurnsToGo::of(&self.knowledge, root);
        let budget = Budget::new(problem.limit, problem.clock, turns);
        let mut search = self.search(problem, budget);
        let mut patience = Patience::default();
        for iteration in Iteration::all::<K>(&budget) {
            let (depth, guesses_before) = (iteration.depth, search.guesses);
            let score = search.iterate(root, iteration, thought.score);
            thought.nodes = search.all_nodes();
            if search.stopped {
                // What was better than the rest before the end is better.
                if !search.scratch.line().is_empty() {
                    thought.line = search.scratch.line().to_vec();
                }
                break;
            }
            let agrees = thought.line.first() == search.scratch.line().first();
            patience.count(agrees || depth == 1);
            patience.is_worse = thought.score - score > K::POINT / 3;
            patience.is_clear = K::CLEAR_LEAD.is_some_and(|lead| score > lead);
            thought = Thought {
                line: search.best_line(root),
                score,
                depth,
                is_proven: search.guesses == guesses_before || score::distance(score).is_some(),
                nodes: search.all_nodes(),
                known: thought.known,
            };
            say(&thought);
            if thought.is_final() || budget.time.is_some_and(|time| patience.is_over(&time)) {
                break;
            }
        }
        Some(thought)
    }

    /// A search that has not begun.
    fn search(&mut self, problem: &Problem<'_, K::Game>, budget: Budget) -> Search<'_, K> {
        self.table.begin_search(budget.time.map(|time| time.longest_stall));
        self.scratch.begin(problem.past);
        self.crew.begin(problem.past);
        let Crew { scratches, nodes, busy } = &mut self.crew;
        let helpers = scratches.len();
        Search {
            knowledge: &self.knowledge,
            techniques: self.settings.techniques,
            table: self.table.shared(1 + helpers),
            scratch: &mut self.scratch,
            helpers: scratches,
            busy: (helpers > 0).then_some(busy),
            watch: Watch::new(budget, &self.signals.stop, &self.signals.nodes, nodes),
            draw: -self.settings.contempt,
            root_side: problem.position.to_move(),
            root_solved: if self.settings.techniques.solved {
                self.knowledge.solved(problem.position, 0)
            } else {
                None
            },
            past: problem.past.len(),
            depth: 0,
            nodes: 0,
            guesses: 0,
            stopped: false,
        }
    }
}
