use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use plyglot_core::text::TextError;
use plyglot_kit::any::{GameRef, Games};
use plyglot_kit::grading::AnswerFiles;
use plyglot_kit::{InputError, read_text};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::judge::Question;

/// What a folder of cases holds, and what they are worth: `manifest.toml`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of this format.
    pub format: u32,
    /// The game's name.
    pub game: String,
    /// What the cases were made from, if they were.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// What all points are scaled to, if not to their own sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<f64>,
    /// Points for what comes before the cases.
    #[serde(default)]
    pub checks: Checks,
    /// The cases.
    #[serde(rename = "case")]
    pub cases: Vec<Case>,
}

/// Points for what comes before the cases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Checks {
    /// For a program that builds.
    pub builds: f64,
    /// For a program that reads an input and writes something in the right form.
    pub reads: f64,
}

/// One case: a directory with `input.txt` and the right answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The directory's name.
    pub name: String,
    /// What it is worth.
    #[serde(default = "one")]
    pub points: f64,
    /// Whether students may see it.
    #[serde(default)]
    pub visible: bool,
    /// What it is about.
    #[serde(default)]
    pub about: String,
    /// Which files count; all that the assignment asks for if none is named.
    #[serde(default)]
    pub files: Vec<String>,
    /// A CPU limit of its own, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu: Option<f64>,
    /// The misreadings that fail it.
    #[serde(default)]
    pub fails: Vec<String>,
}

fn one() -> f64 {
    1.0
}

/// Why a folder of cases cannot be used.
#[derive(Debug, Error)]
pub enum ManifestError {
    /// A file cannot be read.
    #[error("{}: {error}", path.display())]
    Io {
        /// Which one.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A file says something that makes no sense.
    #[error("{}:{message}", path.display())]
    Bad {
        /// Which one.
        path: PathBuf,
        /// Where and what.
        message: String,
    },
}

impl Manifest {
    /// The version that is written and read.
    pub const FORMAT: u32 = 1;
    /// The file's name.
    pub const FILE: &str = "manifest.toml";

    /// Reads the manifest of a folder. A folder without one has a case for each directory with an
    /// `input.txt`, all worth the same and hidden.
    ///
    /// # Errors
    /// If there are no cases, or at the first thing that makes no sense.
    pub fn read(folder: &Path, games: Games) -> Result<Manifest, ManifestError> {
        let path = folder.join(Manifest::FILE);
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Manifest::guess(folder, games);
            }
            text => text.map_err(|error| ManifestError::Io { path: path.clone(), error })?,
        };
        let bad = |message| ManifestError::Bad { path: path.clone(), message };
        let manifest: Manifest = toml::from_str(&text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            bad(TextError::at_byte(&text, start, error.message()).to_string())
        })?;
        manifest.check(games).map_err(|message| bad(format!(" {message}")))?;
        Ok(manifest)
    }

    fn check(&self, games: Games) -> Result<(), String> {
        if self.format != Manifest::FORMAT {
            return Err(format!("format {} is not {}", self.format, Manifest::FORMAT));
        }
        games.find(&self.game).map_err(|error| error.message)?;
        if self.cases.is_empty() {
            return Err("there are no cases".to_owned());
        }
        let points = self.cases.iter().map(|case| case.points).chain([
            self.checks.builds,
            self.checks.reads,
            self.total.unwrap_or(0.0),
        ]);
        if let Some(bad) = points.into_iter().find(|points| !points.is_finite() || *points < 0.0) {
            return Err(format!("points cannot be {bad}"));
        }
        for (index, case) in self.cases.iter().enumerate() {
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
            if case.name.starts_with('.')
                || case.name.is_empty()
                || !case.name.chars().all(is_plain)
            {
                return Err(format!(
                    "{:?} is no name for a case: use letters, digits, - and _",
                    case.name
                ));
            }
            if self.cases[..index].iter().any(|other| other.name == case.name) {
                return Err(format!("there are two cases {:?}", case.name));
            }
            if case.cpu.is_some_and(|seconds| !(seconds > 0.0 && seconds.is_finite())) {
                return Err(format!("case {:?}: the CPU limit must be above 0", case.name));
            }
        }
        Ok(())
    }

    fn guess(folder: &Path, games: Games) -> Result<Manifest, ManifestError> {
        let io_error = |error| ManifestError::Io { path: folder.to_owned(), error };
        let mut names = Vec::new();
        for entry in fs::read_dir(folder).map_err(io_error)? {
            let entry = entry.map_err(io_error)?;
            if entry.path().join("input.txt").is_file() {
                names.push(entry.file_name().to_string_lossy().into_owned());
            }
        }
        names.sort();
        let bad = |message| ManifestError::Bad { path: folder.to_owned(), message };
        let first = names.first().ok_or_else(|| {
            bad(" no manifest.toml and no directory with an input.txt is here".to_owned())
        })?;
        let path = folder.join(first).join("input.txt");
        let (game, _) = games
            .read_task(&read(&path)?, None)
            .map_err(|error| ManifestError::Bad { path, message: error.to_string() })?;
        let case = |name| Case {
            name,
            points: 1.0,
            visible: false,
            about: String::new(),
            files: Vec::new(),
            cpu: None,
            fails: Vec::new(),
        };
        let manifest = Manifest {
            format: Manifest::FORMAT,
            game: game.name().to_owned(),
            seed: None,
            total: None,
            checks: Checks::default(),
            cases: names.into_iter().map(case).collect(),
        };
        manifest.check(games).map_err(|message| bad(format!(" {message}")))?;
        Ok(manifest)
    }

    /// Reads a case: its input, and the right answer if that lies beside it. If an edition of the
    /// assignment is named, the answer is found anew: nobody knows which one the files follow.
    ///
    /// # Errors
    /// If a file is missing or makes no sense.
    pub fn question(
        &self,
        folder: &Path,
        case: &Case,
        games: Games,
        edition: Option<&'static str>,
    ) -> Result<Question, ManifestError> {
        let folder = folder.join(&case.name);
        let path = folder.join("input.txt");
        let input = read(&path)?;
        let mut right = AnswerFiles::new();
        for name in &case.files {
            if let Ok(text) = fs::read_to_string(folder.join(name)) {
                right.insert(name.clone(), text);
            }
        }
        let is_whole = !right.is_empty() && right.len() == case.files.len();
        let read = |game: GameRef| match edition {
            None if is_whole => Question::with_answer(&input, game, right),
            _ => Ok(Question::in_edition(&input, game, edition)?.only(&case.files)),
        };
        let question = games.find(&self.game).and_then(read);
        question.map_err(|error| ManifestError::Bad { path, message: error.to_string() })
    }
}

fn read(path: &Path) -> Result<String, ManifestError> {
    let text = fs::File::open(path).map_err(InputError::Io).and_then(read_text);
    text.map_err(|error| match error {
        InputError::Io(error) => ManifestError::Io { path: path.to_owned(), error },
        InputError::Text(error) => {
            ManifestError::Bad { path: path.to_owned(), message: error.to_string() }
        }
    })
}
