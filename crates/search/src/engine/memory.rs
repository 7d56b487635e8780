use std::ops::{Deref, DerefMut};

#[cfg(not(target_family = "wasm"))]
use memmap2::MmapMut;

/// One line of the processor's cache. Plain numbers, so that fresh memory is zero without being
/// written to.
pub(super) type CacheLine = [u64; 8];

/// How many bytes that is.
pub const LINE_BYTES: usize = size_of::<CacheLine>();

/// A number of lines, all zero at first. A large piece asks for large pages: a table is read all over
/// the place, and with small pages every look would also have to look up where the page is.
#[derive(Debug)]
pub enum Memory {
    /// Few lines, zeroed by us.
    Small(Vec<CacheLine>),
    /// Many lines, zeroed by the system when they are first used.
    #[cfg(not(target_family = "wasm"))]
    Large(MmapMut),
}

impl Memory {
    /// `lines` lines of zeros.
    pub fn new(lines: usize) -> Memory {
        Memory::large(lines).unwrap_or_else(|| Memory::Small(vec![[0; 8]; lines]))
    }

    #[cfg(not(target_family = "wasm"))]
    fn large(lines: usize) -> Option<Memory> {
        /// Smaller pieces gain nothing: their pages are few, and a large page takes its time to
        /// clear.
        const LEAST_LARGE: usize = 8 << 20;
        let bytes = lines * LINE_BYTES;
        let map = (bytes >= LEAST_LARGE).then(|| MmapMut::map_anon(bytes).ok())??;
        // Only a wish: where it is not granted, small pages do.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Some(Memory::Large(map))
    }

    /// A browser has one kind of memory.
    #[cfg(target_family = "wasm")]
    fn large(_: usize) -> Option<Memory> {
        None
    }

    /// The same memory, byte by byte.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        bytemuck::cast_slice(self)
    }

    /// The same, to be written to.
    #[inline]
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        bytemuck::cast_slice_mut(self)
    }
}

impl Deref for Memory {
    type Target = [CacheLine];

    #[inline]
    fn deref(&self) -> &[CacheLine] {
        match self {
            Memory::Small(lines) => lines,
            // A page is a whole number of lines and lies where a line may lie.
            #[cfg(not(target_family = "wasm"))]
            Memory::Large(map) => bytemuck::cast_slice(map),
        }
    }
}

impl DerefMut for Memory {
    #[inline]
    fn deref_mut(&mut self) -> &mut [CacheLine] {
        match self {
            Memory::Small(lines) => lines,
            #[cfg(not(target_family = "wasm"))]
            Memory::Large(map) => bytemuck::cast_slice_mut(map),
        }
    }
}

impl Clone for Memory {
    fn clone(&self) -> Memory {
        let mut copy = Memory::new(self.len());
        copy.copy_from_slice(self);
        copy
    }
}
