//! What `plyglot grade` has left: points, explanations, and its pages.

use std::collections::BTreeMap;

use axum::body::Bytes;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use plyglot_grader::grade::{CaseInfo, CaseOutcome, CheckResult, Grades, Student};
use plyglot_grader::report;
use plyglot_grader::report::causes::{self, Cause, LikelyCause};
use plyglot_workbench::Failure;

use super::contests::{answer, apart};
use crate::contests::{
    Contests, FoundEntry, GradingSummary, has_page, kept_answer, page_name, page_names, read_page,
};
use crate::failure::Refused;
use crate::server::Shared;

/// A grading.
#[derive(Serialize)]
struct GradingDetails {
    #[serde(flatten)]
    summary: GradingSummary,
    sandbox: String,
    /// What the teacher must know before anything else.
    warnings: Vec<String>,
    /// What students misread.
    misread: Vec<LikelyCause>,
    /// The address of the overview, if it was written.
    page: Option<String>,
    list: Vec<StudentRow>,
    tasks: Vec<CaseSummary>,
}

/// A student's line.
#[derive(Serialize)]
struct StudentRow {
    name: String,
    /// The points, if it is graded.
    score: Option<f64>,
    right: usize,
    cpu_seconds: f64,
    /// The first thing that went wrong.
    note: String,
    /// The address of the student's page, if it was written.
    page: Option<String>,
}

/// A case, and for how many it is right.
#[derive(Serialize)]
struct CaseSummary {
    #[serde(flatten)]
    case: CaseInfo,
    right: usize,
    /// In which ways it went wrong.
    wrong: String,
}

pub async fn one(
    State(shared): State<Shared>,
    id: Result<Path<String>, PathRejection>,
) -> Result<Response, Refused> {
    let Path(id) = id?;
    answer(&shared, move |contests| {
        let (found, grades) = contests.grading(&id)?;
        let address = |name: &str| address(&found, name);
        let row = |student: &Student| StudentRow {
            name: student.name.clone(),
            score: student.score,
            right: student.right(),
            cpu_seconds: student.cpu_seconds(),
            note: student.note(),
            page: address(&page_name(student)),
        };
        Ok(GradingDetails {
            summary: GradingSummary::of(&found, &grades),
            sandbox: grades.sandbox.clone(),
            warnings: report::warnings(&grades),
            misread: causes::of_all(&grades),
            page: page_names(&grades).next().and_then(|overview| address(&overview)),
            list: grades.students.iter().map(row).collect(),
            tasks: tasks(&grades),
        })
    })
    .await
}

fn tasks(grades: &Grades) -> Vec<CaseSummary> {
    let right = |index: usize| {
        let outcomes = grades.students.iter().filter_map(|student| student.outcomes.get(index));
        outcomes.filter(|outcome| outcome.passed()).count()
    };
    let cases = grades.cases.iter().enumerate();
    let summary = |(index, case): (usize, &CaseInfo)| CaseSummary {
        case: case.clone(),
        right: right(index),
        wrong: report::went_wrong(grades, index),
    };
    cases.map(summary).collect()
}

/// Where a page is served, if it is there.
fn address(found: &FoundEntry, name: &str) -> Option<String> {
    // In our file names only blanks and percent signs must be escaped for an address.
    let escaped = name.replace('%', "%25").replace(' ', "%20");
    has_page(found, name).then(|| format!("gradings/{}/{escaped}", found.id))
}

/// All about one student.
#[derive(Serialize)]
struct StudentDetails {
    name: String,
    submission: String,
    checks: Vec<CheckResult>,
    outcomes: Vec<CaseOutcome>,
    /// What is wrong, each cause once.
    causes: Vec<Cause>,
}

pub async fn student(
    State(shared): State<Shared>,
    place: Result<Path<(String, usize)>, PathRejection>,
) -> Result<Response, Refused> {
    let Path((id, number)) = place?;
    answer(&shared, move |contests| {
        let (_, grades) = contests.grading(&id)?;
        let student = numbered(&grades, number)?;
        Ok(StudentDetails {
            name: student.name.clone(),
            submission: student.submission.clone(),
            checks: student.checks.clone(),
            outcomes: student.outcomes.clone(),
            causes: causes::of_wrong(&grades, student),
        })
    })
    .await
}

/// A student by the number in the list, from 1.
fn numbered(grades: &Grades, number: usize) -> Result<&Student, Failure> {
    let student = number.checked_sub(1).and_then(|index| grades.students.get(index));
    student.ok_or_else(|| Failure::missing("there is no such student"))
}

/// What a student's program was asked, and what it wrote.
#[derive(Serialize)]
struct CaseAnswer {
    /// Empty if the grading did not keep it.
    input: String,
    /// By their names; none if what it wrote was right, or not kept.
    files: BTreeMap<String, String>,
}

pub async fn case(
    State(shared): State<Shared>,
    place: Result<Path<(String, usize, String)>, PathRejection>,
) -> Result<Response, Refused> {
    let Path((id, number, wanted)) = place?;
    let most = shared.limits.file;
    answer(&shared, move |contests| {
        let (found, grades) = contests.grading(&id)?;
        let student = numbered(&grades, number)?;
        // The name that leads to files is the grading's own.
        let case = grades.cases.iter().find(|case| case.name == wanted);
        let case = case.ok_or_else(|| Failure::missing("there is no such case"))?;
        let names = contests.answer_files(&grades.game);
        let files = kept_answer(&found, student, &case.name, &names, most);
        Ok(CaseAnswer { input: case.input.clone(), files })
    })
    .await
}

/// Nothing runs, nothing is loaded, and the page has no origin: whatever was smuggled into it, it
/// cannot ask this server for anything.
const POLICY: &str = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A page as the grader wrote it.
pub async fn page(
    State(shared): State<Shared>,
    place: Result<Path<(String, String)>, PathRejection>,
) -> Result<Response, Refused> {
    let Path((id, wanted)) = place?;
    let most = shared.limits.file;
    let read = move |contests: &Contests| {
        let (found, grades) = contests.grading(&id)?;
        let gone = || Failure::missing("there is no such page");
        // The name that is opened is one of ours; the one that was sent is only compared with it.
        let name = page_names(&grades).find(|name| *name == wanted).ok_or_else(gone)?;
        if !has_page(&found, &name) {
            return Err(gone());
        }
        read_page(&found, &name, most).map_err(Failure::broken)
    };
    let bytes = apart(&shared, read).await?;
    let about = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((about, Bytes::from(bytes)).into_response())
}
