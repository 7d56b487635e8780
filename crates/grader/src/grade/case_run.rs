//! One submission, one case.

use std::path::Path;
use std::time::Duration;

use plyglot_sandbox::{
    Ended, Limits, OutputError, Ran, Run, Sandbox, Slot, Workdir, read_output, run,
};

use super::command::words;
use super::grades::CaseOutcome;
use super::workdir::{Built, Workdirs, last_lines};
use super::{GradeError, GradingJob};
use crate::cases::Case;
use crate::explain::{Detail, Explanation, explain, explain_judged};
use crate::hash::key;
use crate::judge::{Judgement, OutputFiles, Question, Verdict, VerdictKind};
use crate::store::{ResultStore, file_name, write_whole};

/// A wrong answer of more bytes is not kept.
const LARGEST_KEPT: usize = 1 << 20;

/// A case, and how programs are examined with it.
#[derive(Clone, Copy)]
pub struct Examined<'j> {
    pub job: &'j GradingJob,
    pub case: &'j Case,
    pub question: &'j Question,
}

impl Examined<'_> {
    /// A number for everything that a result depends on.
    pub fn key(&self, submission: &str) -> String {
        let job = self.job;
        let limits = format!("{:?} {:?} {:?}", self.limits(), job.build_limits, job.strictness);
        let edition = job.edition.map(|name| format!(" {name}")).unwrap_or_default();
        let shown = format!("{:?} {}{edition}", job.detail, self.case.visible);
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
        let given = self.question.task().goal().seconds();
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
pub struct CaseRun<'j> {
    pub examined: Examined<'j>,
    pub student: &'j str,
    pub built: &'j Built,
    pub sandbox: &'j Sandbox,
    pub store: &'j ResultStore,
    pub workdirs: &'j Workdirs,
}

impl CaseRun<'_> {
    /// The result: as it is remembered, or by running the program.
    pub fn outcome(&self, slot: &Slot) -> Result<CaseOutcome, GradeError> {
        let Examined { job, case, .. } = self.examined;
        let key = self.examined.key(&self.built.digest);
        if let Some(outcome) = self.store.get::<CaseOutcome>(self.student, &case.name, &key) {
            return Ok(CaseOutcome { reused: true, ..outcome });
        }
        let outcome = self.run(slot)?;
        let kept = self.store.put(self.student, &case.name, &key, &outcome);
        kept.map_err(GradeError::at(&job.out))?;
        Ok(outcome)
    }

    fn run(&self, slot: &Slot) -> Result<CaseOutcome, GradeError> {
        let Examined { job, case, .. } = self.examined;
        let name = &case.name;
        let folder = match self.prepare() {
            Ok(folder) => folder,
            Err(error) => {
                let message = format!("its directory cannot be copied: {error}");
                return Ok(CaseOutcome::without_run(
                    name,
                    Verdict::new(VerdictKind::Crash, message),
                ));
            }
        };
        let mut program = Run::new(words(&job.run), folder.path());
        program.limits = self.examined.limits();
        program.slot = slot.number();
        let mut ran = run(&program, self.sandbox)?;
        if ran.ended == Ended::WardenLost {
            // Another process may have killed it.
            ran = run(&program, self.sandbox)?;
        }
        let (written, missing) = self.read(folder.path(), &ran);
        let judgement = self.judge(&ran, &written, missing);
        let explanation = self.explain(&judgement, &written);
        let verdict = judgement.verdict;
        if verdict.kind != VerdictKind::Right {
            self.keep(&written);
        }
        Ok(CaseOutcome {
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
        let folder = self.workdirs.copy_of(self.built)?;
        for name in self.examined.question.files() {
            folder.take_away(name)?;
        }
        folder.put("input.txt", self.examined.question.input())?;
        Ok(folder)
    }

    /// What the program wrote, and the first file that it did not write.
    fn read(&self, folder: &Path, ran: &Ran) -> (OutputFiles, Option<OutputError>) {
        let right = self.examined.question.right();
        let mut written = OutputFiles::new();
        let mut missing = None;
        for name in self.examined.question.files() {
            let length = right.and_then(|right| right.get(name)).map_or(0, String::len);
            match read_output(folder, name, 2 * length as u64 + LARGEST_KEPT as u64) {
                Ok(bytes) => {
                    written.insert(name.to_owned(), bytes);
                }
                // The program of this assignment prints its answer.
                Err(OutputError::Missing { .. })
                    if self.examined.question.game().files().prints && ran.stdout.total > 0 =>
                {
                    written.insert(name.to_owned(), ran.stdout.bytes.clone());
                }
                Err(error) => missing = missing.or(Some(error)),
            }
        }
        (written, missing)
    }

    /// What is to be said of a run. How it ended comes before what it wrote, unless that is right.
    fn judge(&self, ran: &Ran, written: &OutputFiles, missing: Option<OutputError>) -> Judgement {
        let limits = self.examined.limits();
        let said = |kind, message: String| -> Judgement {
            Verdict::new(kind, message).with(last_lines(ran)).into()
        };
        let seconds = |time: Duration| format!("{:.2} s", time.as_secs_f64());
        match &ran.ended {
            Ended::CpuLimit => {
                let message = format!("used more than {} of CPU time", seconds(limits.cpu));
                return said(VerdictKind::CpuLimit, message);
            }
            Ended::WallLimit => {
                let used = seconds(ran.cpu.total());
                let message = format!(
                    "was not finished after {}, of which it used {used} of CPU time",
                    seconds(limits.wall)
                );
                return said(VerdictKind::WallLimit, message);
            }
            Ended::Memory | Ended::Disk | Ended::Processes => {
                return said(VerdictKind::Resources, ran.ended.to_string());
            }
            Ended::NotStarted(_) | Ended::WardenLost => {
                return said(VerdictKind::Crash, ran.ended.to_string());
            }
            Ended::Exited(_) | Ended::Signalled(_) => {}
        }
        let judgement = match missing {
            Some(error @ OutputError::Missing { .. }) => {
                said(VerdictKind::NoOutput, error.to_string())
            }
            Some(error @ OutputError::Misnamed { .. }) => {
                said(VerdictKind::Misnamed, error.to_string())
            }
            Some(error) => Verdict::new(VerdictKind::BadFormat, error.to_string()).into(),
            None => self.examined.question.judge(written, self.examined.job.strictness),
        };
        // With the right answer a program may end as it likes.
        match judgement.verdict.kind {
            VerdictKind::Right => judgement,
            _ if ran.ended.is_success() => judgement,
            _ => said(VerdictKind::Crash, ran.ended.to_string()),
        }
    }

    fn explain(&self, judgement: &Judgement, written: &OutputFiles) -> Option<Explanation> {
        let Examined { job, case, question } = self.examined;
        let kind = judgement.verdict.kind;
        let is_asked = job.detail > Detail::Off && case.visible;
        if !is_asked || kind == VerdictKind::Right || !kind.is_answer() {
            return None;
        }
        let is_whole = question.files().iter().all(|&name| written.contains_key(name));
        Some(if is_whole {
            explain_judged(question, written, judgement, job.detail)
        } else {
            // A file cannot be read; the others may still tell something.
            explain(question, written, job.strictness, job.detail)
        })
    }

    /// Keeps a wrong answer for a person to look at. To fail at that is no failure.
    fn keep(&self, written: &OutputFiles) {
        let student = file_name(self.student);
        let folder =
            self.examined.job.out.join("answers").join(student).join(&self.examined.case.name);
        for (name, bytes) in written.iter().filter(|(_, bytes)| bytes.len() <= LARGEST_KEPT) {
            _ = write_whole(&folder.join(name), bytes);
        }
    }
}

/// Seconds with so few digits that text and number are the same.
fn microseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1e6
}
