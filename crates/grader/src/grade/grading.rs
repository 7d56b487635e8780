//! The order of the work: first the builds, then the first cases of each, then the rest.

use std::cmp::Reverse;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use plyglot_sandbox::Sandbox;

use super::case_run::{CaseRun, Examined};
use super::grades::{self, CaseOutcome, Finished, Grades};
use super::keeper::{Keeper, Label};
use super::tool::Tool;
use super::workdir::{Builder, Built, Workdirs};
use super::{GradeError, GradingJob, SoFar, command};
use crate::store::ResultStore;
use plyglot_answers::cases::Manifest;
use plyglot_answers::judge::{Question, VerdictKind};
use plyglot_answers::pool::until_done;

/// The cases with which it is found out whether a program reads its input at all.
const PROBES: usize = 3;

/// A run of grading.
pub struct Grading<'j> {
    job: &'j GradingJob,
    sandbox: &'j Sandbox,
    manifest: Manifest,
    questions: Vec<Question>,
    keeper: Keeper,
    workdirs: Workdirs,
    run_tool: Tool,
    build_tool: Option<Tool>,
    progress: &'j (dyn Fn(usize, usize) -> bool + Sync),
    done: AtomicUsize,
    so_far: Option<SoFar<'j>>,
    /// Whoever tells what is known so far holds this: an older state never follows a newer one.
    telling: Mutex<()>,
    /// How many runs have not begun.
    waiting: AtomicUsize,
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
        so_far: Option<SoFar<'j>>,
    ) -> Result<Grading<'j>, GradeError> {
        let manifest = Manifest::read(&job.cases, job.games)?;
        let question = |case| manifest.question(&job.cases, case, job.games, job.edition);
        let questions = manifest.cases.iter().map(question);
        let questions: Vec<Question> = questions.collect::<Result<_, _>>()?;
        let commands = [("--run", Some(&job.run)), ("--build", job.build.as_ref())];
        for (option, command) in commands.into_iter().filter_map(|(it, text)| Some((it, text?))) {
            let wrong = |why| GradeError::Command { option, command: command.clone(), why };
            command::check(command, &job.path).map_err(wrong)?;
        }
        let store = ResultStore::open(&job.out, job.again).map_err(GradeError::at(&job.out))?;
        let keeper = Keeper::new(store, job.submissions.len());
        let workdirs = Workdirs::new().map_err(GradeError::at(&std::env::temp_dir()))?;
        let tool = |command: &String, name| {
            let tool = workdirs.tool(command, name, sandbox);
            tool.map_err(GradeError::at(Path::new(command)))
        };
        let run_tool = tool(&job.run, "run")?;
        let build_tool = job.build.as_ref().map(|build| tool(build, "build")).transpose()?;
        let waiting = AtomicUsize::new(job.submissions.len() * questions.len());
        Ok(Grading {
            job,
            sandbox,
            manifest,
            questions,
            keeper,
            run_tool,
            build_tool,
            workdirs,
            progress,
            done: AtomicUsize::new(0),
            so_far,
            telling: Mutex::new(()),
            waiting,
        })
    }

    pub fn run(&self) -> Result<Grades, GradeError> {
        let attempts: Vec<OnceLock<Attempt>> =
            self.job.submissions.iter().map(|_| OnceLock::new()).collect();
        let builds = (0..attempts.len()).map(|student| Work::Build(Reverse(student)));
        until_done(&vec![(); self.job.jobs.max(1)], builds, |(), work| {
            self.step(|| match work {
                Work::Build(Reverse(student)) => {
                    let attempt = Attempt::new(self.build(student)?, self.questions.len());
                    Ok(self.after_build(student, attempts[student].get_or_init(|| attempt)))
                }
                Work::Probe(Reverse(place)) | Work::Case { place: Reverse(place), .. } => {
                    let Some(attempt) = attempts[place.0].get() else { return Ok(Vec::new()) };
                    let outcome = self.case_run(&attempt.built, place).outcome()?;
                    let more = self.after_case(place, attempt, outcome);
                    self.tell(&attempts)?;
                    Ok(more)
                }
            })
        })?;
        (self.progress)(self.total(), self.total());
        self.tell(&attempts)?;
        let mut grades = self.grades(&attempts);
        grades.common_failure = self.keeper.common_failure(self.job.submissions.len());
        Ok(grades)
    }

    /// All that is known now.
    fn grades(&self, attempts: &[OnceLock<Attempt>]) -> Grades {
        let known = self.job.submissions.iter().zip(attempts);
        let finished = known.filter_map(|(submission, attempt)| {
            let Attempt { built, outcomes } = attempt.get()?;
            let outcomes = outcomes.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let reads = is_read(&outcomes[self.probes()]);
            Some(Finished { submission, built, reads, outcomes })
        });
        grades::collect(&self.manifest, &self.questions, self.sandbox, finished)
    }

    /// Tells what is known to whoever wants to hear it.
    fn tell(&self, attempts: &[OnceLock<Attempt>]) -> Result<(), GradeError> {
        let Some(so_far) = self.so_far else { return Ok(()) };
        let _turn = self.telling.lock().unwrap_or_else(PoisonError::into_inner);
        so_far(&self.grades(attempts))
    }

    /// What was built is tried on the first cases.
    fn after_build(&self, student: usize, attempt: &Attempt) -> Vec<Work> {
        if attempt.built.failed.is_some() {
            self.give_up(self.questions.len());
            return Vec::new();
        }
        self.probes().map(|case| Work::Probe(Reverse((student, case)))).collect()
    }

    /// So many runs will not take place: the others have their time.
    fn give_up(&self, runs: usize) {
        self.waiting.fetch_sub(runs, Ordering::Relaxed);
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
        if !self.probes().contains(&case) || !probed.iter().all(Option::is_some) {
            return Vec::new();
        }
        let others = self.others();
        if !self.goes_on(probed) {
            self.give_up(others.len());
            return Vec::new();
        }
        let seconds: f64 = probed.iter().flatten().map(|outcome| outcome.cpu_seconds).sum();
        let cost = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        others.map(|case| Work::Case { cost, place: Reverse((student, case)) }).collect()
    }

    /// Whether the other cases are worth a try.
    fn goes_on(&self, probed: &[Option<CaseOutcome>]) -> bool {
        is_read(probed) != Some(false) || self.job.keep_going
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

    fn build(&self, student: usize) -> Result<Built, GradeError> {
        let name = &self.job.submissions[student].student;
        // Whether there is nothing left to be run.
        let is_known = |digest: &str| {
            let known = |case: usize| {
                let examined = self.examined(case);
                let (case, key) = (&examined.case.name, &examined.key(digest));
                self.keeper.get::<CaseOutcome>(Label { student: name, case, key })
            };
            let probed: Vec<Option<CaseOutcome>> = self.probes().map(known).collect();
            probed.iter().all(Option::is_some)
                && (!self.goes_on(&probed) || self.others().all(|case| known(case).is_some()))
        };
        let (job, sandbox) = (self.job, self.sandbox);
        let (keeper, workdirs, tool) = (&self.keeper, &self.workdirs, self.build_tool.as_ref());
        let builder = Builder { job, sandbox, keeper, workdirs, tool };
        builder.build(student, &is_known)
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
            keeper: &self.keeper,
            workdirs: &self.workdirs,
            tool: &self.run_tool,
            waiting: self.waiting.fetch_sub(1, Ordering::Relaxed),
        }
    }
}

/// Whether some answer shows that the input was read; nobody knows as long as one is not graded.
fn is_read(outcomes: &[Option<CaseOutcome>]) -> Option<bool> {
    let mut kinds = outcomes.iter().flatten().map(|outcome| outcome.verdict.kind);
    if kinds.any(|kind| kind.is_answer() && kind != VerdictKind::BadFormat) {
        return Some(true);
    }
    let is_known =
        |outcome: &Option<CaseOutcome>| outcome.as_ref().is_some_and(CaseOutcome::is_graded);
    outcomes.iter().all(is_known).then_some(false)
}
