//! Contests and gradings: what lies in the folder that the server was given.
//!
//! It only reads, and only what it has found itself: an id in a request is compared with the ids
//! that were found, and never becomes part of a path.

mod gradings;
mod reports;
mod scan;
mod summary;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use plyglot_arena::tournament::{Store, StoreError, TournamentReport};
use plyglot_grader::grade::Grades;
use plyglot_kit::any::{GameRef, Games};
use plyglot_workbench::Failure;

use crate::ServerLimits;

pub use gradings::{GradingSummary, has_page, kept_answer, page_name, page_names, read_page};
pub use scan::FoundEntry;
pub use summary::{ContestState, ContestSummary};

use gradings::Gradings;
use reports::Reports;
use scan::{FoundKind, Scan, scan};

/// What can be shown, and what was made of it.
#[derive(Debug)]
pub struct Contests {
    games: Games,
    folder: Option<PathBuf>,
    limits: ServerLimits,
    /// What was found last, by its id.
    known: Mutex<HashMap<String, FoundEntry>>,
    reports: Reports,
    gradings: Gradings,
}

/// All that was found.
#[derive(Debug, Default)]
pub struct Listing {
    /// Those being played first, then the newest.
    pub contests: Vec<ContestSummary>,
    /// The newest first.
    pub gradings: Vec<GradingSummary>,
    /// What looks like one of these but cannot be read, and why.
    pub left_out: Vec<(String, String)>,
    /// Whether there may be more.
    pub is_cut: bool,
}

impl Contests {
    pub fn new(games: Games, folder: Option<PathBuf>, limits: ServerLimits) -> Contests {
        // A link given by name stands for its target; below it no link is followed.
        let folder = folder.map(|folder| folder.canonicalize().unwrap_or(folder));
        Contests {
            games,
            folder,
            limits,
            known: Mutex::default(),
            reports: Reports::default(),
            gradings: Gradings::default(),
        }
    }

    /// What the folder is called.
    pub fn folder(&self) -> Option<String> {
        let folder = self.folder.as_ref()?;
        Some(folder.file_name().unwrap_or(folder.as_os_str()).display().to_string())
    }

    /// Looks at all that is there.
    pub fn list(&self) -> Listing {
        let Scan { found, is_cut } = self.look();
        let mut listing = Listing { is_cut, ..Listing::default() };
        for found in &found {
            let told = match found.kind {
                FoundKind::Store => Store::open(&found.path, self.games)
                    .and_then(|store| ContestSummary::of(found, &store))
                    .map(|summary| listing.contests.push(summary))
                    .or_else(|error| match error {
                        // Other programs have such files too, and one of ours may just be starting.
                        StoreError::Foreign | StoreError::Missing => Ok(()),
                        error => Err(error.to_string()),
                    }),
                FoundKind::Grades => self
                    .gradings
                    .get(found, self.limits.file)
                    .map(|grades| listing.gradings.push(GradingSummary::of(found, &grades))),
            };
            if let Err(why) = told {
                listing.left_out.push((found.file.clone(), why));
            }
        }
        listing.contests.sort_by_key(|it| (it.state != ContestState::Playing, -it.modified));
        listing.gradings.sort_by_key(|it| -it.modified);
        listing
    }

    fn look(&self) -> Scan {
        let Some(folder) = &self.folder else { return Scan::default() };
        let scan = scan(folder, self.limits.entries, self.limits.contests);
        *self.known() = scan.found.iter().map(|found| (found.id.clone(), found.clone())).collect();
        scan
    }

    /// What has this id, if it is of that kind and still there.
    fn find(&self, id: &str, kind: FoundKind) -> Option<FoundEntry> {
        let is_it = |found: &FoundEntry| found.kind == kind && found.is_there();
        let known = self.known().get(id).filter(|found| is_it(found)).cloned();
        known.or_else(|| self.look().found.into_iter().find(|it| it.id == id && is_it(it)))
    }

    /// What the store of the contest of this id tells.
    pub fn read_store<T>(
        &self,
        id: &str,
        tell: impl FnOnce(&FoundEntry, &Store) -> Result<T, StoreError>,
    ) -> Result<T, Failure> {
        let gone = || Failure::missing("there is no such contest");
        let found = self.find(id, FoundKind::Store).ok_or_else(gone)?;
        let store = Store::open(&found.path, self.games).map_err(|error| match error {
            StoreError::Foreign | StoreError::Missing => gone(),
            error => in_file(&found, error),
        })?;
        tell(&found, &store).map_err(|error| in_file(&found, error))
    }

    /// What the arena says about a contest.
    pub fn report(
        &self,
        found: &FoundEntry,
        store: &Store,
    ) -> Result<Arc<TournamentReport>, StoreError> {
        self.reports.of(found, store)
    }

    /// The grading of this id.
    pub fn grading(&self, id: &str) -> Result<(FoundEntry, Arc<Grades>), Failure> {
        let gone = || Failure::missing("there is no such grading");
        let found = self.find(id, FoundKind::Grades).ok_or_else(gone)?;
        let grades = self.gradings.get(&found, self.limits.file);
        let grades = grades.map_err(|error| in_file(&found, error))?;
        Ok((found, grades))
    }

    /// The names of the files that answers of a game consist of; none if it is not known here.
    pub fn answer_files(&self, game: &str) -> Vec<&'static str> {
        let files = |game: GameRef| [game.about().answer_file].into_iter().chain(game.files().log);
        self.games.find(game).into_iter().flat_map(files).collect()
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, FoundEntry>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A failure that a file is to blame for.
fn in_file(found: &FoundEntry, error: impl std::fmt::Display) -> Failure {
    Failure::broken(format!("{}: {error}", found.file))
}
