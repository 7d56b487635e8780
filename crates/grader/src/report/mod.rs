//! Grades in the forms that people and their systems read.
//!
//! What a form shows to a student holds nothing of a hidden case but its name, its points and the kind
//! of its verdict.

pub mod causes;
mod container;
mod csv;
mod export;
mod github;
mod gradescope;
mod junit;
mod overview;
mod page;
mod student;
mod tap;
mod text;
mod vocareum;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

pub use container::{Container, DoesNotFit};
pub use csv::{Column, csv};
pub use export::{Autograder, CaseFiles, autograder};
pub use github::{annotations, classroom, summary};
pub use gradescope::gradescope;
pub use junit::{instructor_junit, junit};
pub use overview::{overview, warnings, went_wrong};
pub use student::student_page;
pub use tap::tap;
pub use vocareum::{vocareum_grades, vocareum_report};

use plyglot_kit::any::Games;

use crate::grade::{CaseInfo, CaseOutcome, Grades, Student};
pub use crate::store::{file_name, write_whole};

/// A form of report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportFormat {
    /// `index.html` and a page a student.
    Html,
    /// `grades.json`: everything.
    Json,
    /// `grades.csv`: a row a student.
    Csv,
    /// Gradescope's `results.json`.
    Gradescope,
    /// Vocareum's grades and report.
    Vocareum,
    /// GitHub Classroom's result, annotations and a summary.
    Github,
    /// JUnit, a file a student and one of all for the instructor.
    Junit,
    /// TAP version 13.
    Tap,
}

impl ReportFormat {
    /// All of them.
    pub const ALL: [ReportFormat; 8] = [
        ReportFormat::Html,
        ReportFormat::Json,
        ReportFormat::Csv,
        ReportFormat::Gradescope,
        ReportFormat::Vocareum,
        ReportFormat::Github,
        ReportFormat::Junit,
        ReportFormat::Tap,
    ];

    /// As it is typed.
    pub fn name(self) -> &'static str {
        match self {
            ReportFormat::Html => "html",
            ReportFormat::Json => "json",
            ReportFormat::Csv => "csv",
            ReportFormat::Gradescope => "gradescope",
            ReportFormat::Vocareum => "vocareum",
            ReportFormat::Github => "github",
            ReportFormat::Junit => "junit",
            ReportFormat::Tap => "tap",
        }
    }
}

impl FromStr for ReportFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<ReportFormat, String> {
        let names = || ReportFormat::ALL.map(ReportFormat::name).join(", ");
        let found = ReportFormat::ALL.into_iter().find(|format| format.name() == text);
        found.ok_or_else(|| format!("expected one of {}, found {text}", names()))
    }
}

/// Where systems read points that cannot be missing: folders, and how the names of files end.
const WITH_POINTS: [(&str, &str); 5] = [
    ("vocareum", "csv"),
    ("vocareum", "txt"),
    ("github", "base64"),
    ("github", "annotations"),
    ("github", "md"),
];

/// Writes reports into a folder, each file whole; returns their paths. Whoever is not graded gets
/// none for Vocareum and GitHub, which would take that for no points.
///
/// # Errors
/// Names the file that cannot be written.
pub fn write(
    grades: &Grades,
    formats: &[ReportFormat],
    columns: &[Column],
    folder: &Path,
    games: Games,
) -> io::Result<Vec<PathBuf>> {
    let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    let mut add = |path: PathBuf, text: String| files.push((path, text.into_bytes()));
    let each = |part: &str, end: &str, student: &Student| {
        PathBuf::from(part).join(format!("{}.{end}", file_name(&student.name)))
    };
    let graded = || grades.students.iter().filter(|student| student.score.is_some());
    for &format in formats {
        match format {
            ReportFormat::Html => {
                add("index.html".into(), overview(grades, games));
                for student in &grades.students {
                    add(each("students", "html", student), student_page(grades, student));
                }
            }
            ReportFormat::Json => add("grades.json".into(), json(grades)),
            ReportFormat::Csv => add("grades.csv".into(), csv(grades, columns)),
            ReportFormat::Junit => {
                add("instructor-junit.xml".into(), instructor_junit(grades));
                for student in &grades.students {
                    add(each("junit", "xml", student), junit(grades, student));
                }
            }
            ReportFormat::Tap => {
                for student in &grades.students {
                    add(each("tap", "tap", student), tap(grades, student));
                }
            }
            ReportFormat::Gradescope => {
                for student in &grades.students {
                    add(each("gradescope", "json", student), gradescope(grades, student));
                }
            }
            ReportFormat::Vocareum => {
                for student in graded() {
                    add(each("vocareum", "csv", student), vocareum_grades(grades, student));
                    add(each("vocareum", "txt", student), vocareum_report(grades, student));
                }
            }
            ReportFormat::Github => {
                for student in graded() {
                    add(each("github", "base64", student), classroom(grades, student));
                    add(each("github", "annotations", student), annotations(grades, student));
                    add(each("github", "md", student), summary(grades, student));
                }
            }
        }
    }
    // A system that reads points must not find older ones, nor any that are none.
    for student in grades.students.iter().filter(|student| student.score.is_none()) {
        for (part, end) in WITH_POINTS {
            _ = fs::remove_file(folder.join(each(part, end, student)));
        }
    }
    let mut paths = Vec::new();
    for (path, bytes) in files {
        let path = folder.join(path);
        write_whole(&path, &bytes).map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {error}", path.display()))
        })?;
        paths.push(path);
    }
    Ok(paths)
}

/// Everything, as one JSON object.
pub fn json(grades: &Grades) -> String {
    // Numbers, texts and lists: there is nothing in it that JSON cannot say.
    serde_json::to_string_pretty(grades).unwrap_or_default() + "\n"
}

/// A student's results with their cases.
fn results<'g>(
    grades: &'g Grades,
    student: &'g Student,
) -> impl Iterator<Item = (&'g CaseInfo, &'g CaseOutcome)> {
    grades.cases.iter().zip(&student.outcomes)
}
