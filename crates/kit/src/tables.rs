//! Tables of solved endings, for games that have them: how they are built, listed and checked.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use serde::Serialize;

/// Hears of every few positions that are done, from any thread.
pub type Done<'d> = &'d (dyn Fn(u64) + Sync);

/// A game's tables.
pub trait Tables: fmt::Debug + Send + Sync {
    /// With how many pieces there can be tables.
    fn pieces(&self) -> RangeInclusive<u32>;

    /// Where an engine looks for them; none if the user has no home.
    fn usual_folder(&self) -> Option<PathBuf>;

    /// What it takes to build them.
    fn cost(&self, pieces: u32) -> BuildCost;

    /// The parts that they are built of, each after all that it needs.
    fn parts(&self, pieces: u32) -> Vec<TablePart>;

    /// Builds parts into a folder that exists.
    fn builder(&self, plan: BuildPlan) -> Box<dyn TableBuilder>;

    /// The bytes of the one file that is part of the program, or of one like it for fewer pieces.
    fn bundle(&self, pieces: u32, threads: usize, done: Done<'_>) -> Vec<u8>;

    /// What is known of the tables in a folder, or in the program, without reading them.
    ///
    /// # Errors
    /// If the folder or one of its tables cannot be read.
    fn list(&self, folder: Option<&Path>) -> Result<Vec<TableFacts>, TablesError>;

    /// Reads tables in a folder, or in the program, compares them with their checksums, and positions
    /// in them with what their moves lead to. Returns how many positions it compared.
    ///
    /// # Errors
    /// At the first byte or position that is not as it should be.
    fn check(
        &self,
        folder: Option<&Path>,
        scope: Scope,
        done: Done<'_>,
    ) -> Result<u64, TablesError>;
}

/// Builds tables part by part.
pub trait TableBuilder: Send {
    /// Whether a part is there.
    ///
    /// # Errors
    /// If the game has no such part, or what is there was built otherwise.
    fn has(&self, part: &str) -> Result<bool, TablesError>;

    /// Builds a part, unless it is there. The parts that it needs must be.
    ///
    /// # Errors
    /// If a file cannot be written, or one that is needed cannot be read.
    fn build(&mut self, part: &str, done: Done<'_>) -> Result<(), TablesError>;
}

/// What can be built at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablePart {
    /// Letters, digits and `-`.
    pub name: String,
    /// How many positions it has.
    pub positions: u64,
    /// The numbers of the parts that must be there before.
    pub needs: Vec<usize>,
}

/// Which tables to build.
#[derive(Clone, Debug)]
pub struct BuildPlan {
    /// With up to so many pieces.
    pub pieces: u32,
    /// Whether games may go on for ever, against the rules of the game.
    pub endless: bool,
    /// Where they are written.
    pub folder: PathBuf,
    /// How many threads work.
    pub threads: usize,
}

/// What it takes to build tables.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BuildCost {
    /// How many positions are solved.
    pub positions: u64,
    /// Bytes of memory.
    pub memory: u64,
    /// Bytes on the disk, about.
    pub disk: u64,
    /// CPU seconds, about, on a machine of our day.
    pub seconds: f64,
}

/// Which positions of a table are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Some thousand, chosen by chance from a seed.
    Sample(u64),
    /// All of them.
    All,
}

/// What is known of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableFacts {
    /// The pieces on the board, in the game's own words: `2m1k-1m0k`.
    pub class: String,
    /// How many pieces each side has, the side to move first.
    pub sides: [u32; 2],
    /// What it tells: `verdicts`, or `distances` if it also tells how soon.
    pub tells: &'static str,
    /// Whether games may go on for ever, against the rules of the game.
    pub endless: bool,
    /// Positions that the side to move wins.
    pub wins: u64,
    /// Positions that nobody wins.
    pub draws: u64,
    /// Positions that the side to move loses.
    pub losses: u64,
    /// The greatest distance in it, in plies.
    pub most_plies: u8,
    /// How long it is.
    pub bytes: u64,
}

/// Why tables cannot be built or used, in one line that names the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TablesError(pub String);
