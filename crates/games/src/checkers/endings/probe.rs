use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{env, fs};

use plyglot_core::Game;

use super::super::{History, Position, View};
use super::cache::Cache;
use super::store::{BLOCK, Kind, Source, Table, TableError};
use super::{Class, Code, Rule, Verdict};

/// Names the folder with the tables.
pub const FOLDER_VARIABLE: &str = "PLYGLOT_TABLES";

/// The tables that are part of the program: who wins with up to five pieces. A browser's module has no
/// room for them.
#[cfg(not(target_family = "wasm"))]
const IN_PROGRAM: &[u8] = include_bytes!("verdicts-5.wld");
#[cfg(target_family = "wasm")]
const IN_PROGRAM: &[u8] = &[];

/// How the names of files with tables begin.
const PREFIX: &str = "checkers-";

/// Verdicts take a quarter of a byte.
const VERDICTS_A_BYTE: u64 = 4;
/// At most 64 MB of verdicts and 32 MB of distances are kept.
const VERDICT_SLOTS: usize = 4096;
const DISTANCE_SLOTS: usize = 512;

/// Solved endings, to be asked by any number of threads.
#[derive(Debug)]
pub struct Endings {
    tables: Vec<Table>,
    /// How many blocks the tables before each have, of all tables.
    blocks_before: Vec<u64>,
    /// The number of the table for each class, by its [place](Class::place).
    verdicts: Vec<Option<u32>>,
    distances: Vec<Option<u32>>,
    verdict_cache: Cache,
    distance_cache: Cache,
    most_pieces: u32,
}

/// What tables say of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Who wins, if no quiet turn lies behind the position.
    pub verdict: Verdict,
    /// In how many plies the next jump or crowning comes, or the game ends, if the winner hurries and
    /// the other side does not; for wins and losses in tables with distances.
    pub plies: Option<u8>,
}

impl Known {
    /// The verdict with so many quiet turns behind the position (rule 14), if it can be told: the
    /// winner must reach a jump or a crowning, or the end, while there are turns left.
    pub fn after(self, quiet: u32) -> Option<Verdict> {
        match self {
            Known { verdict: Verdict::Draw, .. } => Some(Verdict::Draw),
            Known { verdict, .. } if quiet == 0 => Some(verdict),
            Known { verdict, plies } => {
                let is_in_time = quiet + u32::from(plies?) <= History::MOST_QUIET_TURNS as u32;
                Some(if is_in_time { verdict } else { Verdict::Draw })
            }
        }
    }
}

impl Endings {
    /// The tables that are part of the program. This costs next to nothing; blocks are read when they
    /// are asked for.
    pub fn in_program() -> Endings {
        Endings::new(tables_in_program().unwrap_or_default())
    }

    /// The tables in the folder that `PLYGLOT_TABLES` names, or else in `plyglot/tables` where the user's
    /// programs keep their data, if there is one; and those in the program.
    ///
    /// # Errors
    /// If there is a folder, but something in it cannot be read.
    pub fn find() -> Result<Endings, TableError> {
        let is_named = env::var_os(FOLDER_VARIABLE).is_some();
        match Endings::usual_folder().filter(|folder| is_named || folder.is_dir()) {
            Some(folder) => Endings::open(&folder),
            None => Ok(Endings::in_program()),
        }
    }

    /// Where tables are looked for.
    pub fn usual_folder() -> Option<PathBuf> {
        if let Some(named) = env::var_os(FOLDER_VARIABLE) {
            return Some(named.into());
        }
        let data =
            env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
        let data = data.or_else(|| Some(env::home_dir()?.join(".local/share")));
        Some(data?.join("plyglot/tables"))
    }

    /// The tables in a folder, and those in the program. Tables without the rule of 50 turns are left
    /// aside.
    ///
    /// # Errors
    /// If the folder or a table in it cannot be read.
    pub fn open(folder: &Path) -> Result<Endings, TableError> {
        let mut tables = tables_in(folder)?;
        tables.retain(|table| table.rule == Rule::Fifty);
        tables.extend(tables_in_program()?);
        Ok(Endings::new(tables))
    }

    /// The first of several tables for the same class counts.
    pub(super) fn new(tables: Vec<Table>) -> Endings {
        let [mut verdicts, mut distances] = [(); 2].map(|()| vec![None; Class::PLACES]);
        for (number, table) in (0..).zip(&tables) {
            let places = match table.kind {
                Kind::Verdicts => &mut verdicts,
                Kind::Distances => &mut distances,
            };
            places[table.entry.class.place()].get_or_insert(number);
        }
        let blocks_before = tables.iter().scan(0, |next, table| {
            let before = *next;
            *next += table.blocks();
            Some(before)
        });
        Endings {
            blocks_before: blocks_before.collect(),
            most_pieces: tables.iter().map(|table| table.entry.class.pieces()).max().unwrap_or(0),
            tables,
            verdicts,
            distances,
            verdict_cache: Cache::new(VERDICT_SLOTS),
            distance_cache: Cache::new(DISTANCE_SLOTS),
        }
    }

    pub(super) fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// Nothing is known of positions with more pieces; something of most with fewer.
    #[inline]
    pub fn most_pieces(&self) -> u32 {
        self.most_pieces
    }

    /// Who wins, if no quiet turn lies behind the position.
    #[inline]
    pub fn verdict(&self, position: &Position) -> Option<Verdict> {
        self.look_up(position.view(), &mut |view| {
            let table = self.verdicts[Class::of(view).place()];
            table.map_or_else(
                || Some(self.code(view)?.verdict()),
                |number| self.stored(number, view),
            )
        })
    }

    /// Who wins, and how soon where that is stored. [`verdict`](Endings::verdict) is quicker.
    #[inline]
    pub fn probe(&self, position: &Position) -> Option<Known> {
        let view = position.view();
        if view.own() == 0 {
            return Some(Known { verdict: Verdict::Loss, plies: Some(0) });
        }
        if (view.own() | view.enemy()).count_ones() > self.most_pieces {
            return None;
        }
        if position.can_jump() {
            // A jump decides at once.
            let verdict = self.verdict(position)?;
            return Some(Known { verdict, plies: (verdict != Verdict::Draw).then_some(1) });
        }
        match self.code(view) {
            Some(code) => {
                let verdict = code.verdict();
                let plies = (verdict != Verdict::Draw).then_some(code.plies());
                Some(Known { verdict, plies })
            }
            None => Some(Known { verdict: self.verdict(position)?, plies: None }),
        }
    }

    /// The verdict of a position by those in which nobody can jump at once.
    fn look_up(
        &self,
        view: View,
        stored: &mut impl FnMut(View) -> Option<Verdict>,
    ) -> Option<Verdict> {
        if view.own() == 0 {
            return Some(Verdict::Loss);
        }
        if (view.own() | view.enemy()).count_ones() > self.most_pieces {
            return None;
        }
        let position = Position::of_view(view);
        if !position.can_jump() {
            return stored(view);
        }
        let mut best = Some(Verdict::Loss);
        for mv in position.moves() {
            match self.look_up(position.after(mv).view(), stored) {
                Some(Verdict::Loss) => return Some(Verdict::Win),
                after => best = Some(best?.max(-after?)),
            }
        }
        best
    }

    fn stored(&self, number: u32, view: View) -> Option<Verdict> {
        let table = &self.tables[number as usize];
        let place = table.layout.place(view);
        let (block, place) = (place / BLOCK, place % BLOCK);
        let byte = (place / VERDICTS_A_BYTE) as usize;
        let block_number = self.blocks_before[number as usize] + block;
        let byte = self.verdict_cache.byte(block_number, byte, || {
            let codes = table.block(block).ok()?;
            let pack = |codes: &[Code]| {
                codes.iter().rev().fold(0, |byte, code| byte << 2 | code.verdict() as u8)
            };
            Some(codes.chunks(VERDICTS_A_BYTE as usize).map(pack).collect())
        })?;
        Some(match byte >> (place % VERDICTS_A_BYTE * 2) & 3 {
            0 => Verdict::Loss,
            1 => Verdict::Draw,
            _ => Verdict::Win,
        })
    }

    /// The code of a position in which the side to move cannot jump.
    pub(super) fn code(&self, view: View) -> Option<Code> {
        let number = self.distances[Class::of(view).place()]?;
        let table = &self.tables[number as usize];
        let place = table.layout.place(view);
        let block = place / BLOCK;
        let read = || Some(table.block(block).ok()?.into_iter().map(|code| code.0).collect());
        let block_number = self.blocks_before[number as usize] + block;
        self.distance_cache.byte(block_number, (place % BLOCK) as usize, read).map(Code)
    }
}

/// The name of the file with a class.
pub(super) fn file_name(class: Class, kind: Kind) -> String {
    format!("{PREFIX}{class}.{}", kind.extension())
}

/// Whether a file of that name has tables.
fn is_name(name: &OsStr) -> bool {
    let is_of = |name: &str, kind: &Kind| {
        name.strip_suffix(kind.extension()).is_some_and(|name| name.ends_with('.'))
    };
    name.to_str().is_some_and(|name| {
        name.starts_with(PREFIX) && Kind::ALL.iter().any(|kind| is_of(name, kind))
    })
}

/// The tables in the program.
pub(super) fn tables_in_program() -> Result<Vec<Table>, TableError> {
    if IN_PROGRAM.is_empty() {
        Ok(Vec::new())
    } else {
        Table::all_in(Source::in_program(IN_PROGRAM))
    }
}

/// All tables in a folder, by the names of their files.
pub(super) fn tables_in(folder: &Path) -> Result<Vec<Table>, TableError> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| TableError::io(folder, error))? {
        let entry = entry.map_err(|error| TableError::io(folder, error))?;
        if is_name(&entry.file_name()) {
            paths.push(entry.path());
        }
    }
    paths.sort();
    let mut tables = Vec::new();
    for path in paths {
        tables.extend(Table::all_in(Source::open(&path)?)?);
    }
    Ok(tables)
}
