//! Fresh cases that tell the known misreadings apart from the rules.

mod choose;
mod generate;
mod manifest;
mod trial;
mod write;

use plyglot_games::GameId;
use serde::Serialize;
use thiserror::Error;

use crate::plain::Misreading;
pub use generate::Difficulty;
pub use manifest::{Case, Checks, Manifest, ManifestError};
use trial::Candidate;
pub use write::write;

/// What is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    /// Of which game.
    pub game: GameId,
    /// How many.
    pub count: usize,
    /// The same seed gives the same cases.
    pub seed: u64,
    /// How much there is to search.
    pub difficulty: Difficulty,
    /// Rows and columns, or pits, where the game has several sizes.
    pub size: Option<usize>,
    /// How many of them students may see.
    pub visible: usize,
}

/// Why there are no cases.
#[derive(Debug, Error)]
pub enum CasesError {
    /// The size does not fit the game.
    #[error("{0}")]
    Size(String),
    /// The fast and the plain solver disagree: nothing is sure then.
    #[error("two solvers disagree about this input, please report it:\n{0}")]
    Disagreement(String),
    /// Too few different cases could be made.
    #[error("only {found} different cases of {wanted} can be made like this")]
    TooFew {
        /// How many there are.
        found: usize,
        /// How many were asked for.
        wanted: usize,
    },
}

/// Cases, and what they are good for.
#[derive(Clone, Debug)]
pub struct CaseSet {
    /// For which game.
    pub game: GameId,
    seed: u64,
    visible: usize,
    cases: Vec<Candidate>,
}

/// A misreading, and how many cases of a set it fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Fails {
    /// The misreading's name.
    pub name: &'static str,
    /// What a program with it does.
    pub does: &'static str,
    /// How many cases it fails.
    pub cases: usize,
}

/// How many cases each misreading should fail at least.
pub const ENOUGH: usize = 2;

/// Makes a set of cases.
///
/// # Errors
/// If the size does not fit, if there are not so many cases, or if two solvers disagree.
pub fn generate(order: &Order) -> Result<CaseSet, CasesError> {
    generate::check_size(order.game, order.size).map_err(CasesError::Size)?;
    let pool = trial::pool(order)?;
    let cases = choose::choose(pool, order.count);
    if cases.len() < order.count {
        return Err(CasesError::TooFew { found: cases.len(), wanted: order.count });
    }
    Ok(CaseSet { game: order.game, seed: order.seed, visible: order.visible, cases })
}

impl CaseSet {
    /// How many cases each misreading of the game fails.
    pub fn fails(&self) -> Vec<Fails> {
        let misreadings = Misreading::all(self.game).into_iter().enumerate();
        let row = |(index, misreading): (usize, Misreading)| {
            let about = misreading.about();
            let cases = self.cases.iter().filter(|case| case.fails[index]).count();
            Fails { name: about.name, does: about.does, cases }
        };
        misreadings.map(row).collect()
    }

    /// The inputs, in order.
    pub fn inputs(&self) -> impl Iterator<Item = &str> {
        self.cases.iter().map(|case| case.question.input())
    }

    /// The number of cases.
    pub fn len(&self) -> usize {
        self.cases.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.cases.is_empty()
    }

    /// The manifest: a case a directory, named by its number.
    pub fn manifest(&self) -> Manifest {
        let width = self.len().to_string().len().max(2);
        let names = Misreading::all(self.game);
        let cases = self.cases.iter().enumerate().map(|(index, case)| Case {
            name: format!("{:0width$}", index + 1),
            points: 1.0,
            visible: index < self.visible,
            about: case.sketch.about(),
            files: case.question.files().into_iter().map(str::to_owned).collect(),
            cpu: None,
            fails: std::iter::zip(&names, &case.fails)
                .filter(|&(_, &fails)| fails)
                .map(|(misreading, _)| misreading.about().name.to_owned())
                .collect(),
        });
        Manifest {
            format: Manifest::FORMAT,
            game: self.game.name().to_owned(),
            seed: Some(self.seed),
            total: None,
            checks: Checks::default(),
            cases: cases.collect(),
        }
    }
}
