use std::cell::Cell;
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use plyglot_sandbox::Isolation;
use plyglot_units::{BlobName, EndedUnit, Job, UnitKey, UnitStore, UnitsError, folder, follow};

use super::job::{GradeUnitError, GradeWork, SubmissionInput};
use crate::grade::GradingJob;

/// Has all submissions graded by workers, and puts their results where a grading in one process looks for
/// them. Goes on with what is in the store; ends early once `stop` is set. `look` is called as often as the
/// store is looked at, with how many are done. Returns the students whom no worker graded, and why.
///
/// # Errors
/// If the store or the folder of results cannot be used.
pub fn have_graded(
    job: &GradingJob,
    isolation: Option<Isolation>,
    address: &str,
    lease: Option<Duration>,
    stop: &AtomicBool,
    mut look: impl FnMut(&dyn UnitStore, usize) -> Result<(), UnitsError>,
) -> Result<Vec<(String, String)>, GradeUnitError> {
    let cases = folder::pack(&job.cases).map_err(GradeUnitError::at(&job.cases))?;
    let settings = serde_json::to_value(GradeWork::new(job, &cases, isolation))
        .map_err(|error| GradeUnitError::Foreign(error.to_string()))?;
    let mut of_units = Job::new(GradeWork::KIND, settings);
    of_units.lease = lease.unwrap_or(of_units.lease);
    let store = plyglot_units::create(address, &of_units)?;
    store.put(&cases)?;
    let mut students: HashMap<UnitKey, String> = HashMap::new();
    let mut given_up = Vec::new();
    let mut units = Vec::new();
    for submission in &job.submissions {
        let (input, bytes) = match SubmissionInput::new(submission) {
            Ok(packed) => packed,
            // One that nobody can build keeps no other from being graded.
            Err(error) => {
                given_up.push((submission.student.clone(), error.to_string()));
                continue;
            }
        };
        store.put(&bytes)?;
        let unit = input.unit()?;
        students.insert(unit.key.clone(), input.student);
        units.push(unit);
    }
    store.add(&units)?;
    // No more will come: workers end when these are done.
    store.set_closed(true)?;
    let done = Cell::new(0);
    let look = |store: &dyn UnitStore| look(store, done.get());
    let take = |EndedUnit { key, result }| -> Result<_, GradeUnitError> {
        done.update(|done| done + 1);
        match result {
            Ok(name) => take_over(&*store, &name, &job.out)?,
            Err(why) => given_up.extend(students.remove(&key).map(|student| (student, why))),
        }
        Ok(Vec::new())
    };
    follow(&*store, units, stop, look, take)?;
    Ok(given_up)
}

/// Puts what a worker left of a grading into a folder of grades, in place of what was there.
fn take_over(store: &dyn UnitStore, name: &str, out: &Path) -> Result<(), GradeUnitError> {
    let name: UnitKey = name.trim().parse().map_err(UnitsError::Key)?;
    let bytes = store.get(&BlobName::from(name))?;
    fs::create_dir_all(out).map_err(GradeUnitError::at(out))?;
    let room = tempfile::Builder::new().prefix(".plyglot-").tempdir_in(out);
    let room = room.map_err(GradeUnitError::at(out))?;
    folder::unpack(&bytes, room.path()).map_err(GradeUnitError::at(room.path()))?;
    let mut waiting = vec![room.path().to_owned()];
    while let Some(folder) = waiting.pop() {
        let mut moved = || {
            for entry in fs::read_dir(&folder)? {
                let path = entry?.path();
                let target = out.join(path.strip_prefix(room.path()).unwrap_or(&path));
                if path.is_dir() {
                    fs::create_dir_all(&target)?;
                    waiting.push(path);
                } else {
                    fs::rename(&path, &target)?;
                }
            }
            Ok(())
        };
        moved().map_err(GradeUnitError::at(&folder))?;
    }
    Ok(())
}
