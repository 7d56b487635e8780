use std::time::Duration;

use prefetch_index::prefetch_index;

use super::Score;
use super::memory::{CacheLine, Memory};
use super::window::ScoreWindow;

/// What earlier searches found, by position. When it is full, better entries drive out worse ones.
///
/// It is cheap to make, however large it may become: it starts small, within the processor's cache,
/// and grows as it fills. Memory that is touched for the first time costs more than a node, and a
/// move with a hundredth of a second left has none of that to give away. A new search does not
/// clear it either, but counts its generation up.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Memory,
    /// The number of buckets that it grows to.
    most: usize,
    /// The same for the search that goes on: growing takes time, too.
    most_now: usize,
    /// How many entries there are.
    filled: usize,
    generation: u8,
}

/// A bucket is a line of memory: four entries, each its key and the rest packed in a word. Zero is
/// no entry.
const WAYS: usize = size_of::<CacheLine>() / 16;

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TableEntry {
    /// A value, or a bound of it.
    pub score: Score,
    /// Which of the two.
    pub bound: Bound,
    /// How deep was searched; [`TableEntry::PROVEN`] if to the end of the game in every line.
    pub depth: u8,
    /// The place of the best move in the list of moves; [`TableEntry::NO_MOVE`] if none was best.
    pub best: u16,
    /// For a [`TableEntry::PROVEN`] one, whose depth says nothing: how many nodes it took, as a power of
    /// two. At most 31.
    pub work: u8,
}

/// What a score says about the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    AtLeast,
    /// The value is at most this.
    AtMost,
}

impl TableEntry {
    /// The depth of a search that left nothing to an estimate.
    pub const PROVEN: u8 = u8::MAX;
    /// No move is known to be best.
    pub const NO_MOVE: u16 = (1 << 11) - 1;

    // From the lowest bit: best (11), work (5), depth (8), bound (2), generation (6), score (32).
    fn pack(self, generation: u8) -> u64 {
        u64::from(self.best.min(TableEntry::NO_MOVE))
            | u64::from(self.work) << 11
            | u64::from(self.depth) << 16
            | (self.bound as u64 + 1) << 24
            | u64::from(generation) << 26
            | u64::from(self.score as u32) << 32
    }

    fn unpack(word: u64) -> Option<TableEntry> {
        let bound = match word >> 24 & 3 {
            1 => Bound::Exact,
            2 => Bound::AtLeast,
            3 => Bound::AtMost,
            _ => return None,
        };
        let score = (word >> 32) as u32 as Score;
        let (best, work) = (word as u16 & TableEntry::NO_MOVE, (word >> 11) as u8 & 31);
        Some(TableEntry { score, bound, depth: (word >> 16) as u8, best, work })
    }

    /// Whether the score settles a search with this window.
    #[inline]
    pub fn settles(self, window: ScoreWindow) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => self.score >= window.beta,
            Bound::AtMost => self.score <= window.alpha,
        }
    }
}

const GENERATIONS: u8 = 64;

impl Table {
    /// How many buckets it starts with: 256 KiB.
    const FIRST: usize = 1 << 12;
    /// By how much it grows at once.
    const GROWTH: usize = 2;

    /// A table that grows to at most this many bytes, and has at least one bucket.
    pub fn new(bytes: usize) -> Table {
        let most = (bytes / size_of::<CacheLine>()).max(1);
        // The largest power of two: a place is then a mask away.
        let most = 1 << most.ilog2();
        let buckets = Memory::new(most.min(Table::FIRST));
        Table { buckets, most, most_now: most, filled: 0, generation: 0 }
    }

    fn larger(&self) -> usize {
        (self.buckets.len() * Table::GROWTH).min(self.most)
    }

    /// Makes more room. A bucket's entries spread over those that have the same lower bits.
    #[cold]
    fn grow(&mut self) {
        let larger = self.larger();
        let old = std::mem::replace(&mut self.buckets, Memory::new(larger));
        for bucket in &*old {
            let (ways, _) = bucket.as_chunks::<2>();
            for &[key, word] in ways.iter().filter(|way| way[1] != 0) {
                let place = self.place(key);
                let (ways, _) = self.buckets[place].as_chunks_mut::<2>();
                // There is room: a new bucket gets entries of one old one only.
                if let Some(way) = ways.iter_mut().find(|way| way[1] == 0) {
                    *way = [key, word];
                }
            }
        }
    }

    /// Begins a new search: entries of earlier ones stay, but give way first. To grow may hold it up for
    /// this long at most, if there is a limit.
    pub fn begin_search(&mut self, longest_stall: Option<Duration>) {
        /// Memory that is used for the first time costs about so much; twice that where it costs most, in
        /// a busy virtual machine.
        const NANOSECONDS_A_LINE: u128 = 128;
        self.generation = (self.generation + 1) % GENERATIONS;
        self.most_now = longest_stall.map_or(self.most, |stall| {
            let lines = usize::try_from(stall.as_nanos() / NANOSECONDS_A_LINE);
            self.most.min(lines.unwrap_or(usize::MAX))
        });
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        key as usize & (self.buckets.len() - 1)
    }

    /// Fetches the bucket of a key that is asked for soon. Memory takes as long to answer as some
    /// hundred instructions, which can run meanwhile.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch_index(&*self.buckets, self.place(key));
    }

    /// What is known about the position with this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<TableEntry> {
        let bucket = &self.buckets[self.place(key)];
        let (ways, _) = bucket.as_chunks::<2>();
        ways.iter().find(|way| way[0] == key).and_then(|way| TableEntry::unpack(way[1]))
    }

    /// Keeps an entry in the place of the one that is worth least.
    #[inline]
    pub fn put(&mut self, key: u64, entry: TableEntry) {
        let (place, generation) = (self.place(key), self.generation);
        let (ways, _) = self.buckets[place].as_chunks_mut::<2>();
        let (mut victim, mut least) = (0, u32::MAX);
        for (index, &[other, word]) in ways.iter().enumerate() {
            if other == key {
                victim = index;
                break;
            }
            let worth = worth(word, generation);
            if worth < least {
                (victim, least) = (index, worth);
            }
        }
        let way = &mut ways[victim];
        // Of a position that is there already, keep the best move, and an exact value that is proven.
        let mut entry = entry;
        if way[0] == key
            && let Some(old) = TableEntry::unpack(way[1])
        {
            let is_final = old.depth == TableEntry::PROVEN && old.bound == Bound::Exact;
            if is_final && entry.depth != TableEntry::PROVEN {
                return;
            }
            if entry.best == TableEntry::NO_MOVE {
                entry.best = old.best;
            }
        }
        let was_empty = way[1] == 0;
        *way = [key, entry.pack(generation)];
        self.filled += usize::from(was_empty);
        if self.filled > self.buckets.len() * WAYS / 2
            && self.buckets.len() < self.most
            && self.larger() <= self.most_now
        {
            self.grow();
        }
    }
}

/// What an entry is worth keeping: an empty one nothing, then those of earlier searches, then those
/// that looked less deep or took less work.
fn worth(word: u64, generation: u8) -> u32 {
    if word == 0 {
        return 0;
    }
    let age = generation.wrapping_sub((word >> 26) as u8) % GENERATIONS;
    let depth_and_work = word as u32 >> 11 & 0x1fff;
    1 + depth_and_work + if age == 0 { 1 << 13 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u8) -> TableEntry {
        TableEntry { score: -7, bound: Bound::AtMost, depth, best: 3, work: 0 }
    }

    #[test]
    fn an_entry_survives_packing() {
        for score in [0, 1, -1, Score::MAX, Score::MIN] {
            for bound in [Bound::Exact, Bound::AtLeast, Bound::AtMost] {
                for (depth, best, work) in
                    [(0, 0, 31), (1, TableEntry::NO_MOVE, 0), (TableEntry::PROVEN, 1351, 17)]
                {
                    let entry = TableEntry { score, bound, depth, best, work };
                    for generation in [0, 1, GENERATIONS - 1] {
                        assert_eq!(TableEntry::unpack(entry.pack(generation)), Some(entry));
                    }
                }
            }
        }
    }

    #[test]
    fn a_fresh_table_knows_nothing() {
        let table = Table::new(1 << 20);
        assert_eq!(table.most * size_of::<CacheLine>(), 1 << 20);
        assert!((0..1000).all(|key| table.get(key).is_none()));
        assert_eq!(Table::new(0).most, 1);
        assert_eq!(Table::new(200).most, 2);
    }

    #[test]
    fn the_shallowest_of_a_full_bucket_gives_way() {
        let mut table = Table::new(0);
        for (key, depth) in [(1, 5), (2, 3), (3, 9), (4, 4)] {
            table.put(key, entry(depth));
        }
        table.put(5, entry(1));
        assert_eq!(table.get(2), None);
        for key in [1, 3, 4, 5] {
            assert!(table.get(key).is_some(), "{key}");
        }
    }

    #[test]
    fn of_proven_ones_that_with_the_least_work_gives_way() {
        let mut table = Table::new(0);
        for (key, work) in [(1, 5), (2, 3), (3, 31), (4, 4)] {
            table.put(key, TableEntry { work, ..entry(TableEntry::PROVEN) });
        }
        table.put(5, entry(TableEntry::PROVEN));
        assert_eq!(table.get(2), None);
        table.put(6, entry(TableEntry::PROVEN));
        assert_eq!(table.get(5), None);
    }

    #[test]
    fn what_is_old_gives_way_first() {
        let mut table = Table::new(0);
        table.put(1, entry(200));
        table.begin_search(None);
        for key in 2..=5 {
            table.put(key, entry(1));
        }
        assert_eq!(table.get(1), None);
        assert!((2..=5).all(|key| table.get(key).is_some()));
    }

    #[test]
    fn what_is_final_stays_and_the_best_move_too() {
        let mut table = Table::new(0);
        table.put(1, entry(4));
        table.put(1, TableEntry { best: TableEntry::NO_MOVE, ..entry(5) });
        assert_eq!(table.get(1), Some(entry(5)));
        let value = TableEntry { bound: Bound::Exact, ..entry(TableEntry::PROVEN) };
        table.put(1, value);
        table.put(1, entry(6));
        assert_eq!(table.get(1), Some(value));
    }

    /// Nothing is lost while there is room, and nothing grows beyond its bound.
    #[test]
    fn it_grows_with_what_it_holds() {
        let most = 2 * Table::GROWTH * Table::FIRST;
        let mut table = Table::new(most * size_of::<CacheLine>());
        let keys: Vec<u64> = (1..=Table::FIRST as u64 * 5).map(plyglot_core::mix::mix).collect();
        // A search in a hurry has no time for more.
        table.begin_search(Some(Duration::from_micros(1)));
        for key in keys.iter().map(|key| key ^ 1) {
            table.put(key, entry(1));
        }
        assert_eq!(table.buckets.len(), Table::FIRST);
        table = Table::new(most * size_of::<CacheLine>());
        for &key in &keys {
            table.put(key, TableEntry { score: key as Score, ..entry(1) });
        }
        assert_eq!(table.buckets.len(), most);
        let kept = keys
            .iter()
            .filter(|&&key| table.get(key).is_some_and(|entry| entry.score == key as Score));
        // Some share a bucket with too many others before it has grown.
        assert!(kept.count() * 100 > keys.len() * 95);
        for key in (1..=most as u64 * 8).map(plyglot_core::mix::mix) {
            table.put(key, entry(1));
        }
        assert_eq!(table.buckets.len(), most);
    }
}
