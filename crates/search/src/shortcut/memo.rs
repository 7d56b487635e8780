//! Minimax with its exact node count, from a table of trees already seen.

use plyglot_games::mix::mix;
use plyglot_games::{Game, Side, Value, star_circle};

use crate::textbook::Answer;

/// A game in which the same tree hangs below many nodes, up to a shift of all its values.
pub trait Repeating: Game {
    /// Equal keys at the same depth: the same tree, all values shifted by the difference of the
    /// two positions' own evaluations. `None` if this position is better not remembered.
    fn tree_key(&self) -> Option<u64>;

    /// How many children there are, and the best of their evaluations for the side to move, from
    /// `side`'s view. The position is not over.
    fn next_ply(&self, side: Side) -> (u64, Value);
}

impl Repeating for star_circle::Position {
    #[inline]
    fn tree_key(&self) -> Option<u64> {
        // After a pass the tree is another one; that is rare enough to walk it.
        (self.passes() == 0).then(|| star_circle::Position::tree_key(self))
    }

    #[inline]
    fn next_ply(&self, side: Side) -> (u64, Value) {
        star_circle::Position::next_ply(self, side)
    }
}

/// What [`crate::textbook::minimax`] finds, its node count included, in a fraction of the time.
/// The line holds the first move only. Every move takes one turn.
pub fn minimax<G: Repeating>(root: &G, depth: u32) -> Answer<G::Move> {
    let max = root.to_move();
    let mut search = Search { max, moves: Vec::new(), tables: Vec::new() };
    search.tables.resize_with(depth as usize, Table::default);
    let mut answer = Answer { value: Value::NEG_INFINITY, line: Vec::new(), nodes: 1 };
    for mv in root.moves() {
        let (value, nodes) = search.visit(&root.after(mv), depth - 1);
        answer.nodes += nodes;
        if value > answer.value {
            answer.value = value;
            answer.line = vec![mv];
        }
    }
    answer
}

struct Search<G: Game> {
    max: Side,
    moves: Vec<G::Move>,
    /// One table for each number of turns left.
    tables: Vec<Table>,
}

impl<G: Repeating> Search<G> {
    /// The value and the number of nodes of the tree below `position`, itself included.
    fn visit(&mut self, position: &G, turns_left: u32) -> (Value, u64) {
        if turns_left == 0 || position.outcome().is_some() {
            return (position.evaluate(self.max), 1);
        }
        if turns_left == 1 {
            let (children, value) = position.next_ply(self.max);
            return (value, children + 1);
        }
        let Some(key) = position.tree_key() else {
            return self.inner(position, turns_left);
        };
        let own = finite(position.evaluate(self.max));
        if let Some(known) = self.tables[turns_left as usize].get(key) {
            return (Value::finite(own + known.shift), known.nodes);
        }
        let (value, nodes) = self.inner(position, turns_left);
        self.tables[turns_left as usize].insert(Entry { key, nodes, shift: finite(value) - own });
        (value, nodes)
    }

    fn inner(&mut self, position: &G, turns_left: u32) -> (Value, u64) {
        let start = self.moves.len();
        position.legal_moves(&mut self.moves);
        let maximizes = position.to_move() == self.max;
        let mut best = if maximizes { Value::NEG_INFINITY } else { Value::INFINITY };
        let mut total = 1;
        for index in start..self.moves.len() {
            let (value, nodes) = self.visit(&position.after(self.moves[index]), turns_left - 1);
            best = if maximizes { best.max(value) } else { best.min(value) };
            total += nodes;
        }
        self.moves.truncate(start);
        (best, total)
    }
}

/// Evaluations and values of whole trees are finite: infinities only stand at a search's start.
fn finite(value: Value) -> i64 {
    value.number().unwrap_or_default()
}

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    /// 0 marks a free place: every tree has a node.
    nodes: u64,
    /// The tree's value less the evaluation of its root.
    shift: i64,
}

/// A hash table that only grows: open addressing, at most half full.
#[derive(Default)]
struct Table {
    entries: Vec<Entry>,
    used: usize,
}

impl Table {
    #[inline]
    fn place(&self, key: u64) -> usize {
        let mask = self.entries.len() - 1;
        let mut place = mix(key) as usize & mask;
        while self.entries[place].nodes != 0 && self.entries[place].key != key {
            place = (place + 1) & mask;
        }
        place
    }

    #[inline]
    fn get(&self, key: u64) -> Option<Entry> {
        if self.entries.is_empty() {
            return None;
        }
        let entry = self.entries[self.place(key)];
        (entry.nodes != 0).then_some(entry)
    }

    fn insert(&mut self, entry: Entry) {
        if self.entries.len() <= 2 * self.used {
            self.grow();
        }
        let place = self.place(entry.key);
        self.entries[place] = entry;
        self.used += 1;
    }

    fn grow(&mut self) {
        let size = (4 * self.entries.len()).max(1 << 10);
        let old = std::mem::replace(&mut self.entries, vec![Entry::default(); size]);
        for entry in old.into_iter().filter(|entry| entry.nodes != 0) {
            let place = self.place(entry.key);
            self.entries[place] = entry;
        }
    }
}
