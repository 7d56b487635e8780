use std::io;
use std::path::PathBuf;

use plyglot_kit::{Files, Folder};

use super::super::probe::file_name;
use super::super::store::{Counts, Kind, Packed, Source, Table, TableError, file};
use super::super::{Class, Ranking, Rule};
use super::{Codes, Solved, solve};

/// Which tables to build.
#[derive(Clone, Debug)]
pub struct Plan {
    /// With up to so many pieces.
    pub pieces: u32,
    /// Whether quiet turns make a draw.
    pub rule: Rule,
    /// Where they are written; what is there already is not built again.
    pub folder: PathBuf,
    /// How many threads work.
    pub threads: usize,
}

/// Builds classes into a folder, a file each for verdicts and for distances. What is there already is not
/// built again, and read only where something else needs it.
#[derive(Debug)]
pub struct Builder {
    plan: Plan,
    solved: Solved,
}

impl Builder {
    pub fn new(plan: Plan) -> Builder {
        Builder { plan, solved: Solved::default() }
    }

    /// Whether a class and its mirrored one are there.
    ///
    /// # Errors
    /// If they are, but were built with another rule.
    pub fn has(&self, class: Class) -> Result<bool, TableError> {
        Ok(self.plan.find(class)?.is_some() && self.plan.find(class.mirrored())?.is_some())
    }

    /// Builds a class together with its mirrored one. All that their moves can lead to must be there.
    /// `done` hears of every few positions that are.
    ///
    /// # Errors
    /// If a file cannot be written, or one that is needed cannot be read.
    pub fn build(&mut self, class: Class, done: &(dyn Fn(u64) + Sync)) -> Result<(), TableError> {
        if self.has(class)? {
            done(positions(class));
            return Ok(());
        }
        self.forget_what_is_not_needed(class);
        for other in (2..=class.pieces()).flat_map(Class::with_pieces) {
            if class.leads_to(other) && !self.solved.has(other) {
                let Some(table) = self.plan.find(other)? else {
                    let path = self.plan.folder.join(file_name(other, Kind::Verdicts));
                    return Err(TableError::damaged(&path, format!("{class} needs it")));
                };
                self.solved.restore(&table)?;
            }
        }
        for codes in solve(class, self.plan.rule, &self.solved, self.plan.threads, done) {
            self.plan.write(&codes)?;
            self.solved.add(&codes);
        }
        Ok(())
    }

    /// With the most pieces, nothing leads from one balance of pieces to another.
    fn forget_what_is_not_needed(&mut self, class: Class) {
        let balance = |class: Class| class.own().max(class.enemy());
        if class.pieces() == self.plan.pieces {
            let others = Class::with_pieces(class.pieces()).into_iter();
            for other in others.filter(|&other| balance(other) != balance(class)) {
                self.solved.forget(other);
            }
        }
    }
}

/// How many positions a class and its mirrored one have.
pub fn positions(class: Class) -> u64 {
    let one = Ranking::new(class).positions();
    if class == class.mirrored() { one } else { 2 * one }
}

impl Plan {
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
                let mut folder = Folder::open(&self.folder, &name)?;
                folder.create(&name)?.write_all(&bytes)?;
                folder.commit().map(drop)
            };
            write().map_err(TableError::Unwritten)?;
        }
        Ok(())
    }
}
