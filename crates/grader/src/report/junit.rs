use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::results;
use super::text::{for_student, title};
use crate::grade::{Grades, Student};

/// JUnit XML: a suite a student. A wrong answer is a failure; what gave no answer is an error.
pub fn junit(grades: &Grades) -> String {
    let mut report = Report::new(format!("plyglot {}", grades.game));
    report.add_test_suites(grades.students.iter().map(|student| suite(grades, student)));
    // Nothing in it depends on anything but memory.
    report.to_string().unwrap_or_default()
}

fn suite(grades: &Grades, student: &Student) -> TestSuite {
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
        } else {
            let how =
                if kind.is_answer() { NonSuccessKind::Failure } else { NonSuccessKind::Error };
            let mut status = failed(how, kind.name(), &for_student(info, outcome));
            status.set_type(kind.name());
            status
        };
        let mut case = case(&title(info), student, status);
        case.set_time(Duration::try_from_secs_f64(outcome.cpu_seconds).unwrap_or_default());
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
