//! Submissions against cases: built, run, judged, and remembered.

mod command;
mod grades;
mod pool;
mod room;
mod submission;
mod unit;
mod unpack;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use plyglot_arena::process::{Limits, RunError, Sandbox};
use thiserror::Error;

use crate::cases::{Manifest, ManifestError};
use crate::explain::Level;
use crate::judge::{Kind, Question, Strictness, Verdict};
use crate::store::Store;
pub use grades::{CaseInfo, CheckResult, Grades, Outcome, Student};
use pool::in_slots;
use room::{Base, Room};
pub use submission::{Names, Submission, SubmissionError, find};
use unit::{Trial, Unit};

/// What is to be graded, and how.
#[derive(Clone, Debug)]
pub struct Job {
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
    /// How exactly an answer must match.
    pub strictness: Strictness,
    /// How much is explained to students, of the cases that they may see.
    pub level: Level,
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
    /// Somebody wanted it to stop.
    #[error("stopped; the same command goes on from here")]
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

/// The cases with which it is found out whether a program reads its input at all.
const PROBES: usize = 3;

/// Grades all submissions. Each result is on disk as soon as it is known: if the program is killed,
/// the next run goes on from there. `progress` is told how many of how many are done, and says
/// whether to go on.
///
/// # Errors
/// At the first thing that is not a student's fault, or when told to stop.
pub fn grade(
    job: &Job,
    sandbox: &Sandbox,
    progress: &(dyn Fn(usize, usize) -> bool + Sync),
) -> Result<Grades, GradeError> {
    let manifest = Manifest::read(&job.cases)?;
    let questions: Vec<Question> = manifest
        .cases
        .iter()
        .map(|case| manifest.question(&job.cases, case))
        .collect::<Result<_, _>>()?;
    let store = Store::open(&job.out, job.again).map_err(GradeError::at(&job.out))?;
    let room = Room::new().map_err(GradeError::at(&std::env::temp_dir()))?;
    let done = AtomicUsize::new(0);
    let total = job.submissions.len() * (1 + questions.len());
    let go_on = || match progress(done.load(Ordering::Relaxed), total) {
        true => Ok(()),
        false => Err(GradeError::Stopped),
    };
    let tick = || done.fetch_add(1, Ordering::Relaxed);

    let trial =
        |case: usize| Trial { job, case: &manifest.cases[case], question: &questions[case] };
    // First all builds, then the first cases of each, then the rest.
    let bases: Vec<Base> =
        in_slots(job.jobs, (0..job.submissions.len()).collect(), |slot, student| {
            go_on()?;
            let name = &job.submissions[student].student;
            let is_known = |digest: &str| {
                let known =
                    |case| store.has(name, &trial(case).case.name, &trial(case).key(digest));
                (0..questions.len()).all(known)
            };
            let base = room.build(job, student, sandbox, &store, slot, &is_known);
            tick();
            base
        })?;
    let unit = |(student, case): (usize, usize)| Unit {
        trial: trial(case),
        student: &job.submissions[student].student,
        base: &bases[student],
        sandbox,
        store: &store,
        room: &room,
    };
    let run = |slot: usize, place: (usize, usize)| -> Result<_, GradeError> {
        go_on()?;
        let outcome = unit(place).outcome(slot)?;
        tick();
        Ok((place, outcome))
    };
    let built = |student: &usize| bases[*student].failed.is_none();
    let probes = questions.len().min(PROBES);
    let students = 0..job.submissions.len();
    let first: Vec<(usize, usize)> = students
        .clone()
        .filter(built)
        .flat_map(|student| (0..probes).map(move |case| (student, case)))
        .collect();
    let mut outcomes = in_slots(job.jobs, first, run)?;

    let reads = |student: usize| {
        let kinds = outcomes.iter().filter(|((of, _), _)| *of == student);
        let mut kinds = kinds.map(|(_, outcome)| outcome.verdict.kind);
        kinds.any(|kind| kind.is_answer() && kind != Kind::BadFormat)
    };
    let reads: Vec<bool> = students.clone().map(reads).collect();
    let mut rest: Vec<(usize, usize)> = students
        .clone()
        .filter(|&student| built(&student) && (reads[student] || job.keep_going))
        .flat_map(|student| (probes..questions.len()).map(move |case| (student, case)))
        .collect();
    // What takes long is begun first, so that nobody waits for it at the end.
    let cost = |student: usize| -> f64 {
        let of = outcomes.iter().filter(|((of, _), _)| *of == student);
        of.map(|(_, outcome)| outcome.cpu_seconds).sum()
    };
    let costs: Vec<f64> = students.map(cost).collect();
    rest.sort_by(|a, b| costs[b.0].total_cmp(&costs[a.0]).then(a.cmp(b)));
    outcomes.extend(in_slots(job.jobs, rest, run)?);
    progress(total, total);
    Ok(grades::collect(job, &manifest, sandbox, &bases, &reads, outcomes))
}

/// A case that was not run.
fn not_run(why: &str) -> Verdict {
    Verdict::new(Kind::NotRun, format!("not run: {why}"))
}
