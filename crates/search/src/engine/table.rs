use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::time::Duration;

use prefetch_index::prefetch_index;

use super::Score;
use super::memory::{CacheLine, LINE_BYTES, Memory};
use super::window::ScoreWindow;

/// What earlier searches found, by position. When it is full, better entries drive out worse ones.
///
/// It is cheap to make, however large it may become: it uses little of its memory at first, no more than
/// fits into the processor's cache, and more as it fills. Memory that is touched for the first time costs
/// more than a node, and a move with a hundredth of a second left has none of that to give away. A new
/// search does not clear it either, but counts its generation up.
#[derive(Debug)]
pub(super) struct Table {
    /// All that it may use.
    memory: Memory,
    use_of_it: Use,
}

/// How much of its memory a table uses.
#[derive(Debug)]
struct Use {
    /// The number of buckets that it grows to.
    most: usize,
    /// The same for the search that goes on: growing takes time, too.
    most_now: usize,
    /// How many buckets are in use.
    buckets: AtomicUsize,
    /// How many entries there are, as far as those who let it grow have seen.
    filled: AtomicUsize,
    generation: u8,
}

/// A table as a search sees it. Several searches may share it, each in a thread of its own: nothing is
/// locked. Whoever reads an entry while another writes it gets none, or the old or the new one; a lost
/// entry costs a search its time again, and nothing else.
#[derive(Clone, Copy, Debug)]
pub(super) struct SharedTable<'t> {
    memory: &'t [CacheLine],
    use_of_it: &'t Use,
    /// How many searches fill it as this one does, which lets it grow for all of them. None if another
    /// does that.
    sharers: usize,
}

/// A bucket is a line of memory: four entries, each its key and the rest packed in a word. The key is
/// mixed with the word, so that halves of two entries, written at the same time, are the entry of no
/// position. Zero is no entry.
const WAYS: usize = LINE_BYTES / 16;

/// An entry's place in a bucket.
type Way = [AtomicU64; 2];

fn ways(bucket: &CacheLine) -> &[Way] {
    bucket.as_chunks::<2>().0
}

#[inline]
fn read(way: &Way) -> (u64, u64) {
    let (mixed, word) = (way[0].load(Relaxed), way[1].load(Relaxed));
    (mixed ^ word, word)
}

#[inline]
fn write(way: &Way, key: u64, word: u64) {
    way[0].store(key ^ word, Relaxed);
    way[1].store(word, Relaxed);
}

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

    /// A table that grows to at most this many bytes, and has at least one bucket.
    pub fn new(bytes: usize) -> Table {
        let most = (bytes / LINE_BYTES).max(1);
        // The largest power of two: a place is then a mask away.
        let most = 1 << most.ilog2();
        let use_of_it = Use {
            most,
            most_now: most,
            buckets: AtomicUsize::new(most.min(Table::FIRST)),
            filled: AtomicUsize::new(0),
            generation: 0,
        };
        Table { memory: Memory::new(most * LINE_BYTES), use_of_it }
    }

    /// Begins a new search: entries of earlier ones stay, but give way first. To grow may hold it up for
    /// this long at most, if there is a limit.
    pub fn begin_search(&mut self, longest_stall: Option<Duration>) {
        /// Memory that is used for the first time costs about so much; twice that where it costs most, in
        /// a busy virtual machine.
        const NANOSECONDS_A_LINE: u128 = 128;
        let Use { most, most_now, generation, .. } = &mut self.use_of_it;
        *generation = (*generation + 1) % GENERATIONS;
        *most_now = longest_stall.map_or(*most, |stall| {
            let lines = usize::try_from(stall.as_nanos() / NANOSECONDS_A_LINE);
            (*most).min(lines.unwrap_or(usize::MAX))
        });
    }

    /// The table for the first of so many searches, which lets it grow for all of them.
    pub fn shared(&self, sharers: usize) -> SharedTable<'_> {
        SharedTable { memory: &self.memory, use_of_it: &self.use_of_it, sharers }
    }
}

impl SharedTable<'_> {
    /// By how much it grows at once.
    const GROWTH: usize = 2;

    /// The same for another search.
    pub fn for_helper(self) -> Self {
        SharedTable { sharers: 0, ..self }
    }

    #[inline]
    fn len(&self) -> usize {
        self.use_of_it.buckets.load(Relaxed)
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        key as usize & (self.len() - 1)
    }

    /// Fetches the bucket of a key that is asked for soon. Memory takes as long to answer as some
    /// hundred instructions, which can run meanwhile.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch_index(self.memory, self.place(key));
    }

    /// What is known about the position with this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<TableEntry> {
        let ways = ways(&self.memory[self.place(key)]);
        let (_, word) = ways.iter().map(read).find(|&(other, _)| other == key)?;
        TableEntry::unpack(word)
    }

    /// Keeps an entry in the place of the one that is worth least.
    #[inline]
    pub fn put(&self, key: u64, entry: TableEntry) {
        let generation = self.use_of_it.generation;
        let ways = ways(&self.memory[self.place(key)]);
        let (mut victim, mut least, mut old) = (0, u32::MAX, 0);
        let mut entry = entry;
        for (index, (other, word)) in ways.iter().map(read).enumerate() {
            if other == key {
                (victim, old) = (index, word);
                // Of a position that is there already, keep the best move, and an exact value that is proven.
                if let Some(known) = TableEntry::unpack(word) {
                    let is_final = known.depth == TableEntry::PROVEN && known.bound == Bound::Exact;
                    if is_final && entry.depth != TableEntry::PROVEN {
                        return;
                    }
                    if entry.best == TableEntry::NO_MOVE {
                        entry.best = known.best;
                    }
                }
                break;
            }
            let worth = worth(word, generation);
            if worth < least {
                (victim, least, old) = (index, worth, word);
            }
        }
        write(&ways[victim], key, entry.pack(generation));
        if self.sharers > 0 {
            self.count(old == 0);
        }
    }

    /// Counts an entry, and makes more room if half of all places are taken.
    #[inline]
    fn count(&self, is_new: bool) {
        let Use { most, most_now, filled, .. } = self.use_of_it;
        // Nobody else counts.
        let count = filled.load(Relaxed) + usize::from(is_new);
        filled.store(count, Relaxed);
        let len = self.len();
        if count * self.sharers > len * WAYS / 2
            && len < *most
            && len * SharedTable::GROWTH <= *most_now
        {
            self.grow();
        }
    }

    /// Uses more of the memory. A bucket's entries spread over those that have the same lower bits. A search
    /// that still looks where an entry was, or writes there, misses it.
    #[cold]
    fn grow(&self) {
        let len = self.len();
        let larger = len * SharedTable::GROWTH;
        for bucket in &self.memory[..len] {
            let mut entries = [(0, 0); WAYS];
            for (entry, way) in entries.iter_mut().zip(ways(bucket)) {
                *entry = read(way);
                write(way, 0, 0);
            }
            for (key, word) in entries.into_iter().filter(|entry| entry.1 != 0) {
                let place = key as usize & (larger - 1);
                // There is room: a bucket gets entries of one old one only.
                if let Some(way) = ways(&self.memory[place]).iter().find(|way| read(way).1 == 0) {
                    write(way, key, word);
                }
            }
        }
        self.use_of_it.buckets.store(larger, Relaxed);
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
    use plyglot_core::mix::mix;

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
        assert_eq!(table.use_of_it.most * LINE_BYTES, 1 << 20);
        assert!((0..1000).all(|key| table.shared(1).get(key).is_none()));
        assert_eq!(Table::new(0).use_of_it.most, 1);
        assert_eq!(Table::new(200).use_of_it.most, 2);
    }

    #[test]
    fn the_shallowest_of_a_full_bucket_gives_way() {
        let table = Table::new(0);
        let table = table.shared(1);
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
        let table = Table::new(0);
        let table = table.shared(1);
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
        table.shared(1).put(1, entry(200));
        table.begin_search(None);
        let table = table.shared(1);
        for key in 2..=5 {
            table.put(key, entry(1));
        }
        assert_eq!(table.get(1), None);
        assert!((2..=5).all(|key| table.get(key).is_some()));
    }

    #[test]
    fn what_is_final_stays_and_the_best_move_too() {
        let table = Table::new(0);
        let table = table.shared(1);
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
        let most = 2 * SharedTable::GROWTH * Table::FIRST;
        let mut table = Table::new(most * LINE_BYTES);
        let keys: Vec<u64> = (1..=Table::FIRST as u64 * 5).map(mix).collect();
        // A search in a hurry has no time for more.
        table.begin_search(Some(Duration::from_micros(1)));
        let hurried = table.shared(1);
        for key in keys.iter().map(|key| key ^ 1) {
            hurried.put(key, entry(1));
        }
        assert_eq!(hurried.len(), Table::FIRST);
        let table = Table::new(most * LINE_BYTES);
        let table = table.shared(1);
        for &key in &keys {
            table.put(key, TableEntry { score: key as Score, ..entry(1) });
        }
        assert_eq!(table.len(), most);
        let kept = keys
            .iter()
            .filter(|&&key| table.get(key).is_some_and(|entry| entry.score == key as Score));
        // Some share a bucket with too many others before it has grown.
        assert!(kept.count() * 100 > keys.len() * 95);
        for key in (1..=most as u64 * 8).map(mix) {
            table.put(key, entry(1));
        }
        assert_eq!(table.len(), most);
    }

    /// As two threads leave them that write to the same place at the same time.
    #[test]
    fn halves_of_two_entries_are_none() {
        let table = Table::new(0);
        let table = table.shared(2);
        let way = &ways(&table.memory[0])[0];
        let [one, other] = [(1, entry(5)), (2, entry(6))].map(|(key, entry)| {
            table.put(key, entry);
            let found = ways(&table.memory[0]).iter().find(|way| read(way).0 == key);
            found.map(|way| [way[0].load(Relaxed), way[1].load(Relaxed)]).unwrap()
        });
        for [mixed, word] in [[one[0], other[1]], [other[0], one[1]]] {
            ways(&table.memory[0]).iter().for_each(|way| write(way, 0, 0));
            way[0].store(mixed, Relaxed);
            way[1].store(word, Relaxed);
            assert!(table.get(1).is_none() && table.get(2).is_none());
        }
    }

    /// Threads that write to the same few buckets, and to more of them while they do, never read what was
    /// not written for the key: every part of an entry depends on it.
    #[test]
    fn no_thread_sees_an_entry_of_another_key() {
        fn of(key: u64, nth: u64) -> TableEntry {
            let word = mix(key ^ mix(nth));
            let bound = [Bound::Exact, Bound::AtLeast, Bound::AtMost][(word >> 16) as usize % 3];
            TableEntry {
                score: mix(word) as Score,
                bound,
                depth: (word % 200) as u8,
                best: (word >> 32) as u16 % TableEntry::NO_MOVE,
                work: (word >> 48) as u8 % 32,
            }
        }
        const VERSIONS: u64 = 3;
        let table = Table::new(4 * Table::FIRST * LINE_BYTES);
        let first = table.shared(4);
        let found = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for number in 0..4 {
                let table = if number == 0 { first } else { first.for_helper() };
                let found = &found;
                scope.spawn(move || {
                    for step in 0..400_000 {
                        // One bucket for many, so that threads meet and drive each other out; and some
                        // keys all over, so that it grows. Only of the first, which counts them: it
                        // would find none of them new if the others had been there before.
                        let drawn = mix(step ^ number << 32);
                        let is_anywhere = number == 0 && step % 4 == 0;
                        let key = if is_anywhere { drawn } else { mix(drawn % 64) & !0xfff };
                        table.put(key, of(key, drawn % VERSIONS));
                        let key = mix(mix(drawn) % 64) & !0xfff;
                        if let Some(entry) = table.get(key) {
                            found.fetch_add(1, Relaxed);
                            let is_its_own = (0..VERSIONS).any(|nth| of(key, nth) == entry);
                            assert!(is_its_own, "{entry:?}");
                        }
                    }
                });
            }
        });
        assert!(first.len() > Table::FIRST && found.into_inner() > 0);
    }
}
