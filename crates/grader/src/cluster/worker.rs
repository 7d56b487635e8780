use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use plyglot_kit::any::Games;
use plyglot_sandbox::{Isolation, Sandbox, cores};
use plyglot_units::{Ran, Unit, UnitStore, folder};
use tempfile::TempDir;

use super::job::{GradeUnitError, GradeWork, SubmissionInput};
use crate::grade::{GradeError, grade};

/// Grades units: a submission each.
pub struct GradeWorker<'w> {
    store: &'w dyn UnitStore,
    games: Games,
    sandbox: Sandbox,
    work: GradeWork,
    /// The cases, where nobody else looks.
    _room: TempDir,
    cases: PathBuf,
}

impl<'w> GradeWorker<'w> {
    /// For the grading of a store. The cases are copied: they need not be where programs could see them.
    ///
    /// # Errors
    /// If it is for something else, or the cases cannot be copied.
    pub fn new(
        store: &'w dyn UnitStore,
        games: Games,
        sandbox: Sandbox,
    ) -> Result<GradeWorker<'w>, GradeUnitError> {
        let work = GradeWork::of(store)?;
        let room = tempfile::tempdir().map_err(GradeUnitError::at(&std::env::temp_dir()))?;
        let cases = room.path().join("cases");
        let bytes = work.cases(store)?;
        let unpacked = fs::create_dir(&cases).and_then(|()| folder::unpack(&bytes, &cases));
        unpacked.map_err(GradeUnitError::at(&cases))?;
        Ok(GradeWorker { store, games, sandbox, work, _room: room, cases })
    }

    /// How well programs must be isolated at least, if that was asked for.
    pub fn require_sandbox(&self) -> Option<Isolation> {
        self.work.require_sandbox()
    }

    /// Grades the submission of a unit on the calling thread, on these cores.
    pub fn grade(&self, unit: &Unit, cores: &[usize], is_unwanted: &AtomicBool) -> Ran {
        // Without it times are only a little less fair.
        _ = cores::stay_on(cores);
        match self.graded(unit, is_unwanted) {
            Ok(result) => Ran::Done(result),
            Err(GradeUnitError::Grade(GradeError::Stopped)) => Ran::Stopped,
            Err(_) if is_unwanted.load(Ordering::Relaxed) => Ran::Stopped,
            Err(error) => Ran::Failed(error.to_string()),
        }
    }

    /// The name of the files that are left of it, which are in the store.
    fn graded(&self, unit: &Unit, is_unwanted: &AtomicBool) -> Result<String, GradeUnitError> {
        let room = tempfile::tempdir().map_err(GradeUnitError::at(&std::env::temp_dir()))?;
        let [files, out] = ["files", "out"].map(|name| room.path().join(name));
        let input = SubmissionInput::read(&unit.input)?;
        let bytes = self.store.get(&input.files)?;
        let made = fs::create_dir(&files).and_then(|()| fs::create_dir(&out));
        made.map_err(GradeUnitError::at(room.path()))?;
        folder::unpack(&bytes, &files).map_err(GradeUnitError::at(&files))?;
        let job = self.work.job(self.games, input.submission(&files), &self.cases, &out)?;
        let go_on = |_, _| !is_unwanted.load(Ordering::Relaxed);
        grade(&job, &self.sandbox, &go_on, None)?;
        let left = folder::pack(&out).map_err(GradeUnitError::at(&out))?;
        Ok(self.store.put(&left)?.as_str().to_owned())
    }
}
