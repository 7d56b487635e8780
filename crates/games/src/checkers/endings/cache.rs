use std::sync::{Mutex, OnceLock, PoisonError};

/// The blocks that were asked for last. A block is looked for in one slot only, which has a lock of
/// its own, so that threads hardly ever meet.
#[derive(Debug)]
pub struct Cache {
    count: usize,
    /// Made when the first block is asked for.
    slots: OnceLock<Box<[Mutex<Slot>]>>,
}

/// A few blocks, the last one asked for first.
type Slot = [Option<Block>; 4];

#[derive(Debug)]
struct Block {
    number: u64,
    bytes: Box<[u8]>,
}

impl Cache {
    /// For so many times four blocks.
    pub fn new(count: usize) -> Cache {
        Cache { count, slots: OnceLock::new() }
    }

    /// A byte of a block, which is read first if it is not here.
    #[inline]
    pub fn byte(
        &self,
        number: u64,
        place: usize,
        read: impl FnOnce() -> Option<Vec<u8>>,
    ) -> Option<u8> {
        let slots = self.slots.get_or_init(|| (0..self.count).map(|_| Mutex::default()).collect());
        // Neighbours are in different slots: all of a small number have room.
        let slot = &slots[number as usize % slots.len()];
        {
            let mut blocks = slot.lock().unwrap_or_else(PoisonError::into_inner);
            let is_it = |block: &Block| block.number == number;
            let here = blocks.iter().position(|block| block.as_ref().is_some_and(is_it));
            if let Some(here) = here {
                blocks[..=here].rotate_right(1);
                return blocks[0].as_ref()?.bytes.get(place).copied();
            }
        }
        // Others may go on meanwhile; at worst two read the same.
        let bytes = read()?.into_boxed_slice();
        let byte = bytes.get(place).copied();
        let mut blocks = slot.lock().unwrap_or_else(PoisonError::into_inner);
        blocks.rotate_right(1);
        blocks[0] = Some(Block { number, bytes });
        byte
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_asked_for_last_is_here() {
        let cache = Cache::new(2);
        let byte = |number: u64| cache.byte(number, 1, || Some(vec![0, number as u8])).unwrap();
        let is_here = |number: u64| cache.byte(number, 1, || None).is_some();
        for number in 0..10 {
            assert_eq!(byte(number), number as u8);
        }
        assert!((2..10).all(is_here), "four blocks for each of two slots");
        assert!(!is_here(0) && !is_here(1));
        byte(2);
        byte(10);
        assert!(is_here(2) && !is_here(4), "the one that waited longest has gone");
    }
}
