use std::io;
use std::path::{Path, PathBuf};

use plyglot_answers::explain::Detail;
use plyglot_answers::judge::Strictness;
use plyglot_kit::any::Games;
use plyglot_sandbox::{Isolation, Limits};
use plyglot_units::{BlobName, Unit, UnitStore, UnitsError, folder};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::grade::tree::{Room, Tree, TreeError};
use crate::grade::{GradeError, GradingJob, Submission};

/// What a worker must know of a grading.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct GradeWork {
    /// The folder of the cases, which is in the store.
    cases: BlobName,
    run: String,
    build: Option<String>,
    path: Vec<PathBuf>,
    limits: Limits,
    build_limits: Limits,
    edition: Option<String>,
    lenient: bool,
    detail: Detail,
    keep_going: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    require_sandbox: Option<String>,
}

/// Why a grading cannot be handed to workers, or taken by one.
#[derive(Debug, Error)]
pub enum GradeUnitError {
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] UnitsError),
    /// The job makes no sense to this version of the program.
    #[error("this store's grading: {0}")]
    Foreign(String),
    /// Grading cannot go on.
    #[error(transparent)]
    Grade(#[from] GradeError),
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// Which one.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

impl GradeUnitError {
    pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> GradeUnitError + use<> {
        let path = path.to_owned();
        move |error| GradeUnitError::Io { path, error }
    }
}

impl GradeWork {
    /// What a store's job says it is for.
    pub const KIND: &str = "grade";

    /// What workers do of a grading; `cases` are the bytes of its folder.
    pub(super) fn new(job: &GradingJob, cases: &[u8], isolation: Option<Isolation>) -> GradeWork {
        GradeWork {
            cases: BlobName::of(cases),
            run: job.run.clone(),
            build: job.build.clone(),
            path: job.path.clone(),
            limits: job.limits,
            build_limits: job.build_limits,
            edition: job.edition.map(str::to_owned),
            lenient: job.strictness == Strictness::Lenient,
            detail: job.detail,
            keep_going: job.keep_going,
            require_sandbox: isolation.map(|level| level.to_string()),
        }
    }

    /// The work of a store.
    ///
    /// # Errors
    /// If it is for something else, or another version wrote it.
    pub fn of(store: &dyn UnitStore) -> Result<GradeWork, GradeUnitError> {
        serde_json::from_value(store.job().settings.clone())
            .map_err(|error| GradeUnitError::Foreign(error.to_string()))
    }

    /// How well programs must be isolated at least, if that was asked for.
    pub fn require_sandbox(&self) -> Option<Isolation> {
        self.require_sandbox.as_deref().and_then(|level| level.parse().ok())
    }

    /// The bytes of the cases.
    pub(super) fn cases(&self, store: &dyn UnitStore) -> Result<Vec<u8>, GradeUnitError> {
        Ok(store.get(&self.cases)?)
    }

    /// The grading of one submission, with cases and results in these folders.
    pub(super) fn job(
        &self,
        games: Games,
        submission: Submission,
        cases: &Path,
        out: &Path,
    ) -> Result<GradingJob, GradeUnitError> {
        let edition = match &self.edition {
            None => None,
            Some(name) => {
                let manifest = plyglot_answers::cases::Manifest::read(cases, games)
                    .map_err(GradeError::from)?;
                let wrong = |why: String| GradeUnitError::Foreign(why);
                let game = games.find(&manifest.game).map_err(|error| wrong(error.to_string()))?;
                Some(games.edition(game, name).map_err(|error| wrong(error.to_string()))?)
            }
        };
        Ok(GradingJob {
            games,
            submissions: vec![submission],
            cases: cases.to_owned(),
            run: self.run.clone(),
            build: self.build.clone(),
            path: self.path.clone(),
            limits: self.limits,
            build_limits: self.build_limits,
            edition,
            strictness: if self.lenient { Strictness::Lenient } else { Strictness::Exact },
            detail: self.detail,
            jobs: 1,
            budget: None,
            keep_going: self.keep_going,
            again: false,
            out: out.to_owned(),
        })
    }
}

/// A submission as a unit has it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SubmissionInput {
    pub student: String,
    pub file_name: String,
    /// Where it lies in its files; nothing if they are all of it.
    pub file: Option<String>,
    pub files: BlobName,
}

impl SubmissionInput {
    /// A submission, with the bytes of its files.
    ///
    /// # Errors
    /// If they cannot be read, or are more than a submission may have: nothing of it is packed then.
    pub fn new(submission: &Submission) -> Result<(SubmissionInput, Vec<u8>), TreeError> {
        let Submission { student, path, file_name, .. } = submission;
        if path.is_dir() {
            Tree::Theirs(path).check()?;
        } else {
            Room::new().take(path.metadata().map_err(TreeError::at(path))?.len())?;
        }
        let bytes = folder::pack(path).map_err(TreeError::at(path))?;
        let name = path.file_name().filter(|_| !path.is_dir());
        let input = SubmissionInput {
            student: student.clone(),
            file_name: file_name.clone(),
            file: name.map(|name| name.to_string_lossy().into_owned()),
            files: BlobName::of(&bytes),
        };
        Ok((input, bytes))
    }

    /// The unit; what is handed in anew is another.
    pub fn unit(&self) -> Result<Unit, UnitsError> {
        let input = serde_json::to_string(self).unwrap_or_default();
        let key = format!("submission-{}", &BlobName::of(input.as_bytes()).as_str()[..32]);
        Ok(Unit { key: key.parse()?, input })
    }

    pub fn read(text: &str) -> Result<SubmissionInput, GradeUnitError> {
        serde_json::from_str(text).map_err(|error| GradeUnitError::Foreign(error.to_string()))
    }

    /// The submission, whose files were unpacked into a folder.
    pub fn submission(&self, folder: &Path) -> Submission {
        let path = match &self.file {
            // A name leads nowhere else.
            Some(file) => folder.join(Path::new(file).file_name().unwrap_or_default()),
            None => folder.to_owned(),
        };
        let (student, file_name) = (self.student.clone(), self.file_name.clone());
        Submission { student, path, file_name, older: 0 }
    }
}
