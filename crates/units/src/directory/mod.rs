//! A store in a folder that machines share, also over NFS.
//!
//! ```text
//! job.json                    the job
//! closed                      there if no more units will come
//! units/000000.jsonl          units, a line each, in shelves of at most a thousand; never changed
//! leases/000000/KEY.0         the first lease of a unit of that shelf, KEY.1 the second; each renewal
//!                             makes the file a byte longer
//! leases/000000/KEY.0.back    what was said when that lease was given back
//! leases/000000/KEY.done      the result
//! workers/NAME.json           what a worker says of itself
//! blobs/SHA256                bytes that workers need
//! drafts/                     files that are not complete
//! ```
//!
//! - **No locks, no database:** neither is safe on every NFS. Every file is written under a name that
//!   nobody else has and then linked to its own: of several that try, one succeeds, on NFS too. Nothing
//!   but the length of a lease, a worker's words and `closed` ever changes.
//! - **No clocks:** those of different machines differ. Whoever wants a unit that is leased looks whether
//!   its lease grows, and takes the next number when it has not grown for as long as a lease lasts, by the
//!   clock that never jumps. Since numbers only grow, two that do so at once cannot both succeed, nor can
//!   either end a lease that it has not watched.
//! - **No long lists:** a handle reads each shelf of units once, goes through them in order, and looks
//!   again only at shelves that have units without results.

mod files;
mod shelf;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::store::{look_again_after, lost_with_its_workers};
use crate::{
    BlobName, Claim, Counts, EndedUnit, Job, Lease, Return, Unit, UnitKey, UnitStore, UnitsError,
    WorkerInfo,
};

use files::{Files, read};
use shelf::{Shelf, Standing};

/// Units in a folder.
#[derive(Debug)]
pub struct DirectoryStore {
    job: Job,
    files: Files,
    view: Mutex<View>,
}

/// What this handle knows. All of it may be old: the files decide.
#[derive(Debug, Default)]
struct View {
    shelves: Vec<Shelf>,
    /// Where each unit is: its shelf and its place there.
    places: HashMap<UnitKey, (usize, usize)>,
    /// No shelf before it has a unit that nobody has had.
    first_free: usize,
    /// When leases were last looked at.
    looked: Option<Instant>,
}

/// How many units a shelf has at most: about what a file server lists at once.
const SHELF: usize = 1000;
/// Of so many that are free the next is chosen, so that workers do not all reach for the same one.
const CHOICE: usize = 16;

impl DirectoryStore {
    /// Opens a store that is there.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub fn open(folder: &Path) -> Result<DirectoryStore, UnitsError> {
        let path = folder.join("job.json");
        let Some(text) = read(&path)? else {
            return Err(UnitsError::Missing(folder.display().to_string()));
        };
        let job = parse(&path, &text)?;
        let files = Files::new(folder);
        Ok(DirectoryStore { job, files, view: Mutex::default() })
    }

    /// Makes a store, or opens the one that is there for the same job.
    ///
    /// # Errors
    /// If it is for another job, or cannot be made.
    pub fn create(folder: &Path, job: &Job) -> Result<DirectoryStore, UnitsError> {
        for part in ["drafts", "units", "leases", "workers", "blobs"] {
            let path = folder.join(part);
            fs::create_dir_all(&path).map_err(UnitsError::at(&path))?;
        }
        Files::new(folder).add(&folder.join("job.json"), to_json(job).as_bytes())?;
        let store = DirectoryStore::open(folder)?;
        match job.difference(&store.job) {
            None => Ok(store),
            Some(differs) => {
                Err(UnitsError::OtherJob { address: folder.display().to_string(), differs })
            }
        }
    }

    fn view(&self) -> MutexGuard<'_, View> {
        // A view that is half new is as good as an old one.
        self.view.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_closed(&self) -> bool {
        self.files.path("closed").exists()
    }

    /// Where the files of a lease's unit lie.
    fn leases_of(&self, key: &UnitKey) -> Result<PathBuf, UnitsError> {
        let mut view = self.view();
        if !view.places.contains_key(key) {
            view.read_new_shelves(&self.files)?;
        }
        match view.places.get(key) {
            Some(&(shelf, _)) => Ok(self.files.leases(shelf)),
            None => Err(UnitsError::NoUnit(key.to_string())),
        }
    }

    /// Tries to take a unit with this number of its lease.
    fn try_lease(
        &self,
        shelf: &mut Shelf,
        place: usize,
        number: u32,
        worker: &str,
    ) -> Result<Option<Lease>, UnitsError> {
        let unit = shelf.units[place].clone();
        let path = shelf.leases.join(format!("{}.{number}", unit.key));
        // A lease that is lost with the power is none: it need not be safe before it is used.
        let is_ours = self.files.add_quickly(&path, format!("{worker}\n").as_bytes())?;
        shelf.leased_now(place, number, is_ours);
        Ok(is_ours.then(|| Lease { unit, worker: worker.to_owned(), number }))
    }

    /// The next unit that nobody has had.
    fn claim_free(&self, view: &mut View, worker: &str) -> Result<Option<Lease>, UnitsError> {
        while let Some(shelf) = view.shelves.get_mut(view.first_free) {
            if !shelf.is_listed() {
                shelf.list()?;
            }
            while let Some((place, number)) = shelf.choose(CHOICE, self.files.draw()) {
                if let Some(lease) = self.try_lease(shelf, place, number, worker)? {
                    return Ok(Some(lease));
                }
            }
            view.first_free += 1;
        }
        Ok(None)
    }

    /// A unit that was given back, or whose worker is lost.
    fn claim_again(&self, view: &mut View, worker: &str) -> Result<Option<Lease>, UnitsError> {
        for shelf in view.shelves.iter_mut().filter(|shelf| !shelf.is_done()) {
            shelf.list()?;
            for place in 0..shelf.units.len() {
                let next = match shelf.standing(place, &self.job) {
                    Standing::Free { number } => Some(number),
                    Standing::Leased { number } => {
                        shelf.watch(place, number, self.job.lease)?.then_some(number + 1)
                    }
                    Standing::Done | Standing::Failed => None,
                };
                // One that is lost for the last time fails, when it is looked at next.
                if let Some(number) = next
                    && let Some(lease) = self.try_lease(shelf, place, number, worker)?
                {
                    return Ok(Some(lease));
                }
            }
        }
        Ok(None)
    }
}

impl View {
    fn read_new_shelves(&mut self, files: &Files) -> Result<(), UnitsError> {
        loop {
            let number = self.shelves.len();
            let Some(units) = files.units(number)? else { return Ok(()) };
            // A key that two have added at once is where it is first.
            let fresh: Vec<Unit> =
                units.into_iter().filter(|unit| !self.places.contains_key(&unit.key)).collect();
            let keys = fresh.iter().map(|unit| unit.key.clone()).enumerate();
            self.places.extend(keys.map(|(place, key)| (key, (number, place))));
            self.shelves.push(Shelf::new(fresh, files.leases(number)));
        }
    }

    fn is_all_done(&self, job: &Job) -> bool {
        self.shelves.iter().all(|shelf| shelf.is_ended(job))
    }
}

impl UnitStore for DirectoryStore {
    fn job(&self) -> &Job {
        &self.job
    }

    fn add(&self, units: &[Unit]) -> Result<(), UnitsError> {
        let mut view = self.view();
        view.read_new_shelves(&self.files)?;
        let is_new = |unit: &&Unit| !view.places.contains_key(&unit.key);
        let new: Vec<&Unit> = units.iter().filter(is_new).collect();
        for shelf in new.chunks(SHELF) {
            let lines: String = shelf.iter().map(to_json).collect();
            let mut number = view.shelves.len();
            while !self.files.add(&self.files.shelf(number), lines.as_bytes())? {
                number += 1; // another has added some just now
            }
            view.read_new_shelves(&self.files)?;
        }
        Ok(())
    }

    fn claim(&self, worker: &str) -> Result<Claim, UnitsError> {
        let mut view = self.view();
        // Whether it is closed is asked first: all that was added before is read after.
        let is_closed = self.is_closed();
        view.read_new_shelves(&self.files)?;
        if let Some(lease) = self.claim_free(&mut view, worker)? {
            return Ok(Claim::Unit(lease));
        }
        let pause = look_again_after(self.job.lease);
        if view.looked.is_none_or(|looked| looked.elapsed() >= pause) {
            view.looked = Some(Instant::now());
            if let Some(lease) = self.claim_again(&mut view, worker)? {
                // There may be more of them.
                view.looked = None;
                return Ok(Claim::Unit(lease));
            }
            if is_closed && view.is_all_done(&self.job) {
                return Ok(Claim::Closed);
            }
        }
        Ok(Claim::Wait)
    }

    fn renew(&self, lease: &Lease) -> Result<bool, UnitsError> {
        let (leases, key) = (self.leases_of(&lease.unit.key)?, &lease.unit.key);
        let number = lease.number;
        let over = [format!("{}", number + 1), format!("{number}.back"), "done".to_owned()];
        if over.iter().any(|end| leases.join(format!("{key}.{end}")).exists()) {
            return Ok(false);
        }
        files::grow(&leases.join(format!("{key}.{number}")))?;
        Ok(true)
    }

    fn finish(&self, lease: &Lease, result: &str) -> Result<bool, UnitsError> {
        let done = self.leases_of(&lease.unit.key)?.join(format!("{}.done", lease.unit.key));
        self.files.add(&done, result.as_bytes())
    }

    fn give_back(&self, lease: &Lease, how: Return) -> Result<(), UnitsError> {
        let name = format!("{}.{}.back", lease.unit.key, lease.number);
        let path = self.leases_of(&lease.unit.key)?.join(name);
        self.files.add(&path, to_json(&how).as_bytes())?;
        // Whoever is here looks for it at once.
        self.view().looked = None;
        Ok(())
    }

    fn newly_ended(
        &self,
        most: usize,
        wanted: &dyn Fn(&UnitKey) -> bool,
    ) -> Result<Vec<EndedUnit>, UnitsError> {
        let mut view = self.view();
        view.read_new_shelves(&self.files)?;
        let mut ended = Vec::new();
        for shelf in view.shelves.iter_mut().filter(|shelf| !shelf.is_told()) {
            if !shelf.is_done() {
                shelf.list()?;
            }
            for place in 0..shelf.units.len() {
                if ended.len() >= most {
                    return Ok(ended);
                }
                let news = shelf.news(place, &self.job);
                let key = shelf.units[place].key.clone();
                match news {
                    Some(Standing::Done) => {
                        if wanted(&key) {
                            let path = shelf.leases.join(format!("{key}.done"));
                            let Some(text) = read(&path)? else { continue };
                            ended.push(EndedUnit { key, result: Ok(text) });
                        }
                        shelf.told(place, true);
                    }
                    Some(Standing::Failed) => {
                        let why = shelf.why(place)?.unwrap_or_else(lost_with_its_workers);
                        if wanted(&key) {
                            ended.push(EndedUnit { key, result: Err(why) });
                        }
                        shelf.told(place, false);
                    }
                    _ => {}
                }
            }
        }
        Ok(ended)
    }

    fn counts(&self) -> Result<Counts, UnitsError> {
        let mut view = self.view();
        view.read_new_shelves(&self.files)?;
        let mut counts = Counts::default();
        for shelf in &mut view.shelves {
            if shelf.is_done() {
                counts.done += shelf.units.len();
                continue;
            }
            shelf.list()?;
            for place in 0..shelf.units.len() {
                *match shelf.standing(place, &self.job) {
                    Standing::Free { .. } => &mut counts.waiting,
                    Standing::Leased { .. } => &mut counts.leased,
                    Standing::Done => &mut counts.done,
                    Standing::Failed => &mut counts.failed,
                } += 1;
            }
        }
        Ok(counts)
    }

    fn set_closed(&self, is_closed: bool) -> Result<(), UnitsError> {
        let path = self.files.path("closed");
        if is_closed {
            return self.files.add(&path, b"").map(drop);
        }
        match fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(UnitsError::at(&path)(error))
            }
            _ => Ok(()),
        }
    }

    fn report(&self, worker: &WorkerInfo) -> Result<(), UnitsError> {
        let name: UnitKey = worker.name.parse()?;
        let path = self.files.path("workers").join(format!("{name}.json"));
        self.files.replace(&path, to_json(worker).as_bytes())
    }

    fn workers(&self) -> Result<Vec<WorkerInfo>, UnitsError> {
        let mut workers = Vec::new();
        for name in files::names(&self.files.path("workers"))? {
            let path = self.files.path("workers").join(name);
            if let Some(text) = read(&path)? {
                workers.push(parse::<WorkerInfo>(&path, &text)?);
            }
        }
        workers.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(workers)
    }

    fn put(&self, bytes: &[u8]) -> Result<BlobName, UnitsError> {
        let name = BlobName::of(bytes);
        self.files.add(&self.files.path("blobs").join(name.as_str()), bytes)?;
        Ok(name)
    }

    fn get(&self, name: &BlobName) -> Result<Vec<u8>, UnitsError> {
        let path = self.files.path("blobs").join(name.as_str());
        let bytes = fs::read(&path).map_err(UnitsError::at(&path))?;
        if BlobName::of(&bytes) == *name {
            Ok(bytes)
        } else {
            Err(UnitsError::Damaged { path, why: "its content is not what its name says".into() })
        }
    }
}

/// A line of JSON. Our own types have no maps with odd keys: it cannot fail.
fn to_json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

fn parse<T: serde::de::DeserializeOwned>(path: &Path, text: &str) -> Result<T, UnitsError> {
    serde_json::from_str(text)
        .map_err(|error| UnitsError::Damaged { path: path.to_owned(), why: error.to_string() })
}
