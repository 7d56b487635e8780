use super::super::build::Codes;
use super::super::{Code, Rule, Verdict};
use super::Kind;
use super::checksum::checksum;
use super::header::{Counts, Entry, Header};
use super::section::{self, Section};

/// A class, compressed.
#[derive(Debug)]
pub struct Packed {
    entry: Entry,
    section: Section,
}

impl Packed {
    /// Compresses a class.
    pub fn new(codes: &Codes, counts: Counts, kind: Kind, threads: usize) -> Packed {
        let section = section::write(codes, kind, threads);
        let entry = Entry {
            class: codes.class(),
            counts,
            section: 0..section.bytes.len() as u64,
            model: section.model as u32,
            checksum: checksum(&section.bytes),
        };
        Packed { entry, section }
    }
}

/// The bytes of a file with these classes.
pub fn file(packed: Vec<Packed>, kind: Kind, rule: Rule) -> Vec<u8> {
    let mut next = Header::length(packed.len()) as u64;
    let (mut entries, mut sections) = (Vec::new(), Vec::new());
    for Packed { mut entry, section } in packed {
        let start = next;
        next += section.bytes.len() as u64;
        entry.section = start..next;
        entries.push(entry);
        sections.push(section.bytes);
    }
    let mut bytes = Header { kind, rule, entries }.write();
    sections.into_iter().for_each(|section| bytes.extend(section));
    bytes
}

impl Counts {
    /// Counts a class.
    pub fn of(codes: &Codes) -> Counts {
        let mut counts = Counts::default();
        codes.for_each(|_, code| counts.add(code));
        counts
    }

    fn add(&mut self, code: Code) {
        match code.verdict() {
            Verdict::Win => self.wins += 1,
            Verdict::Draw => self.draws += 1,
            Verdict::Loss => self.losses += 1,
        }
        self.most_plies = self.most_plies.max(code.plies());
    }
}
