//! The order of the work: first all builds, then the first cases of each, then the rest.

use std::sync::atomic::{AtomicUsize, Ordering};

use plyglot_arena::place::Slot;
use plyglot_arena::process::Sandbox;

use super::grades::{self, Grades, Outcome};
use super::room::{Base, Room};
use super::unit::{Trial, Unit};
use super::{GradeError, Job};
use crate::cases::Manifest;
use crate::judge::{Kind, Question};
use crate::pool::in_slots;
use crate::store::Store;

/// The cases with which it is found out whether a program reads its input at all.
const PROBES: usize = 3;

/// A run of grading.
pub struct Grading<'j> {
    job: &'j Job,
    sandbox: &'j Sandbox,
    manifest: Manifest,
    questions: Vec<Question>,
    store: Store,
    room: Room,
    slots: Vec<Slot>,
    progress: &'j (dyn Fn(usize, usize) -> bool + Sync),
    done: AtomicUsize,
}

/// The number of a student, and of a case.
type Place = (usize, usize);

impl<'j> Grading<'j> {
    pub fn new(
        job: &'j Job,
        sandbox: &'j Sandbox,
        progress: &'j (dyn Fn(usize, usize) -> bool + Sync),
    ) -> Result<Grading<'j>, GradeError> {
        let manifest = Manifest::read(&job.cases)?;
        let questions = manifest.cases.iter().map(|case| manifest.question(&job.cases, case));
        let questions = questions.collect::<Result<_, _>>()?;
        let store = Store::open(&job.out, job.again).map_err(GradeError::at(&job.out))?;
        let room = Room::new().map_err(GradeError::at(&std::env::temp_dir()))?;
        let slots = (0..job.jobs.max(1)).map(|_| Slot::take());
        let slots = slots.collect::<Result<_, _>>().map_err(GradeError::Slots)?;
        let done = AtomicUsize::new(0);
        Ok(Grading { job, sandbox, manifest, questions, store, room, slots, progress, done })
    }

    pub fn run(&self) -> Result<Grades, GradeError> {
        let students = 0..self.job.submissions.len();
        let bases = in_slots(&self.slots, students.clone(), |slot, student| {
            self.step(|| self.build(slot, student))
        })?;
        let try_all = |places: Vec<Place>| -> Result<Vec<(Place, Outcome)>, GradeError> {
            in_slots(&self.slots, places, |slot, (student, case)| {
                let outcome = self.step(|| self.unit(&bases, (student, case)).outcome(slot))?;
                Ok(((student, case), outcome))
            })
        };
        let built: Vec<usize> =
            students.clone().filter(|&student| bases[student].failed.is_none()).collect();
        let first =
            built.iter().flat_map(|&student| self.probes().map(move |case| (student, case)));
        let mut outcomes = try_all(first.collect())?;

        let probed = |student: usize| {
            outcomes.iter().filter(move |((of, _), _)| *of == student).map(|(_, outcome)| outcome)
        };
        let reads: Vec<bool> = students.clone().map(|student| is_read(probed(student))).collect();
        let cost = |student: usize| probed(student).map(|outcome| outcome.cpu_seconds).sum();
        let costs: Vec<f64> = students.map(cost).collect();
        let going = built.iter().filter(|&&student| reads[student] || self.job.keep_going);
        let mut rest: Vec<Place> =
            going.flat_map(|&student| self.others().map(move |case| (student, case))).collect();
        // What takes long is begun first, so that nobody waits for it at the end.
        rest.sort_by(|a, b| costs[b.0].total_cmp(&costs[a.0]).then(a.cmp(b)));
        outcomes.extend(try_all(rest)?);
        (self.progress)(self.total(), self.total());
        Ok(grades::collect(self.job, &self.manifest, self.sandbox, &bases, &reads, outcomes))
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

    fn build(&self, slot: &Slot, student: usize) -> Result<Base, GradeError> {
        let name = &self.job.submissions[student].student;
        // Whether there is nothing left to be run.
        let is_known = |digest: &str| {
            let known = |case: usize| {
                let trial = self.trial(case);
                self.store.get::<Outcome>(name, &trial.case.name, &trial.key(digest))
            };
            let probed: Option<Vec<Outcome>> = self.probes().map(known).collect();
            probed.is_some_and(|outcomes| {
                let goes_on = is_read(outcomes.iter()) || self.job.keep_going;
                !goes_on || self.others().all(|case| known(case).is_some())
            })
        };
        self.room.build(self.job, student, self.sandbox, &self.store, slot, &is_known)
    }

    fn trial(&self, case: usize) -> Trial<'_> {
        Trial { job: self.job, case: &self.manifest.cases[case], question: &self.questions[case] }
    }

    fn unit<'u>(&'u self, bases: &'u [Base], (student, case): Place) -> Unit<'u> {
        Unit {
            trial: self.trial(case),
            student: &self.job.submissions[student].student,
            base: &bases[student],
            sandbox: self.sandbox,
            store: &self.store,
            room: &self.room,
        }
    }
}

/// Whether some answer shows that the input was read.
fn is_read<'o>(mut outcomes: impl Iterator<Item = &'o Outcome>) -> bool {
    outcomes.any(|outcome| {
        let kind = outcome.verdict.kind;
        kind.is_answer() && kind != Kind::BadFormat
    })
}
