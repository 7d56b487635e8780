//! One submission, one case.

use std::path::Path;
use std::time::Duration;

use plyglot_kit::grading::shown;
use plyglot_sandbox::{Ended, Limits, OutputError, Ran, Sandbox, Workdir, read_output, run};

use super::failure::{Failure, tried};
use super::grades::CaseOutcome;
use super::keeper::{Keeper, Label};
use super::tool::Tool;
use super::workdir::{Built, Workdirs, last_lines};
use super::{GradeError, GradingJob, not_graded};
use crate::hash::key;
use crate::store::{file_name, write_whole};
use plyglot_answers::cases::Case;
use plyglot_answers::explain::{Detail, Explanation, explain, explain_judged};
use plyglot_answers::judge::{Judgement, OutputFiles, Question, Verdict, VerdictKind};

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
            b"case 3",
            submission.as_bytes(),
            self.question.input().as_bytes(),
            right.as_bytes(),
            job.run.as_bytes(),
            job.build.as_deref().unwrap_or_default().as_bytes(),
            format!("{:?}", job.path).as_bytes(),
            limits.as_bytes(),
            shown.as_bytes(),
        ])
    }

    fn limits(&self) -> Limits {
        case_limits(self.job.limits, self.case, self.question)
    }
}

/// The limits for a case: its own limit of CPU time, or the time that its input gives, if that is less.
/// Where it is longer than usual, so is the time by the wall clock, which is there for idle programs.
pub fn case_limits(usual: Limits, case: &Case, question: &Question) -> Limits {
    let duration = |seconds: f64| Duration::try_from_secs_f64(seconds).ok();
    let mut cpu = case.cpu.and_then(duration).unwrap_or(usual.cpu);
    if let Some(given) = question.task().goal().seconds().and_then(duration) {
        cpu = cpu.min(given);
    }
    let mut wall = usual.wall;
    if cpu > usual.cpu {
        let times = cpu.as_secs_f64() / usual.cpu.as_secs_f64();
        wall = duration(wall.as_secs_f64() * times).unwrap_or(wall);
    }
    Limits { cpu, wall, ..usual }
}

/// A submission and a case.
pub struct CaseRun<'j> {
    pub examined: Examined<'j>,
    pub student: &'j str,
    pub built: &'j Built,
    pub sandbox: &'j Sandbox,
    pub keeper: &'j Keeper,
    pub workdirs: &'j Workdirs,
    /// The command.
    pub tool: &'j Tool,
    /// How many runs are waiting, this one among them.
    pub waiting: usize,
}

impl CaseRun<'_> {
    /// The result: as it is remembered, or by running the program.
    pub fn outcome(&self) -> Result<CaseOutcome, GradeError> {
        let Examined { job, case, .. } = self.examined;
        let key = self.examined.key(&self.built.digest);
        let label = Label { student: self.student, case: &case.name, key: &key };
        if let Some(outcome) = self.keeper.get::<CaseOutcome>(label) {
            let noted = self.keeper.ran::<()>(label, &outcome.verdict, None);
            noted.map_err(GradeError::at(&job.out))?;
            return Ok(CaseOutcome { reused: true, ..outcome });
        }
        let share = job.budget.map(|budget| budget.share(self.waiting, job.jobs));
        if share == Some(None) {
            let why = "it was not run, since the time for all cases was used up";
            return Ok(CaseOutcome::without_run(&case.name, not_graded(why)));
        }
        let (outcome, lasts) = match tried(|| self.run(share.flatten())) {
            Ok(found) => found,
            Err(Failure::Always(error)) => return Err(error),
            Err(Failure::Once(why)) => {
                return Ok(CaseOutcome::without_run(&case.name, not_graded(why)));
            }
        };
        if !outcome.is_graded() {
            // With more time it may be anything.
            return Ok(outcome);
        }
        let kept = self.keeper.ran(label, &outcome.verdict, lasts.then_some(&outcome));
        kept.map_err(GradeError::at(&job.out))?;
        Ok(outcome)
    }

    /// What comes of a run, with no more than its share of the time for everything; and whether it
    /// will be so the next time.
    fn run(&self, share: Option<Duration>) -> Result<(CaseOutcome, bool), Failure> {
        let Examined { job, case, .. } = self.examined;
        let folder = self.prepare()?;
        let home = folder.path().canonicalize().map_err(Failure::at(folder.path()))?;
        let mut program = self.tool.run_in(&home);
        program.limits = self.examined.limits();
        program.limits.wall = program.limits.wall.min(share.unwrap_or(Duration::MAX));
        program.path.clone_from(&job.path);
        let ran = run(&program, self.sandbox)?;
        let (written, missing) = self.read(&home, &ran);
        let judgement = match self.stopped(&ran, share) {
            Some(verdict) => verdict.into(),
            None => self.judge(&ran, &home, &written, missing),
        };
        let explanation = self.explain(&judgement, &written);
        let verdict = judgement.verdict;
        if verdict.kind != VerdictKind::Right {
            self.keep(&written);
        }
        let outcome = CaseOutcome {
            case: case.name.clone(),
            verdict,
            explanation: explanation.as_ref().map(Explanation::lines).unwrap_or_default(),
            misreadings: explanation.map(|it| it.misreadings).unwrap_or_default(),
            cpu_seconds: microseconds(ran.cpu.total()),
            wall_seconds: microseconds(ran.wall),
            memory: ran.memory,
            layers: ran.layers.to_string(),
            reused: false,
        };
        Ok((outcome, !matches!(ran.ended, Ended::NotStarted(_))))
    }

    /// A directory with the program and the input. An answer that was handed in is none.
    fn prepare(&self) -> Result<Workdir, Failure> {
        let folder = self.workdirs.copy_of(self.built)?;
        let in_folder = Failure::at(folder.path());
        for name in self.examined.question.files() {
            folder.take_away(name).map_err(&in_folder)?;
        }
        folder.put("input.txt", self.examined.question.input()).map_err(&in_folder)?;
        drop(in_folder);
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

    /// What is to be said of a program that we stopped for want of time, and not for being idle.
    fn stopped(&self, ran: &Ran, share: Option<Duration>) -> Option<Verdict> {
        let limits = self.examined.limits();
        let share = share.filter(|_| ran.ended == Ended::WallLimit)?;
        let seconds = |time: Duration| format!("{:.2} s", time.as_secs_f64());
        if share < limits.wall {
            let why = "its share of the time for all cases";
            return Some(not_graded(format!("it was stopped after {}, {why}", seconds(share))));
        }
        let used = ran.cpu.total();
        (used > limits.cpu / 2).then(|| {
            let (wall, used) = (seconds(limits.wall), seconds(used));
            not_graded(format!(
                "it was busy for {wall}, but the machine gave it {used} of CPU time"
            ))
        })
    }

    /// What is to be said of a run. How it ended comes before what it wrote, unless that is right.
    fn judge(
        &self,
        ran: &Ran,
        home: &Path,
        written: &OutputFiles,
        missing: Option<OutputError>,
    ) -> Judgement {
        let limits = self.examined.limits();
        // The program chooses the names of its files.
        let said = |kind, message: String| -> Judgement {
            Verdict::new(kind, shown(&message)).with(last_lines(ran, home)).into()
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
            Ended::Memory | Ended::Disk | Ended::Processes | Ended::Hidden => {
                return said(VerdictKind::Resources, ran.ended.to_string());
            }
            Ended::NotStarted(_) => {
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
