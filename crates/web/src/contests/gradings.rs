use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;

use plyglot_grader::grade::{Grades, Student};
use plyglot_grader::report::file_name;

use super::FoundEntry;
use super::scan::{GRADES, Stamp};

/// Grades that were read, until their files change.
#[derive(Debug, Default)]
pub struct Gradings {
    kept: Mutex<HashMap<String, (Stamp, Arc<Grades>)>>,
}

/// How many are kept.
const MOST: usize = 16;

impl Gradings {
    /// The grades in a folder, or why they cannot be read.
    pub fn get(&self, found: &FoundEntry, most: u64) -> Result<Arc<Grades>, String> {
        let stamp = found.stamp();
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, grades)) = kept.get(&found.id)
            && *known == stamp
        {
            return Ok(Arc::clone(grades));
        }
        let bytes = read(&found.path.join(GRADES), most)?;
        let grades: Grades = serde_json::from_slice(&bytes)
            .map_err(|error| format!("these are no grades of this program: {error}"))?;
        let grades = Arc::new(grades);
        if kept.len() >= MOST {
            kept.clear();
        }
        kept.insert(found.id.clone(), (stamp, Arc::clone(&grades)));
        Ok(grades)
    }
}

/// A grading as a list shows it.
#[derive(Debug, Serialize)]
pub struct GradingSummary {
    pub id: String,
    pub file: String,
    pub game: String,
    pub students: usize,
    pub cases: usize,
    pub max: f64,
    /// The points of all students on average, as far as they are graded.
    pub mean: f64,
    /// When it last changed, in seconds since 1970.
    pub modified: i64,
}

impl GradingSummary {
    pub fn of(found: &FoundEntry, grades: &Grades) -> GradingSummary {
        let scores: Vec<f64> = grades.students.iter().filter_map(|student| student.score).collect();
        GradingSummary {
            id: found.id.clone(),
            file: found.file.clone(),
            game: grades.game.clone(),
            students: grades.students.len(),
            cases: grades.cases.len(),
            max: grades.max,
            mean: scores.iter().sum::<f64>() / scores.len().max(1) as f64,
            modified: found.stamp().seconds(),
        }
    }
}

/// The overview's page.
const OVERVIEW: &str = "index.html";
/// Where the students' pages are.
const STUDENTS: &str = "students";

/// The name of a student's page within the folder. It leads nowhere else, whatever the student's name.
pub fn page_name(student: &Student) -> String {
    format!("{STUDENTS}/{}.html", file_name(&student.name))
}

/// The names of all pages that there may be.
pub fn page_names(grades: &Grades) -> impl Iterator<Item = String> {
    std::iter::once(OVERVIEW.to_owned()).chain(grades.students.iter().map(page_name))
}

/// Where wrong answers are kept, by student and case.
const ANSWERS: &str = "answers";

/// What is kept of a student's answer to a case: those of the files of these names that are there,
/// and no links.
pub fn kept_answer(
    found: &FoundEntry,
    student: &Student,
    case: &str,
    names: &[&str],
    most: u64,
) -> BTreeMap<String, String> {
    // The case's name stands in a file that somebody may have changed.
    let is_plain = Path::new(case).file_name().is_some_and(|name| name == case);
    let mut folder = found.path.clone();
    for part in [ANSWERS, &file_name(&student.name), case] {
        folder.push(part);
        if !is_plain || is_link(&folder) {
            return BTreeMap::new();
        }
    }
    let text = |name: &str| {
        let path = folder.join(name);
        let is_ours = path.is_file() && !is_link(&path);
        let bytes = is_ours.then(|| read(&path, most).ok()).flatten()?;
        Some((name.to_owned(), String::from_utf8_lossy(&bytes).into_owned()))
    };
    names.iter().filter_map(|name| text(name)).collect()
}

fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|it| it.is_symlink())
}

/// Whether a page of that name, which must be one of ours, is there.
pub fn has_page(found: &FoundEntry, name: &str) -> bool {
    let path = found.path.join(name);
    path.is_file() && !is_link(&path) && !is_link(&found.path.join(STUDENTS))
}

/// The page itself.
pub fn read_page(found: &FoundEntry, name: &str, most: u64) -> Result<Vec<u8>, String> {
    read(&found.path.join(name), most)
}

fn read(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| error.to_string())?;
    file.take(most + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > most {
        return Err(format!("more than {most} bytes"));
    }
    Ok(bytes)
}
