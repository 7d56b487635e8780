//! Submissions against cases: built, run, judged, and remembered.

mod budget;
mod case_run;
mod command;
mod failure;
mod grades;
mod grading;
mod keeper;
mod submission;
mod tool;
pub(crate) mod tree;
mod unpack;
mod workdir;

use std::path::{Path, PathBuf};

use plyglot_kit::any::Games;
use plyglot_sandbox::{Limits, RunError, Sandbox};
use thiserror::Error;

pub use budget::Budget;
pub use case_run::case_limits;
pub use grades::{CaseInfo, CaseOutcome, CheckResult, Grades, Student};
use grading::Grading;
use plyglot_answers::cases::ManifestError;
use plyglot_answers::explain::Detail;
use plyglot_answers::judge::{Strictness, Verdict, VerdictKind};
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
    /// Where programs are looked for besides the system's places.
    pub path: Vec<PathBuf>,
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
    /// The time for everything, if there is only so much.
    pub budget: Option<Budget>,
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
    /// A command cannot be run, whatever the submission.
    #[error("{option} '{command}': {why}")]
    Command {
        /// `--run` or `--build`.
        option: &'static str,
        /// What was typed.
        command: String,
        /// What is wrong with it.
        why: String,
    },
    /// The sandbox failed.
    #[error(transparent)]
    Run(#[from] RunError),
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
/// returns whether to go on. `so_far` receives all that is known after each case, and the grades at the
/// end.
///
/// # Errors
/// At the first thing that concerns all submissions, or when told to stop. What concerns one, and is
/// not the student's fault, is [`VerdictKind::NotGraded`].
pub fn grade(
    job: &GradingJob,
    sandbox: &Sandbox,
    progress: &(dyn Fn(usize, usize) -> bool + Sync),
    so_far: Option<SoFar<'_>>,
) -> Result<Grades, GradeError> {
    Grading::new(job, sandbox, progress, so_far)?.run()
}

/// Told of all that is known, as often as something is added.
pub type SoFar<'f> = &'f (dyn Fn(&Grades) -> Result<(), GradeError> + Sync);

/// A case that was not run to its end, which is nobody's fault here.
fn not_graded(why: impl Into<String>) -> Verdict {
    Verdict::new(VerdictKind::NotGraded, why)
}

/// A case that was not run.
fn not_run(why: &str) -> Verdict {
    Verdict::new(VerdictKind::NotRun, format!("not run: {why}"))
}
