//! One submission, one case.

use std::path::Path;
use std::time::Duration;

use plyglot_arena::place::{Folder, Slot};
use plyglot_arena::process::{Ended, Limits, OutputError, Ran, Run, Sandbox, read_output, run};
use plyglot_games::GameId;
use plyglot_games::{Task, capture_go::files as capture_go, mancala::files as mancala};
use plyglot_kit::Mode;
use plyglot_sandbox::{
    Ended, Limits, OutputError, Ran, Run, Sandbox, Slot, Workdir, read_output, run,
};

use super::command::words;
use super::grades::Outcome;
use super::room::{Base, Room, last_lines};
use super::{GradeError, Job};
use crate::cases::Case;
use crate::explain::{Explanation, Level, explain};
use crate::hash::key;
use crate::judge::{Kind, Question, Verdict, Written};
use crate::store::{Store, file_name, write_whole};

/// Beyond so many bytes a wrong answer is not kept.
const LARGEST_KEPT: usize = 1 << 20;

/// A case, and how it is tried.
#[derive(Clone, Copy)]
pub struct Trial<'j> {
    pub job: &'j Job,
    pub case: &'j Case,
    pub question: &'j Question,
}

impl Trial<'_> {
    /// A number for everything that a result depends on.
    pub fn key(&self, submission: &str) -> String {
        let job = self.job;
        let limits = format!("{:?} {:?} {:?}", self.limits(), job.build_limits, job.strictness);
        let shown = format!("{:?} {}", job.level, self.case.visible);
        let right = serde_json::to_string(&self.question.right()).unwrap_or_default();
        key(&[
            b"case 2",
            submission.as_bytes(),
            self.question.input().as_bytes(),
            right.as_bytes(),
            job.run.as_bytes(),
            job.build.as_deref().unwrap_or_default().as_bytes(),
            limits.as_bytes(),
            shown.as_bytes(),
        ])
    }

    /// The case's own limit of CPU time, or the time that its input gives, if that is less.
    fn limits(&self) -> Limits {
        let given = match self.question.task() {
            Task::Checkers(task) => Some(task.seconds),
            Task::StarCircle(task) => seconds_of(task.mode),
            Task::StakeRaid(task) => seconds_of(task.mode),
            Task::Mancala(task) => match task.goal {
                mancala::Goal::Competition { seconds } => Some(seconds),
                _ => None,
            },
            Task::CaptureGo(task) => match task.goal {
                capture_go::Goal::Competition { seconds } => Some(seconds),
                capture_go::Goal::Compare { .. } => None,
            },
        };
        let mut limits = self.job.limits;
        if let Some(seconds) = self.case.cpu {
            limits.cpu = Duration::try_from_secs_f64(seconds).unwrap_or(limits.cpu);
        }
        if let Some(given) = given.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) {
            limits.cpu = limits.cpu.min(given);
        }
        limits
    }
}

/// A submission and a case.
pub struct Unit<'j> {
    pub trial: Trial<'j>,
    pub student: &'j str,
    pub base: &'j Base,
    pub sandbox: &'j Sandbox,
    pub store: &'j Store,
    pub room: &'j Room,
}

impl Unit<'_> {
    /// The result: as it is remembered, or by running the program.
    pub fn outcome(&self, slot: &Slot) -> Result<Outcome, GradeError> {
        let Trial { job, case, .. } = self.trial;
        let key = self.trial.key(&self.base.digest);
        if let Some(outcome) = self.store.get::<Outcome>(self.student, &case.name, &key) {
            return Ok(Outcome { reused: true, ..outcome });
        }
        let outcome = self.run(slot)?;
        let kept = self.store.put(self.student, &case.name, &key, &outcome);
        kept.map_err(GradeError::at(&job.out))?;
        Ok(outcome)
    }

    fn run(&self, slot: &Slot) -> Result<Outcome, GradeError> {
        let Trial { job, case, .. } = self.trial;
        let name = &case.name;
        let folder = match self.prepare() {
            Ok(folder) => folder,
            Err(error) => {
                let message = format!("its directory cannot be copied: {error}");
                return Ok(Outcome::without_run(name, Verdict::new(Kind::Crash, message)));
            }
        };
        let mut program = Run::new(words(&job.run), folder.path());
        program.limits = self.trial.limits();
        program.slot = slot.number();
        let mut ran = run(&program, self.sandbox)?;
        if ran.ended == Ended::WardenLost {
            // It may have been somebody else who killed it.
            ran = run(&program, self.sandbox)?;
        }
        let (written, missing) = self.read(folder.path(), &ran);
        let verdict = self.judge(&ran, &written, missing);
        let explanation = self.explain(&verdict, &written);
        if verdict.kind != Kind::Right {
            self.keep(&written);
        }
        Ok(Outcome {
            case: name.clone(),
            verdict,
            explanation: explanation.as_ref().map(Explanation::lines).unwrap_or_default(),
            misreadings: explanation.map(|it| it.misreadings).unwrap_or_default(),
            cpu_seconds: microseconds(ran.cpu.total()),
            wall_seconds: microseconds(ran.wall),
            memory: ran.memory,
            layers: ran.layers.to_string(),
            reused: false,
        })
    }

    /// A directory with the program and the input. An answer that was handed in is none.
    fn prepare(&self) -> std::io::Result<Workdir> {
        let folder = self.room.copy_of(self.base)?;
        for name in self.trial.question.files() {
            folder.take_away(name)?;
        }
        folder.put("input.txt", self.trial.question.input())?;
        Ok(folder)
    }

    /// What the program wrote, and the first file that it did not write.
    fn read(&self, folder: &Path, ran: &Ran) -> (Written, Option<OutputError>) {
        let right = self.trial.question.right();
        let mut written = Written::new();
        let mut missing = None;
        for name in self.trial.question.files() {
            let length = right.and_then(|right| right.get(name)).map_or(0, String::len);
            match read_output(folder, name, 2 * length as u64 + LARGEST_KEPT as u64) {
                Ok(bytes) => {
                    written.insert(name.to_owned(), bytes);
                }
                // The program of this assignment prints its answer.
                Err(OutputError::Missing { .. })
                    if self.trial.question.game() == GameId::CaptureGo && ran.stdout.total > 0 =>
                {
                    written.insert(name.to_owned(), ran.stdout.bytes.clone());
                }
                Err(error) => missing = missing.or(Some(error)),
            }
        }
        (written, missing)
    }

    fn judge(&self, ran: &Ran, written: &Written, missing: Option<OutputError>) -> Verdict {
        let limits = self.trial.limits();
        let said = |kind, message: String| Verdict::new(kind, message).with(last_lines(ran));
        let seconds = |time: Duration| format!("{:.2} s", time.as_secs_f64());
        match &ran.ended {
            Ended::CpuLimit => {
                let message = format!("used more than {} of CPU time", seconds(limits.cpu));
                return said(Kind::CpuLimit, message);
            }
            Ended::WallLimit => {
                let used = seconds(ran.cpu.total());
                let message = format!(
                    "was not finished after {}, of which it used {used} of CPU time",
                    seconds(limits.wall)
                );
                return said(Kind::WallLimit, message);
            }
            Ended::Memory | Ended::Disk | Ended::Processes => {
                return said(Kind::Resources, ran.ended.to_string());
            }
            Ended::NotStarted(_) | Ended::WardenLost => {
                return said(Kind::Crash, ran.ended.to_string());
            }
            Ended::Exited(_) | Ended::Signalled(_) => {}
        }
        let verdict = match missing {
            Some(error @ OutputError::Missing { .. }) => said(Kind::NoOutput, error.to_string()),
            Some(error @ OutputError::Misnamed { .. }) => said(Kind::Misnamed, error.to_string()),
            Some(error) => Verdict::new(Kind::BadFormat, error.to_string()),
            None => self.trial.question.judge(written, self.trial.job.strictness),
        };
        // Whoever has the right answer may end as he likes.
        match verdict.kind {
            Kind::Right => verdict,
            _ if ran.ended.is_success() => verdict,
            _ => said(Kind::Crash, ran.ended.to_string()),
        }
    }

    fn explain(&self, verdict: &Verdict, written: &Written) -> Option<Explanation> {
        let is_asked = self.trial.job.level > Level::Off && self.trial.case.visible;
        let is_wrong = verdict.kind != Kind::Right && verdict.kind.is_answer();
        (is_asked && is_wrong).then(|| {
            explain(self.trial.question, written, self.trial.job.strictness, self.trial.job.level)
        })
    }

    /// Keeps a wrong answer for whoever wants to look at it. To fail at that is no failure.
    fn keep(&self, written: &Written) {
        let student = file_name(self.student);
        let folder = self.trial.job.out.join("answers").join(student).join(&self.trial.case.name);
        for (name, bytes) in written.iter().filter(|(_, bytes)| bytes.len() <= LARGEST_KEPT) {
            _ = write_whole(&folder.join(name), bytes);
        }
    }
}

fn seconds_of(mode: Mode) -> Option<f64> {
    if let Mode::Competition { seconds } = mode { Some(seconds) } else { None }
}

/// Seconds with so few digits that text and number are the same.
fn microseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1e6
}
