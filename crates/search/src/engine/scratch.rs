use plyglot_core::Game;

use super::Knowledge;
use super::estimates::Estimates;
use super::order::{Experience, Rank};

/// No line is longer: at this ply the search takes the estimate.
pub(super) const MOST_PLIES: usize = 500;

/// What a search works in. The engine keeps it from one search to the next, so that none allocates.
#[derive(Clone, Debug)]
pub(super) struct Scratch<G: Game> {
    /// The moves of all nodes on the current path, one list behind the other.
    pub moves: Vec<G::Move>,
    /// The positions after them, at the same indices, if they are all played at once.
    pub children: Vec<G>,
    /// In which order to try them, at the same indices until they are sorted.
    pub ranks: Vec<Rank>,
    /// The keys of the game's last positions and of those on the current path.
    pub path: Vec<u64>,
    pub experience: Experience<G::Move>,
    pub estimates: Estimates,
    /// The best line from each ply of the current path.
    lines: Vec<Vec<G::Move>>,
}

impl<G: Game> Scratch<G> {
    pub fn new<K: Knowledge<Game = G>>() -> Scratch<G> {
        let most_past = K::REPETITION.map_or(0, |rule| rule.quiet_turns);
        Scratch {
            moves: Vec::with_capacity(1 << 12),
            children: Vec::new(),
            ranks: Vec::with_capacity(1 << 12),
            path: Vec::with_capacity(MOST_PLIES + most_past),
            experience: Experience::new(MOST_PLIES + 1, K::HISTORY_SIZE),
            estimates: Estimates::new(K::COSTLY_ESTIMATE),
            lines: vec![Vec::new(); MOST_PLIES + 2],
        }
    }

    /// Makes ready for a search after these positions.
    pub fn begin(&mut self, past: &[u64]) {
        self.experience.forget();
        // A search that is stopped at once must not take the last one's line for its own.
        self.clear_line(0);
        self.path.clear();
        self.path.extend_from_slice(past);
    }

    /// Drops the moves of the last node on the path, which begin at `start`.
    #[inline]
    pub fn drop_moves(&mut self, start: usize) {
        self.moves.truncate(start);
        self.ranks.truncate(start);
        self.children.truncate(start);
    }

    /// The best line from the root.
    pub fn line(&self) -> &[G::Move] {
        &self.lines[0]
    }

    /// No line from `ply` is known.
    #[inline]
    pub fn clear_line(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// The best line from `ply` is `mv` and the one from the next ply.
    pub fn extend_line(&mut self, ply: usize, mv: G::Move) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(mv);
        above[ply].extend_from_slice(&below[0]);
    }
}
