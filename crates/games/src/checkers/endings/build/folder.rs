use std::io;
use std::path::Path;

use plyglot_kit::{Files, Folder};

use super::super::probe::file_name;
use super::super::store::{Counts, Kind, Packed, Source, Table, TableError, file};
use super::super::{Class, Ranking, Rule};
use super::{Codes, Solved, solve};

/// Which tables to build.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'p> {
    /// With up to so many pieces.
    pub pieces: u32,
    /// Whether quiet turns make a draw.
    pub rule: Rule,
    /// Where they are written; what is there already is not built again.
    pub folder: &'p Path,
    /// How many threads work.
    pub threads: usize,
}

/// Builds tables of verdicts and of distances, a file each, a class after the other. `done` hears of
/// every few positions that are there.
///
/// # Errors
/// If a file cannot be written, or one that is needed cannot be read.
pub fn into_folder(plan: &Plan<'_>, done: &(dyn Fn(u64) + Sync)) -> Result<(), TableError> {
    let mut solved = Solved::default();
    // Read only if something is left to do.
    let mut found: Vec<Table> = Vec::new();
    for pieces in 2..=plan.pieces {
        let mut last_own = 0;
        for class in Class::with_pieces(pieces) {
            // With the most pieces, nothing leads from one balance of pieces to another.
            let sides = class.own().max(class.enemy());
            if pieces == plan.pieces && sides != last_own {
                for class in Class::with_pieces(pieces) {
                    solved.forget(class);
                }
                found.retain(|table| table.entry.class.pieces() < pieces);
            }
            last_own = sides;
            if solved.has(class) {
                continue; // with its mirrored one
            }
            if let Some(table) = plan.find(class)? {
                done(Ranking::new(class).positions());
                found.push(table);
                continue;
            }
            for table in found.drain(..) {
                solved.restore(&table)?;
            }
            for codes in solve(class, plan.rule, &solved, plan.threads, done) {
                plan.write(&codes)?;
                solved.add(&codes);
            }
        }
    }
    Ok(())
}

impl Plan<'_> {
    /// The verdicts of a class, if they and its distances are there.
    fn find(&self, class: Class) -> Result<Option<Table>, TableError> {
        let [verdicts, distances] = Kind::ALL.map(|kind| self.find_kind(class, kind));
        Ok(verdicts?.zip(distances?).map(|(verdicts, _)| verdicts))
    }

    /// What was damaged is built again, but never over tables of another rule.
    fn find_kind(&self, class: Class, kind: Kind) -> Result<Option<Table>, TableError> {
        let path = self.folder.join(file_name(class, kind));
        let tables = Source::open(&path).and_then(Table::all_in).unwrap_or_default();
        match tables.into_iter().find(|table| table.entry.class == class && table.kind == kind) {
            Some(table) if table.rule != self.rule => {
                let what = "built with another rule about quiet turns: choose another folder";
                Err(TableError::damaged(&path, what))
            }
            table => Ok(table),
        }
    }

    fn write(&self, codes: &Codes) -> Result<(), TableError> {
        let (class, counts) = (codes.class(), Counts::of(codes));
        for kind in Kind::ALL {
            let name = file_name(class, kind);
            let packed = Packed::new(codes, counts, kind, self.threads);
            let bytes = file(vec![packed], kind, self.rule);
            let write = || -> io::Result<()> {
                let mut folder = Folder::open(self.folder, &name)?;
                folder.create(&name)?.write_all(&bytes)?;
                folder.commit().map(drop)
            };
            write().map_err(TableError::Unwritten)?;
        }
        Ok(())
    }
}
