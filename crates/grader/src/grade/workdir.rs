//! Where submissions are built and run.

use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use plyglot_kit::grading::shown;
use plyglot_sandbox::{Ended, Ran, Sandbox, ScratchDir, Workdir, run};
use serde::{Deserialize, Serialize};

use super::failure::{Failure, tried};
use super::keeper::{Keeper, Label};
use super::tool::Tool;
use super::tree::{Tree, TreeError};
use super::unpack::unpack;
use super::{GradeError, GradingJob, not_graded};
use crate::hash::key;
use plyglot_answers::judge::{Verdict, VerdictKind};

/// A place for all work, which is gone in the end.
#[derive(Debug)]
pub struct Workdirs {
    scratch: ScratchDir,
    made: AtomicUsize,
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

impl Built {
    fn failed(folder: Workdir, kind: VerdictKind, message: String) -> Built {
        let failed = Some(Verdict::new(kind, message));
        Built { folder, digest: String::new(), failed }
    }
}

/// What is remembered of a build.
#[derive(Serialize, Deserialize)]
struct BuildRecord {
    failed: Option<Verdict>,
}

/// How submissions are built.
#[derive(Clone, Copy)]
pub struct Builder<'j> {
    pub job: &'j GradingJob,
    pub sandbox: &'j Sandbox,
    pub keeper: &'j Keeper,
    pub workdirs: &'j Workdirs,
    /// The command, if there is one.
    pub tool: Option<&'j Tool>,
}

impl Workdirs {
    pub fn new() -> io::Result<Workdirs> {
        Ok(Workdirs { scratch: ScratchDir::new()?, made: AtomicUsize::new(0) })
    }

    /// A command of the teacher's that is run in such directories.
    pub fn tool(&self, command: &str, name: &str, sandbox: &Sandbox) -> io::Result<Tool> {
        Tool::new(command, name, sandbox, &self.scratch)
    }

    /// A new directory, not made yet. Nobody can guess its name: where programs have no users of
    /// their own, one must not find the files of another.
    fn place(&self, kind: &str) -> Workdir {
        let number = self.made.fetch_add(1, Ordering::Relaxed);
        let secret = RandomState::new().hash_one(number);
        self.scratch.workdir(&format!("{kind}-{number}-{secret:016x}"))
    }

    /// A new directory that holds a copy of a submission as it was built.
    pub fn copy_of(&self, built: &Built) -> Result<Workdir, TreeError> {
        let folder = self.place("run");
        folder.renew().map_err(TreeError::at(folder.path()))?;
        Tree::Ours(built.folder.path()).copy_to(folder.path())?;
        Ok(folder)
    }
}

impl Builder<'_> {
    /// Unpacks a submission and builds it, if that is asked. A build that failed before is not tried
    /// again, nor is one of which all results are known.
    pub fn build(
        &self,
        student: usize,
        is_known: &dyn Fn(&str) -> bool,
    ) -> Result<Built, GradeError> {
        match tried(|| self.try_build(student, is_known)) {
            Ok(built) => Ok(built),
            Err(Failure::Always(error)) => Err(error),
            Err(Failure::Once(why)) => {
                Ok(Built::failed(self.workdirs.place("none"), VerdictKind::NotGraded, why))
            }
        }
    }

    fn try_build(&self, student: usize, is_known: &dyn Fn(&str) -> bool) -> Result<Built, Failure> {
        let job = self.job;
        let submission = &job.submissions[student];
        let folder = self.workdirs.place("student");
        folder.renew().map_err(Failure::at(folder.path()))?;
        let unpacked = unpack(&submission.path, &submission.file_name, folder.path())
            .and_then(|()| Tree::Ours(folder.path()).digest());
        let digest = match unpacked {
            Ok(digest) => digest,
            Err(TreeError::Unfit(why)) => {
                let message = format!("it cannot be unpacked: {why}");
                return Ok(Built::failed(folder, VerdictKind::NotBuilt, message));
            }
            Err(error) => return Err(error.into()),
        };
        let (Some(command), Some(tool)) = (&job.build, self.tool) else {
            return Ok(Built { folder, digest, failed: None });
        };
        let (limits, path) = (format!("{:?}", job.build_limits), format!("{:?}", job.path));
        let parts =
            [b"build 2", digest.as_bytes(), command.as_bytes(), limits.as_bytes(), path.as_bytes()];
        let label = Label { student: &submission.student, case: "build", key: &key(&parts) };
        let out = |error| Failure::Always(GradeError::at(&job.out)(error));
        if let Some(BuildRecord { failed }) = self.keeper.get(label)
            && (failed.is_some() || is_known(&digest))
        {
            self.keeper.built::<()>(label, failed.as_ref(), None).map_err(out)?;
            return Ok(Built { folder, digest, failed });
        }
        let (failed, lasts) = self.run(tool, &folder)?;
        let record = BuildRecord { failed };
        let kept = lasts.then_some(&record);
        self.keeper.built(label, record.failed.as_ref(), kept).map_err(out)?;
        Ok(Built { folder, digest, failed: record.failed })
    }

    /// Why it does not build, if so, and whether that will be so the next time.
    fn run(&self, tool: &Tool, folder: &Workdir) -> Result<(Option<Verdict>, bool), Failure> {
        let home = folder.path().canonicalize().map_err(Failure::at(folder.path()))?;
        let mut build = tool.run_in(&home);
        build.limits = self.job.build_limits;
        build.path.clone_from(&self.job.path);
        let share = self.job.budget.map(|budget| budget.share(1, 1).unwrap_or_default());
        build.limits.wall = build.limits.wall.min(share.unwrap_or(Duration::MAX));
        let ran = run(&build, self.sandbox)?;
        if ran.ended == Ended::WallLimit && build.limits.wall < self.job.build_limits.wall {
            let failed = not_graded("the time for everything was used up before it was built");
            return Ok((Some(failed), false));
        }
        let message = match &ran.ended {
            Ended::NotStarted(why) => Some(format!("the build cannot be started: {why}")),
            ended if !ended.is_success() => Some(format!("the build {ended}")),
            _ if !is_folder(&home) => Some("the build took its directory away".to_owned()),
            _ => match Tree::Ours(&home).check() {
                Ok(()) => None,
                Err(TreeError::Unfit(why)) => {
                    Some(format!("what the build left cannot be used: {why}"))
                }
                Err(error) => return Err(error.into()),
            },
        };
        let failed = message.map(|message| {
            Verdict::new(VerdictKind::NotBuilt, shown(&message)).with(last_lines(&ran, &home))
        });
        Ok((failed, !matches!(ran.ended, Ended::NotStarted(_))))
    }
}

fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_dir())
}

/// The end of what a program printed: its complaints, or if there are none, its output. Its home has
/// another name each time, which nobody wants to know.
pub fn last_lines(ran: &Ran, home: &Path) -> Vec<String> {
    const LINES: usize = 12;
    let text = if ran.stderr.bytes.is_empty() { ran.stdout.text() } else { ran.stderr.text() };
    let text = text.replace(&*home.to_string_lossy(), ".");
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(LINES)..].iter().map(|line| shown(line)).collect()
}
