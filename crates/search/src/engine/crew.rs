//! Several threads that search one root together.
//!
//! All of them search the same tree with the same window, and share the table. What keeps them from doing
//! the same work is one rule: a move that another thread is searching is tried last (Kerrigan's
//! simplified form of ABDADA, Weill 1996). The first thread decides; when it is done, so are the others.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::thread;

use plyglot_core::Game;

use super::limit::Budget;
use super::scratch::Scratch;
use super::search::{NodeAt, Search};
use super::watch::Watch;
use super::window::ScoreWindow;
use super::{Knowledge, Score};

/// What an engine with several threads keeps for those beside the first.
#[derive(Debug)]
pub(super) struct Crew<G: Game> {
    pub scratches: Vec<Scratch<G>>,
    /// The nodes of each in this search.
    pub nodes: Vec<AtomicU64>,
    pub busy: Busy,
}

impl<G: Game> Crew<G> {
    /// A crew for so many threads, the first included. A browser has no other.
    pub fn new<K: Knowledge<Game = G>>(threads: usize) -> Crew<G> {
        let helpers = if cfg!(target_family = "wasm") { 0 } else { threads.max(1) - 1 };
        Crew {
            scratches: (0..helpers).map(|_| Scratch::new::<K>()).collect(),
            nodes: (0..helpers).map(|_| AtomicU64::new(0)).collect(),
            busy: Busy::new(if helpers == 0 { 0 } else { Busy::PLACES }),
        }
    }

    /// Makes ready for a search after these positions.
    pub fn begin(&mut self, past: &[u64]) {
        self.scratches.iter_mut().for_each(|scratch| scratch.begin(past));
        self.nodes.iter_mut().for_each(|nodes| *nodes.get_mut() = 0);
    }
}

/// The positions below which some thread is searching. Only a hint: two that share a place forget each
/// other, and a search that is broken off leaves its own behind.
#[derive(Debug)]
pub(super) struct Busy(Vec<AtomicU64>);

impl Busy {
    const PLACES: usize = 1 << 12;

    fn new(places: usize) -> Busy {
        Busy((0..places).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline]
    fn place(&self, key: u64) -> &AtomicU64 {
        &self.0[key as usize % Busy::PLACES]
    }

    #[inline]
    pub fn has(&self, key: u64) -> bool {
        self.place(key).load(Relaxed) == key
    }

    #[inline]
    pub fn begin(&self, key: u64) {
        self.place(key).store(key, Relaxed);
    }

    #[inline]
    pub fn end(&self, key: u64) {
        let place = self.place(key);
        if place.load(Relaxed) == key {
            place.store(0, Relaxed);
        }
    }
}

/// Before so many nodes to start threads takes longer than they save.
const LEAST_NODES: u64 = 5_000;
/// A search goes down one call a ply, and a call takes some hundred bytes; more without optimisation.
const STACK_BYTES: usize = 16 << 20;

impl<K: Knowledge> Search<'_, K> {
    /// [`node`](Search::node) for the root, by all threads that there are.
    pub fn root(&mut self, root: &K::Game, at: NodeAt, window: ScoreWindow) -> Score {
        let is_short = self.all_nodes() < LEAST_NODES;
        if cfg!(target_family = "wasm") || self.helpers.is_empty() || is_short {
            return self.node(root, at, window);
        }
        let helpers = std::mem::take(&mut self.helpers);
        let is_done = AtomicBool::new(false);
        let score = thread::scope(|scope| {
            for (scratch, nodes) in helpers.iter_mut().zip(self.watch.helpers) {
                let mut helper = self.helper(scratch, nodes, &is_done);
                let search = move || {
                    helper.node(root, at, window);
                    nodes.store(helper.nodes, Relaxed);
                };
                // Where the system has no thread to give, there is one less.
                let _ = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, search);
            }
            let score = self.node(root, at, window);
            is_done.store(true, Relaxed);
            score
        });
        self.helpers = helpers;
        score
    }

    /// The nodes of all threads.
    pub fn all_nodes(&self) -> u64 {
        self.nodes + self.watch.nodes_of_helpers()
    }

    /// The same search for another thread, until it is told to stop.
    fn helper<'h>(
        &self,
        scratch: &'h mut Scratch<K::Game>,
        nodes: &'h AtomicU64,
        stop: &'h AtomicBool,
    ) -> Search<'h, K>
    where
        Self: 'h,
    {
        Search {
            table: self.table.for_helper(),
            scratch,
            watch: Watch::new(Budget::NONE, stop, nodes, &[]),
            helpers: &mut [],
            nodes: nodes.load(Relaxed),
            guesses: 0,
            stopped: false,
            ..*self
        }
    }
}
