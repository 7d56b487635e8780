//! One class in a file: the chances of its model, an index of its blocks, the blocks.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::super::build::Codes;
use super::super::{Code, Layout};
use super::Kind;
use super::block::{BLOCK, blocks, nodes, walk};
use super::checksum::checksum;
use super::model::{self, Counter};
use super::range::{Chance, Decoder, Encoder};

/// So many blocks are enough to know what is frequent.
const BLOCKS_COUNTED: u64 = 1024;
/// In the index, the length of a block and the lower half of its checksum.
const INDEX_ENTRY: usize = 4;

/// Writes a class.
pub fn write(codes: &Codes, kind: Kind, threads: usize) -> Section {
    let layout = &codes.layout;
    let mut counter = Counter::new(nodes(kind));
    for block in (0..blocks(layout)).step_by(blocks(layout).div_ceil(BLOCKS_COUNTED) as usize) {
        walk(layout, kind, block, &mut counter, &mut known(codes, block));
    }
    let chances = counter.chances();
    let encoded = encode_all(codes, kind, &chances, threads);

    let model = model::write(&chances);
    let mut bytes = model.clone();
    for block in &encoded {
        bytes.extend((block.len() as u16).to_le_bytes());
        bytes.extend((checksum(block) as u16).to_le_bytes());
    }
    encoded.iter().for_each(|block| bytes.extend(block));
    Section { model: model.len(), bytes }
}

/// A class as it stands in a file.
#[derive(Debug)]
pub struct Section {
    /// How many bytes the model takes.
    pub model: usize,
    pub bytes: Vec<u8>,
}

fn known(codes: &Codes, block: u64) -> Vec<Code> {
    let end = codes.layout.places().min((block + 1) * BLOCK);
    (block * BLOCK..end).map(|place| codes.get(place)).collect()
}

fn encode_all(codes: &Codes, kind: Kind, chances: &[Chance], threads: usize) -> Vec<Vec<u8>> {
    let count = blocks(&codes.layout) as usize;
    let next = AtomicUsize::new(0);
    let work = || {
        let mut encoded = Vec::new();
        loop {
            let block = next.fetch_add(1, Ordering::Relaxed);
            if block >= count {
                return encoded;
            }
            let mut encoder = Encoder::new(chances);
            walk(&codes.layout, kind, block as u64, &mut encoder, &mut known(codes, block as u64));
            encoded.push((block, encoder.finish()));
        }
    };
    let mut encoded = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut encoded = work();
        encoded.extend(others.into_iter().flat_map(|other| other.join().unwrap_or_default()));
        encoded
    });
    encoded.sort_unstable_by_key(|&(block, _)| block);
    encoded.into_iter().map(|(_, bytes)| bytes).collect()
}

/// What must be known of a class to read a block.
#[derive(Debug)]
pub struct Index {
    chances: Vec<Chance>,
    /// Where each block begins, from the beginning of the section; then the end.
    starts: Vec<u64>,
    checks: Vec<u16>,
}

impl Index {
    /// How long the part of a section before the blocks is.
    pub fn length(layout: &Layout, model: u64) -> u64 {
        model + blocks(layout) * INDEX_ENTRY as u64
    }

    /// Reads that part; none if it does not fit.
    pub fn read(bytes: &[u8], layout: &Layout, kind: Kind, model: usize) -> Option<Index> {
        let (model, entries) = bytes.split_at_checked(model)?;
        let chances = model::read(model, nodes(kind))?;
        let (entries, rest) = entries.as_chunks::<INDEX_ENTRY>();
        if !rest.is_empty() || entries.len() as u64 != blocks(layout) {
            return None;
        }
        let mut starts = vec![bytes.len() as u64];
        let mut checks = Vec::new();
        for &[low, high, check_low, check_high] in entries {
            let length = u64::from(u16::from_le_bytes([low, high]));
            starts.push(starts[starts.len() - 1] + length);
            checks.push(u16::from_le_bytes([check_low, check_high]));
        }
        Some(Index { chances, starts, checks })
    }

    /// Where a block begins and ends in its section.
    pub fn range(&self, block: u64) -> std::ops::Range<u64> {
        let block = block as usize;
        self.starts[block]..self.starts[block + 1]
    }

    /// Where the section ends.
    pub fn end(&self) -> u64 {
        self.starts[self.starts.len() - 1]
    }

    /// The codes of a block; none if its bytes are not what was written.
    pub fn decode(
        &self,
        layout: &Layout,
        kind: Kind,
        block: u64,
        bytes: &[u8],
    ) -> Option<Vec<Code>> {
        if checksum(bytes) as u16 != self.checks[block as usize] {
            return None;
        }
        let places = layout.places() - block * BLOCK;
        let mut codes = vec![Code::DRAW; places.min(BLOCK) as usize];
        walk(layout, kind, block, &mut Decoder::new(&self.chances, bytes), &mut codes);
        Some(codes)
    }
}
