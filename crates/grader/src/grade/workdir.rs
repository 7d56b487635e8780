//! Where submissions are built and run.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use plyglot_kit::grading::shown;
use plyglot_sandbox::{Ended, Ran, Run, Sandbox, ScratchDir, Workdir, run};
use serde::{Deserialize, Serialize};

use super::command::words;
use super::unpack::{copy_tree, digest, unpack};
use super::{GradeError, GradingJob, not_graded};
use crate::hash::key;
use crate::judge::{Verdict, VerdictKind};
use crate::store::ResultStore;

/// A place for all work, which is gone in the end.
#[derive(Debug)]
pub struct Workdirs {
    scratch: ScratchDir,
    runs: AtomicUsize,
}

/// A submission that is ready to be run.
#[derive(Debug)]
pub struct Built {
    /// Where it lies.
    pub folder: Workdir,
    /// A number for what was handed in.
    pub digest: String,
    /// Why it cannot be run, if so.
    pub failed: Option<Verdict>,
}

/// What is remembered of a build.
#[derive(Serialize, Deserialize)]
struct BuildRecord {
    failed: Option<Verdict>,
}

impl Workdirs {
    pub fn new() -> io::Result<Workdirs> {
        Ok(Workdirs { scratch: ScratchDir::new()?, runs: AtomicUsize::new(0) })
    }

    /// A new directory that holds a copy of a submission as it was built.
    pub fn copy_of(&self, built: &Built) -> io::Result<Workdir> {
        let number = self.runs.fetch_add(1, Ordering::Relaxed);
        let folder = self.scratch.workdir(&format!("run-{number}"));
        folder.renew()?;
        copy_tree(built.folder.path(), folder.path())?;
        Ok(folder)
    }

    /// Unpacks a submission and builds it, if that is asked. A build that failed before is not tried
    /// again, nor is one of which all results are known.
    pub fn build(
        &self,
        job: &GradingJob,
        student: usize,
        sandbox: &Sandbox,
        store: &ResultStore,
        is_known: &dyn Fn(&str) -> bool,
    ) -> Result<Built, GradeError> {
        let submission = &job.submissions[student];
        let folder = self.scratch.workdir(&format!("student-{student}"));
        folder.renew().map_err(GradeError::at(folder.path()))?;
        let not_built = |message: String| Verdict::new(VerdictKind::NotBuilt, message);
        let unpacked = unpack(&submission.path, &submission.file_name, folder.path())
            .and_then(|()| digest(folder.path()));
        let digest = match unpacked {
            Ok(digest) => digest,
            Err(error) => {
                let failed = Some(not_built(format!("it cannot be unpacked: {error}")));
                return Ok(Built { folder, digest: String::new(), failed });
            }
        };
        let Some(command) = &job.build else {
            return Ok(Built { folder, digest, failed: None });
        };
        let limits = format!("{:?}", job.build_limits);
        let key = key(&[b"build 1", digest.as_bytes(), command.as_bytes(), limits.as_bytes()]);
        if let Some(BuildRecord { failed }) = store.get(&submission.student, "build", &key)
            && (failed.is_some() || is_known(&digest))
        {
            return Ok(Built { folder, digest, failed });
        }
        let mut build = Run::new(words(command), folder.path());
        build.limits = job.build_limits;
        let share = job.budget.map(|budget| budget.share(1, 1).unwrap_or_default());
        build.limits.wall = build.limits.wall.min(share.unwrap_or(Duration::MAX));
        let ran = run(&build, sandbox)?;
        if ran.ended == Ended::WallLimit && build.limits.wall < job.build_limits.wall {
            let failed = not_graded("the time for everything was used up before it was built");
            return Ok(Built { folder, digest, failed: Some(failed) });
        }
        let failed = (!ran.ended.is_success()).then(|| {
            let message = match &ran.ended {
                Ended::NotStarted(why) => format!("the build cannot be started: {why}"),
                ended => format!("the build {ended}"),
            };
            not_built(message).with(last_lines(&ran))
        });
        let record = BuildRecord { failed: failed.clone() };
        store.put(&submission.student, "build", &key, &record).map_err(GradeError::at(&job.out))?;
        Ok(Built { folder, digest, failed })
    }
}

/// The end of what a program printed: its complaints, or if there are none, its output.
pub fn last_lines(ran: &Ran) -> Vec<String> {
    const LINES: usize = 12;
    let text = if ran.stderr.bytes.is_empty() { ran.stdout.text() } else { ran.stderr.text() };
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(LINES)..].iter().map(|line| shown(line)).collect()
}
