use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::results;
use super::text::{cpu_for_student, for_student, title};
use crate::grade::{CaseInfo, CaseOutcome, Grades, Student};

/// JUnit XML for a student: one suite. A wrong answer is a failure; what gave no answer is an error,
/// and what is not graded is skipped.
pub fn junit(grades: &Grades, student: &Student) -> String {
    let time = |case: &CaseInfo, outcome: &CaseOutcome| cpu_for_student(case, outcome);
    report(grades, std::slice::from_ref(student), &time)
}

/// JUnit XML for the instructor: a suite a student, with all times.
pub fn instructor_junit(grades: &Grades) -> String {
    report(grades, &grades.students, &|_, outcome| Some(outcome.cpu_seconds))
}

/// The CPU seconds of a case, as far as the reader may see them.
type Time = dyn Fn(&CaseInfo, &CaseOutcome) -> Option<f64>;

fn report(grades: &Grades, students: &[Student], time: &Time) -> String {
    let mut report = Report::new(format!("plyglot {}", grades.game));
    report.add_test_suites(students.iter().map(|student| suite(grades, student, time)));
    // Nothing in it depends on anything but memory.
    report.to_string().unwrap_or_default()
}

fn suite(grades: &Grades, student: &Student, time: &Time) -> TestSuite {
    let mut suite = TestSuite::new(student.name.clone());
    for check in &student.checks {
        let status = if check.passed {
            TestCaseStatus::success()
        } else {
            failed(NonSuccessKind::Error, &check.message, &check.evidence)
        };
        suite.add_test_case(case(&check.name, student, status));
    }
    for (info, outcome) in results(grades, student) {
        let kind = outcome.verdict.kind;
        let status = if outcome.passed() {
            TestCaseStatus::success()
        } else if !outcome.is_graded() {
            TestCaseStatus::skipped()
        } else {
            let how =
                if kind.is_answer() { NonSuccessKind::Failure } else { NonSuccessKind::Error };
            let mut status = failed(how, kind.name(), &for_student(info, outcome));
            status.set_type(kind.name());
            status
        };
        let mut case = case(&title(info), student, status);
        if let Some(seconds) = time(info, outcome) {
            case.set_time(Duration::try_from_secs_f64(seconds).unwrap_or_default());
        }
        suite.add_test_case(case);
    }
    suite
}

fn failed(how: NonSuccessKind, message: &str, lines: &[String]) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(how);
    status.set_message(message).set_description(lines.join("\n"));
    status
}

fn case(name: &str, student: &Student, status: TestCaseStatus) -> TestCase {
    let mut case = TestCase::new(name, status);
    case.set_classname(student.name.clone());
    case
}
