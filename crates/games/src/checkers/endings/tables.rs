use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use plyglot_kit::tables::{
    BuildCost, BuildPlan, Done, Scope, TableBuilder, TableFacts, TablePart, Tables, TablesError,
};

use super::build::{self, Builder, Plan};
use super::store::{Kind, Table, TableError};
use super::{Class, Endings, Layout, Ranking, Rule, check, probe};

/// The tables of checkers endings, as commands ask for them.
#[derive(Clone, Copy, Debug)]
pub struct CheckersTables;

/// Measured with up to six pieces on one core of a busy server: nanoseconds and bits a position. Few
/// pieces take more bits, but never more than a few megabytes.
const NANOSECONDS: f64 = 240.0;
const DISK_BITS: f64 = 0.9;
const DISK_AT_LEAST: u64 = 2_000_000;

impl From<TableError> for TablesError {
    fn from(error: TableError) -> TablesError {
        TablesError(error.to_string())
    }
}

impl Tables for CheckersTables {
    fn pieces(&self) -> RangeInclusive<u32> {
        2..=7
    }

    fn usual_folder(&self) -> Option<PathBuf> {
        Endings::usual_folder()
    }

    fn cost(&self, pieces: u32) -> BuildCost {
        let positions = |class: Class| Ranking::new(class).positions();
        let all: u64 = (2..=pieces).flat_map(Class::with_pieces).map(positions).sum();
        BuildCost {
            positions: all,
            memory: memory(pieces),
            disk: DISK_AT_LEAST + (all as f64 * DISK_BITS / 8.0) as u64,
            seconds: all as f64 * NANOSECONDS / 1e9,
        }
    }

    fn parts(&self, pieces: u32) -> Vec<TablePart> {
        let pairs = Class::pairs(pieces);
        let part = |(number, class): (usize, &Class)| TablePart {
            name: class.to_string(),
            positions: build::positions(*class),
            needs: (0..number).filter(|&other| class.leads_to(pairs[other])).collect(),
        };
        pairs.iter().enumerate().map(part).collect()
    }

    fn builder(&self, plan: BuildPlan) -> Box<dyn TableBuilder> {
        let BuildPlan { pieces, endless, folder, threads } = plan;
        let rule = if endless { Rule::Endless } else { Rule::Fifty };
        Box::new(Builder::new(Plan { pieces, rule, folder, threads }))
    }

    fn bundle(&self, pieces: u32, threads: usize, done: Done<'_>) -> Vec<u8> {
        build::bundle(pieces, Rule::Fifty, threads, done)
    }

    fn list(&self, folder: Option<&Path>) -> Result<Vec<TableFacts>, TablesError> {
        Ok(tables(folder)?.iter().map(facts).collect())
    }

    fn check(
        &self,
        folder: Option<&Path>,
        scope: Scope,
        done: Done<'_>,
    ) -> Result<u64, TablesError> {
        let (fifty, endless): (Vec<Table>, Vec<Table>) =
            tables(folder)?.into_iter().partition(|table| table.rule == Rule::Fifty);
        let mut compared = 0;
        for (tables, rule) in [(fifty, Rule::Fifty), (endless, Rule::Endless)] {
            compared += check::check(&Endings::new(tables), rule, scope, done)?;
        }
        Ok(compared)
    }
}

impl TableBuilder for Builder {
    fn has(&self, part: &str) -> Result<bool, TablesError> {
        Ok(Builder::has(self, class(part)?)?)
    }

    fn build(&mut self, part: &str, done: Done<'_>) -> Result<(), TablesError> {
        Ok(Builder::build(self, class(part)?, done)?)
    }
}

/// The class of a part's name.
fn class(part: &str) -> Result<Class, TablesError> {
    let most = *CheckersTables.pieces().end();
    let found = Class::pairs(most).into_iter().find(|class| class.to_string() == part);
    found.ok_or_else(|| TablesError(format!("{part} is no class of pieces")))
}

fn tables(folder: Option<&Path>) -> Result<Vec<Table>, TableError> {
    folder.map_or_else(probe::tables_in_program, probe::tables_in)
}

fn facts(table: &Table) -> TableFacts {
    let (entry, counts) = (&table.entry, table.entry.counts);
    TableFacts {
        class: entry.class.to_string(),
        sides: [entry.class.own(), entry.class.enemy()],
        tells: match table.kind {
            Kind::Verdicts => "verdicts",
            Kind::Distances => "distances",
        },
        endless: table.rule == Rule::Endless,
        wins: counts.wins,
        draws: counts.draws,
        losses: counts.losses,
        most_plies: counts.most_plies,
        bytes: entry.section.end - entry.section.start,
    }
}

/// The verdicts that must be at hand, a quarter of a byte each, the codes of the two classes that are
/// solved, and what their men need at a time.
fn memory(pieces: u32) -> u64 {
    let verdicts = |classes: Vec<Class>| {
        classes.into_iter().map(|class| Ranking::new(class).positions() / 4).sum::<u64>()
    };
    let fewer: u64 = (2..pieces).map(|pieces| verdicts(Class::with_pieces(pieces))).sum();
    let of_sides = |own: u32| {
        let mut classes = Class::with_pieces(pieces);
        classes.retain(|class| class.own().max(class.enemy()) == own);
        verdicts(classes)
    };
    let solving = |class: Class| {
        let layout = Layout::new(class);
        // While they are solved, a counter and a number of four bytes for each place; and as they are
        // compressed, about a byte for every two.
        2 * layout.places() + 2 * 6 * layout.size + layout.places() / 2
    };
    let most = |numbers: &mut dyn Iterator<Item = u64>| numbers.max().unwrap_or(0);
    fewer
        + most(&mut (1..pieces).map(of_sides))
        + most(&mut Class::with_pieces(pieces).into_iter().map(solving))
}
