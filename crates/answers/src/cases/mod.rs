//! Fresh cases that tell the known misreadings apart from the rules.

mod candidate;
mod choose;
mod manifest;
mod write;

use std::sync::atomic::AtomicUsize;
use std::thread;

use plyglot_kit::any::GameRef;
use plyglot_kit::grading::Misreading;
pub use plyglot_kit::grading::sketch::Difficulty;
use serde::Serialize;
use thiserror::Error;

use crate::judge::Question;
use candidate::CandidateCase;
pub use manifest::{Case, Checks, Manifest, ManifestError};
pub use write::write;

/// What is wanted.
#[derive(Clone, Copy, Debug)]
pub struct CasesRequest {
    /// Of which game.
    pub game: GameRef,
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
    pub game: GameRef,
    seed: u64,
    visible: usize,
    cases: Vec<CandidateCase>,
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
/// If the size does not fit, if there are too few different cases, or if two solvers disagree.
pub fn generate(order: &CasesRequest) -> Result<CaseSet, CasesError> {
    generate_shown(order, &AtomicUsize::new(0))
}

/// The same; `tried` counts the candidates on the way.
///
/// # Errors
/// As [`generate`].
pub fn generate_shown(order: &CasesRequest, tried: &AtomicUsize) -> Result<CaseSet, CasesError> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    generate_by(order, tried, threads)
}

/// The same set by this thread alone, for rules that only it can be asked about.
///
/// # Errors
/// As [`generate`].
pub fn generate_alone(order: &CasesRequest) -> Result<CaseSet, CasesError> {
    generate_by(order, &AtomicUsize::new(0), 1)
}

fn generate_by(
    order: &CasesRequest,
    tried: &AtomicUsize,
    threads: usize,
) -> Result<CaseSet, CasesError> {
    check_size(order.game, order.size).map_err(CasesError::Size)?;
    let pool = candidate::pool(order, tried, threads)?;
    let cases = choose::choose(pool, order.count);
    if cases.len() < order.count {
        return Err(CasesError::TooFew { found: cases.len(), wanted: order.count });
    }
    Ok(CaseSet { game: order.game, seed: order.seed, visible: order.visible, cases })
}

/// Whether cases of a game can have boards of this size.
fn check_size(game: GameRef, wanted: Option<usize>) -> Result<(), String> {
    let title = game.title();
    match (wanted, game.solver().size()) {
        (None, _) => Ok(()),
        (Some(_), None) => Err(format!("{title} has one size only")),
        (Some(wanted), Some(size)) if size.range.contains(&wanted) => Ok(()),
        (Some(wanted), Some(size)) => {
            let (least, most) = size.range.into_inner();
            Err(format!("{title} has {least} to {most} {}, not {wanted}", size.about))
        }
    }
}

impl CaseSet {
    /// How many cases each misreading of the game fails.
    pub fn fails(&self) -> Vec<Fails> {
        let row = |(index, &Misreading { name, does, .. }): (usize, &Misreading)| {
            let cases = self.cases.iter().filter(|case| case.fails[index]).count();
            Fails { name, does, cases }
        };
        self.game.solver().misreadings().iter().enumerate().map(row).collect()
    }

    /// The inputs, in order.
    pub fn inputs(&self) -> impl Iterator<Item = &str> {
        self.cases.iter().map(|case| case.question.input())
    }

    /// The inputs with their answers, in the same order.
    pub fn questions(&self) -> impl Iterator<Item = &Question> {
        self.cases.iter().map(|case| &case.question)
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
        let misreadings = self.game.solver().misreadings();
        let cases = self.cases.iter().enumerate().map(|(index, case)| Case {
            name: format!("{:0width$}", index + 1),
            points: 1.0,
            visible: index < self.visible,
            about: case.sketch.about(),
            files: case.question.files().into_iter().map(str::to_owned).collect(),
            cpu: None,
            fails: std::iter::zip(misreadings, &case.fails)
                .filter(|&(_, &fails)| fails)
                .map(|(misreading, _)| misreading.name.to_owned())
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
