use std::fmt;
use std::ops::Deref;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// One line of the processor's cache. Several threads may read and write it at once; with orders that
/// promise nothing about other lines that takes the same instructions as plain numbers.
pub(super) type CacheLine = [AtomicU64; 8];

/// How many bytes that is.
pub(super) const LINE_BYTES: usize = size_of::<CacheLine>();

/// A number of lines, all zero at first, for any number of threads. They cost nothing until they are used.
pub struct Memory(Lines);

enum Lines {
    /// Few lines.
    Small(Vec<CacheLine>),
    /// Many lines, zeroed by the system when they are first used.
    #[cfg(not(target_family = "wasm"))]
    Large(mapped::Mapped),
}

impl Memory {
    /// At least this many bytes, all of them zero.
    pub fn new(bytes: usize) -> Memory {
        let lines = bytes.div_ceil(LINE_BYTES);
        Memory(Lines::large(lines).unwrap_or_else(|| Lines::Small(bytemuck::zeroed_vec(lines))))
    }

    /// One of the bytes.
    ///
    /// # Panics
    /// If there are not as many.
    #[inline]
    pub fn byte(&self, index: usize) -> u8 {
        let (word, shift) = self.word(index);
        (word.load(Relaxed) >> shift) as u8
    }

    /// Writes one of the bytes. What another thread writes at the same time, there or right beside it, may
    /// be undone.
    ///
    /// # Panics
    /// If there are not as many.
    #[inline]
    pub fn set_byte(&self, index: usize, byte: u8) {
        let (word, shift) = self.word(index);
        let others = word.load(Relaxed) & !(0xff << shift);
        word.store(others | u64::from(byte) << shift, Relaxed);
    }

    /// Fetches a byte that is asked for soon.
    #[inline]
    pub fn prefetch_byte(&self, index: usize) {
        prefetch_index::prefetch_index(&**self, index / LINE_BYTES);
    }

    /// Where a byte is.
    #[inline]
    fn word(&self, index: usize) -> (&AtomicU64, u32) {
        (&self.as_flattened()[index / 8], 8 * (index % 8) as u32)
    }
}

impl Deref for Memory {
    type Target = [CacheLine];

    #[inline]
    fn deref(&self) -> &[CacheLine] {
        match &self.0 {
            Lines::Small(lines) => lines,
            #[cfg(not(target_family = "wasm"))]
            Lines::Large(mapped) => mapped.borrow_dependent(),
        }
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Memory({} lines)", self.len())
    }
}

#[cfg(not(target_family = "wasm"))]
mod mapped {
    use memmap2::MmapMut;
    use self_cell::{MutBorrow, self_cell};
    use zerocopy::FromBytes;

    use super::{CacheLine, LINE_BYTES, Lines};

    type Shared<'m> = &'m [CacheLine];

    self_cell!(
        /// Memory that is the system's, seen as lines that threads can share. Only its owner can make that of
        /// it, so the two live together.
        pub(super) struct Mapped {
            owner: MutBorrow<MmapMut>,
            #[covariant]
            dependent: Shared,
        }
    );

    impl Lines {
        /// Asks for large pages where there is much of it: a table is read all over the place, and with small
        /// pages every look would also have to look up where the page is. Not for the first part, which is
        /// all that a short search uses: a large page takes its time to clear.
        pub(super) fn large(lines: usize) -> Option<Lines> {
            /// Up to here what was used before can be used again, which is quicker.
            const LEAST: usize = 1 << 20;
            let bytes = lines * LINE_BYTES;
            let map = (bytes > LEAST).then(|| MmapMut::map_anon(bytes).ok())??;
            #[cfg(target_os = "linux")]
            wish(&map);
            let mapped = Mapped::try_new(MutBorrow::new(map), |map| {
                // A page is a whole number of lines and lies where a line may lie.
                <[CacheLine]>::mut_from_bytes(map.borrow_mut()).map(|lines| &*lines).map_err(drop)
            });
            mapped.ok().map(Lines::Large)
        }
    }

    /// Only wishes: where they are not granted, small pages do, as they are asked for.
    #[cfg(target_os = "linux")]
    fn wish(map: &MmapMut) {
        use memmap2::Advice;
        const FIRST: usize = 256 << 10;
        const IN_SMALL_PAGES: usize = 2 << 20;
        // Nearly every search uses so much: all at once it takes a fraction of the time.
        let _ = map.advise_range(Advice::PopulateWrite, 0, FIRST);
        if map.len() > IN_SMALL_PAGES {
            let _ = map.advise_range(Advice::HugePage, IN_SMALL_PAGES, map.len() - IN_SMALL_PAGES);
        }
    }
}

/// A browser has one kind of memory.
#[cfg(target_family = "wasm")]
impl Lines {
    fn large(_: usize) -> Option<Lines> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_keep_to_themselves() {
        for bytes in [1_000, 3 << 20] {
            let memory = Memory::new(bytes);
            assert!(memory.len() * LINE_BYTES >= bytes);
            let byte = |index: usize| (index * 7 % 251) as u8;
            assert!((0..bytes).all(|index| memory.byte(index) == 0));
            (0..bytes).rev().for_each(|index| memory.set_byte(index, byte(index)));
            assert!((0..bytes).all(|index| memory.byte(index) == byte(index)));
        }
    }
}
