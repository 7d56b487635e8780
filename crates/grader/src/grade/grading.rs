//! The order of the work: first the builds, then the first cases of each, then the rest.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use plyglot_sandbox::{Sandbox, Slot};

use super::case_run::{CaseRun, Examined};
use super::grades::{self, CaseOutcome, Finished, Grades};
use super::workdir::{Built, Workdirs};
use super::{GradeError, GradingJob};
use crate::cases::Manifest;
use crate::judge::{Question, VerdictKind};
use crate::pool::until_done;
use crate::store::ResultStore;

/// The cases with which it is found out whether a program reads its input at all.
const PROBES: usize = 3;

/// A run of grading.
pub struct Grading<'j> {
    job: &'j GradingJob,
    sandbox: &'j Sandbox,
    manifest: Manifest,
    questions: Vec<Question>,
    store: ResultStore,
    workdirs: Workdirs,
    slots: Vec<Slot>,
    progress: &'j (dyn Fn(usize, usize) -> bool + Sync),
    done: AtomicUsize,
}

/// The number of a student, and of a case.
type CaseIndex = (usize, usize);

/// A piece of work. Of those that can be done, the greatest is the next.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Work {
    /// What takes long is begun first, so that nothing waits for it at the end.
    Case {
        cost: Duration,
        place: Reverse<CaseIndex>,
    },
    Probe(Reverse<CaseIndex>),
    Build(Reverse<usize>),
}

/// A submission that is being tried.
struct Attempt {
    built: Built,
    outcomes: Mutex<Vec<Option<CaseOutcome>>>,
}

impl Attempt {
    fn new(built: Built, cases: usize) -> Attempt {
        Attempt { built, outcomes: Mutex::new(vec![None; cases]) }
    }
}

impl<'j> Grading<'j> {
    pub fn new(
        job: &'j GradingJob,
        sandbox: &'j Sandbox,
        progress: &'j (dyn Fn(usize, usize) -> bool + Sync),
    ) -> Result<Grading<'j>, GradeError> {
        let manifest = Manifest::read(&job.cases, job.games)?;
        let question = |case| manifest.question(&job.cases, case, job.games, job.edition);
        let questions = manifest.cases.iter().map(question);
        let questions = questions.collect::<Result<_, _>>()?;
        let store = ResultStore::open(&job.out, job.again).map_err(GradeError::at(&job.out))?;
        let workdirs = Workdirs::new().map_err(GradeError::at(&std::env::temp_dir()))?;
        let slots = (0..job.jobs.max(1)).map(|_| Slot::take());
        let slots = slots.collect::<Result<_, _>>().map_err(GradeError::Slots)?;
        let done = AtomicUsize::new(0);
        Ok(Grading { job, sandbox, manifest, questions, store, workdirs, slots, progress, done })
    }

    pub fn run(&self) -> Result<Grades, GradeError> {
        let attempts: Vec<OnceLock<Attempt>> =
            self.job.submissions.iter().map(|_| OnceLock::new()).collect();
        let builds = (0..attempts.len()).map(|student| Work::Build(Reverse(student)));
        until_done(&self.slots, builds, |slot, work| {
            self.step(|| match work {
                Work::Build(Reverse(student)) => {
                    let attempt = Attempt::new(self.build(slot, student)?, self.questions.len());
                    Ok(self.after_build(student, attempts[student].get_or_init(|| attempt)))
                }
                Work::Probe(Reverse(place)) | Work::Case { place: Reverse(place), .. } => {
                    let Some(attempt) = attempts[place.0].get() else { return Ok(Vec::new()) };
                    let outcome = self.case_run(&attempt.built, place).outcome(slot)?;
                    Ok(self.after_case(place, attempt, outcome))
                }
            })
        })?;
        (self.progress)(self.total(), self.total());
        let finished = attempts.into_iter().filter_map(OnceLock::into_inner).map(|attempt| {
            let outcomes = attempt.outcomes.into_inner().unwrap_or_else(PoisonError::into_inner);
            let reads = is_read(&outcomes[self.probes()]);
            Finished { built: attempt.built, reads, outcomes }
        });
        Ok(grades::collect(self.job, &self.manifest, self.sandbox, finished))
    }

    /// What was built is tried on the first cases.
    fn after_build(&self, student: usize, attempt: &Attempt) -> Vec<Work> {
        let probes = if attempt.built.failed.is_none() { self.probes() } else { 0..0 };
        probes.map(|case| Work::Probe(Reverse((student, case)))).collect()
    }

    /// What reads its input is tried on the others too, once all of the first ones are done.
    fn after_case(
        &self,
        (student, case): CaseIndex,
        attempt: &Attempt,
        outcome: CaseOutcome,
    ) -> Vec<Work> {
        let mut outcomes = attempt.outcomes.lock().unwrap_or_else(PoisonError::into_inner);
        outcomes[case] = Some(outcome);
        let probed = &outcomes[self.probes()];
        let goes_on = self.probes().contains(&case)
            && probed.iter().all(Option::is_some)
            && (is_read(probed) || self.job.keep_going);
        let others = if goes_on { self.others() } else { 0..0 };
        let seconds: f64 = probed.iter().flatten().map(|outcome| outcome.cpu_seconds).sum();
        let cost = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        others.map(|case| Work::Case { cost, place: Reverse((student, case)) }).collect()
    }

    fn probes(&self) -> std::ops::Range<usize> {
        0..self.questions.len().min(PROBES)
    }

    fn others(&self) -> std::ops::Range<usize> {
        self.probes().end..self.questions.len()
    }

    fn total(&self) -> usize {
        self.job.submissions.len() * (1 + self.questions.len())
    }

    /// One piece of work, unless it is time to stop.
    fn step<T>(&self, work: impl FnOnce() -> Result<T, GradeError>) -> Result<T, GradeError> {
        if !(self.progress)(self.done.load(Ordering::Relaxed), self.total()) {
            return Err(GradeError::Stopped);
        }
        let result = work();
        self.done.fetch_add(1, Ordering::Relaxed);
        result
    }

    fn build(&self, slot: &Slot, student: usize) -> Result<Built, GradeError> {
        let name = &self.job.submissions[student].student;
        // Whether there is nothing left to be run.
        let is_known = |digest: &str| {
            let known = |case: usize| {
                let examined = self.examined(case);
                self.store.get::<CaseOutcome>(name, &examined.case.name, &examined.key(digest))
            };
            let probed: Vec<Option<CaseOutcome>> = self.probes().map(known).collect();
            let goes_on = is_read(&probed) || self.job.keep_going;
            probed.iter().all(Option::is_some)
                && (!goes_on || self.others().all(|case| known(case).is_some()))
        };
        self.workdirs.build(self.job, student, self.sandbox, &self.store, slot, &is_known)
    }

    fn examined(&self, case: usize) -> Examined<'_> {
        Examined {
            job: self.job,
            case: &self.manifest.cases[case],
            question: &self.questions[case],
        }
    }

    fn case_run<'r>(&'r self, built: &'r Built, (student, case): CaseIndex) -> CaseRun<'r> {
        CaseRun {
            examined: self.examined(case),
            student: &self.job.submissions[student].student,
            built,
            sandbox: self.sandbox,
            store: &self.store,
            workdirs: &self.workdirs,
        }
    }
}

/// Whether some answer shows that the input was read.
fn is_read(outcomes: &[Option<CaseOutcome>]) -> bool {
    outcomes.iter().flatten().any(|outcome| {
        let kind = outcome.verdict.kind;
        kind.is_answer() && kind != VerdictKind::BadFormat
    })
}
