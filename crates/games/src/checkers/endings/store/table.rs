use std::sync::{Arc, OnceLock};

use super::super::{Code, Layout, Rule};
use super::block::blocks;
use super::checksum::checksum;
use super::header::Entry;
use super::section::Index;
use super::source::Source;
use super::{Kind, TableError};

/// A class in a file. Nothing but the header is read before somebody asks.
#[derive(Debug)]
pub struct Table {
    pub kind: Kind,
    pub rule: Rule,
    pub entry: Entry,
    pub layout: Layout,
    source: Arc<Source>,
    index: OnceLock<Index>,
}

impl Table {
    /// All tables of a file.
    pub fn all_in(source: Source) -> Result<Vec<Table>, TableError> {
        let header = source.header()?;
        let source = Arc::new(source);
        let table = |entry: Entry| {
            let layout = Layout::new(entry.class);
            if entry.counts.positions() != layout.ranking.positions() {
                return Err(source.damaged("the header is damaged"));
            }
            let source = Arc::clone(&source);
            let (kind, rule) = (header.kind, header.rule);
            Ok(Table { kind, rule, entry, layout, source, index: OnceLock::new() })
        };
        header.entries.into_iter().map(table).collect()
    }

    pub fn source(&self) -> &Source {
        &self.source
    }

    pub fn blocks(&self) -> u64 {
        blocks(&self.layout)
    }

    /// The codes of a block; for a table of verdicts the distances are none.
    pub fn block(&self, block: u64) -> Result<Vec<Code>, TableError> {
        let index = self.index()?;
        let range = index.range(block);
        let start = self.entry.section.start;
        let bytes = self.source.read(start + range.start..start + range.end)?;
        index.decode(&self.layout, self.kind, block, &bytes).ok_or_else(|| {
            self.source.damaged(format!("block {block} of {} is damaged", self.entry.class))
        })
    }

    fn index(&self) -> Result<&Index, TableError> {
        if let Some(index) = self.index.get() {
            return Ok(index);
        }
        let damaged =
            || self.source.damaged(format!("the index of {} is damaged", self.entry.class));
        let model = u64::from(self.entry.model);
        let section = &self.entry.section;
        let end = section.start + Index::length(&self.layout, model);
        if end > section.end {
            return Err(damaged());
        }
        let bytes = self.source.read(section.start..end)?;
        let index = Index::read(&bytes, &self.layout, self.kind, model as usize)
            .filter(|index| section.start + index.end() == section.end)
            .ok_or_else(damaged)?;
        Ok(self.index.get_or_init(|| index))
    }

    /// All that is stored of the class.
    pub fn bytes(&self) -> Result<Vec<u8>, TableError> {
        self.source.read(self.entry.section.clone())
    }

    /// Looks whether every byte is what was written.
    pub fn verify(&self) -> Result<(), TableError> {
        if checksum(&self.bytes()?) == self.entry.checksum {
            self.index().map(drop)
        } else {
            Err(self.source.damaged(format!("the checksum of {} is wrong", self.entry.class)))
        }
    }
}
