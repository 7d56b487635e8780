//! The beginning of a file: what it holds, and where.

use std::ops::Range;

use super::super::{Class, Rule};
use super::Kind;
use super::checksum::checksum;

const MAGIC: [u8; 8] = *b"PLYENDS\n";
/// Changes with everything that makes old files unreadable, the order of positions included.
const VERSION: u8 = 1;
const START_BYTES: usize = 12;
const ENTRY_BYTES: usize = 56;
const CHECKSUM_BYTES: usize = 8;

/// What is known of a file before any block is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    pub kind: Kind,
    pub rule: Rule,
    pub entries: Vec<Entry>,
}

/// What is known of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub class: Class,
    pub counts: Counts,
    /// Where its section lies in the file.
    pub section: Range<u64>,
    /// How many bytes of that the model takes.
    pub model: u32,
    /// Of the section.
    pub checksum: u64,
}

/// How many positions of a class are won, drawn and lost for the side to move, all of them counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Wins.
    pub wins: u64,
    /// Draws.
    pub draws: u64,
    /// Losses.
    pub losses: u64,
    /// The longest way to a conversion that wins or loses.
    pub most_plies: u8,
}

/// Why a header cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadHeader {
    /// It goes on for so many bytes.
    Short(usize),
    Foreign,
    OtherVersion,
    Damaged,
}

impl Header {
    /// How many bytes a header for so many classes has.
    pub fn length(classes: usize) -> usize {
        START_BYTES + classes * ENTRY_BYTES + CHECKSUM_BYTES
    }

    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, self.kind as u8, self.rule as u8, self.entries.len() as u8]);
        for entry in &self.entries {
            let Class { men, kings, enemy_men, enemy_kings } = entry.class;
            bytes.extend([men, kings, enemy_men, enemy_kings].map(|count| count as u8));
            bytes.extend(entry.model.to_le_bytes()[..3].iter());
            let Counts { wins, draws, losses, most_plies } = entry.counts;
            bytes.push(most_plies);
            let Range { start, end } = entry.section;
            for number in [wins, draws, losses, start, end, entry.checksum] {
                bytes.extend(number.to_le_bytes());
            }
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads what [`write`](Header::write) has written, at the beginning of `bytes`.
    pub fn read(bytes: &[u8]) -> Result<Header, BadHeader> {
        let Some((start, rest)) = bytes.split_at_checked(START_BYTES) else {
            let known = bytes.len().min(MAGIC.len());
            let is_ours = bytes[..known] == MAGIC[..known];
            return Err(if is_ours { BadHeader::Short(START_BYTES) } else { BadHeader::Foreign });
        };
        if start[..MAGIC.len()] != MAGIC {
            return Err(BadHeader::Foreign);
        }
        let [version, kind, rule, count] = [start[8], start[9], start[10], start[11]];
        if version != VERSION {
            return Err(BadHeader::OtherVersion);
        }
        let length = Header::length(usize::from(count));
        let Some(rest) = rest.get(..length - START_BYTES) else {
            return Err(BadHeader::Short(length));
        };
        let (entries, sum) = rest.split_at(rest.len() - CHECKSUM_BYTES);
        if checksum(&bytes[..length - CHECKSUM_BYTES]).to_le_bytes() != sum {
            return Err(BadHeader::Damaged);
        }
        let (entries, _) = entries.as_chunks::<ENTRY_BYTES>();
        Ok(Header {
            kind: if kind == Kind::Verdicts as u8 { Kind::Verdicts } else { Kind::Distances },
            rule: if rule == Rule::Fifty as u8 { Rule::Fifty } else { Rule::Endless },
            entries: entries.iter().map(Entry::read).collect(),
        })
    }
}

impl Entry {
    fn read(bytes: &[u8; ENTRY_BYTES]) -> Entry {
        let (small, numbers) = bytes.split_at(8);
        let (numbers, _) = numbers.as_chunks::<8>();
        let number = |index: usize| u64::from_le_bytes(numbers[index]);
        let [men, kings, enemy_men, enemy_kings] = [0, 1, 2, 3].map(|at| u32::from(small[at]));
        Entry {
            class: Class { men, kings, enemy_men, enemy_kings },
            counts: Counts {
                wins: number(0),
                draws: number(1),
                losses: number(2),
                most_plies: small[7],
            },
            section: number(3)..number(4),
            model: u32::from_le_bytes([small[4], small[5], small[6], 0]),
            checksum: number(5),
        }
    }
}

impl Counts {
    /// All positions.
    pub fn positions(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}
