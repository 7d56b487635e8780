//! Submissions against cases: built, run, judged, and remembered.

mod case_run;
mod command;
mod grades;
mod grading;
mod submission;
mod unpack;
mod workdir;

use std::path::{Path, PathBuf};

use plyglot_kit::any::Games;
use plyglot_sandbox::{Limits, RunError, Sandbox};
use thiserror::Error;

use crate::cases::ManifestError;
use crate::explain::Detail;
use crate::judge::{Strictness, Verdict, VerdictKind};
pub use grades::{CaseInfo, CaseOutcome, CheckResult, Grades, Student};
use grading::Grading;
pub use submission::{Names, Submission, SubmissionError, find};
use workdir::Built;

/// What is to be graded, and how.
#[derive(Clone, Debug)]
pub struct GradingJob {
    /// The games whose cases are known.
    pub games: Games,
    /// The submissions, one a student.
    pub submissions: Vec<Submission>,
    /// The folder of the cases.
    pub cases: PathBuf,
    /// How a submission is run, in its own directory.
    pub run: String,
    /// How it is built first, if it is.
    pub build: Option<String>,
    /// What a run may use.
    pub limits: Limits,
    /// What a build may use.
    pub build_limits: Limits,
    /// Which edition of the assignment right answers follow, if one is named.
    pub edition: Option<&'static str>,
    /// How exactly an answer must match.
    pub strictness: Strictness,
    /// How much is explained to students, of the cases that they may see.
    pub detail: Detail,
    /// How many run at the same time.
    pub jobs: usize,
    /// Run all cases of a submission that fails the first ones too.
    pub keep_going: bool,
    /// Run everything again, whatever is known already.
    pub again: bool,
    /// Where results are kept.
    pub out: PathBuf,
}

/// Why grading cannot go on. None of these is a student's fault.
#[derive(Debug, Error)]
pub enum GradeError {
    /// The cases cannot be used.
    #[error(transparent)]
    Cases(#[from] ManifestError),
    /// The sandbox failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// No user is free for a program.
    #[error("no user is free for a program: {0}")]
    Slots(std::io::Error),
    /// It was asked to stop.
    #[error("stopped")]
    Stopped,
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// Which one.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
}

impl GradeError {
    fn at(path: &Path) -> impl FnOnce(std::io::Error) -> GradeError {
        let path = path.to_owned();
        move |error| GradeError::Io { path, error }
    }
}

/// Grades all submissions. Each result is on disk as soon as it is known: if the program is killed,
/// the next run goes on from there. `progress` receives how many are done, and of how many, and
/// returns whether to go on.
///
/// # Errors
/// At the first thing that is not a student's fault, or when told to stop.
pub fn grade(
    job: &GradingJob,
    sandbox: &Sandbox,
    progress: &(dyn Fn(usize, usize) -> bool + Sync),
) -> Result<Grades, GradeError> {
    Grading::new(job, sandbox, progress)?.run()
}

/// A case that was not run.
fn not_run(why: &str) -> Verdict {
    Verdict::new(VerdictKind::NotRun, format!("not run: {why}"))
}
