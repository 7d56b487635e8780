//! A student's own page.

use plyglot_core::safe_text::html;

use super::page::{page, table};
use super::text::{cpu_for_student, for_student, points, title, total};
use super::{causes, results};
use crate::grade::{Grades, Student};

/// A page that needs nothing from elsewhere, for the student to read.
pub fn student_page(grades: &Grades, student: &Student) -> String {
    let mut body = format!(
        "<p><strong>{}</strong>, {} of {} cases right.</p>\n",
        total(grades, student),
        student.right(),
        grades.cases.len()
    );
    body += &likely(student);
    let checks = student.checks.iter().map(|check| {
        let word = if check.passed { "yes" } else { "no" };
        row(&html(&check.name), check.passed, word, check.points, None)
    });
    let cases = results(grades, student).map(|(case, outcome)| {
        let mut name = html(&title(case));
        if case.visible && !outcome.passed() {
            name = format!("<a href=\"#case-{}\">{name}</a>", html(&case.name));
        }
        let word = outcome.verdict.kind.name();
        let worth = if outcome.is_graded() { case.points } else { 0.0 };
        row(&name, outcome.passed(), word, worth, cpu_for_student(case, outcome))
    });
    body += &table(&["", "result", "points", "CPU s"], &[2, 3], checks.chain(cases));
    for check in student.checks.iter().filter(|check| !check.passed) {
        body += &format!("<h2>{}</h2>\n<p>{}</p>\n", html(&check.name), html(&check.message));
        body += &preformatted(&check.evidence);
    }
    let told = results(grades, student).filter(|(case, it)| case.visible && !it.passed());
    for (case, outcome) in told {
        body += &format!("<h2 id=\"case-{}\">{}</h2>\n", html(&case.name), html(&title(case)));
        body += &preformatted(&for_student(case, outcome));
    }
    page(&student.name, &body)
}

/// What the student should read again first.
fn likely(student: &Student) -> String {
    let causes = causes::of_student(student);
    let Some(cause) = causes.first() else { return String::new() };
    let (answers, are) = match cause.answers {
        1 => ("One of your wrong answers".to_owned(), "is"),
        answers => (format!("{answers} of your wrong answers"), "are"),
    };
    let does = match cause.misreading.does.as_str() {
        "" => format!("{answers} {are} due to one rule"),
        does => format!("{answers} {are} exactly what a program gives that {}", html(does)),
    };
    format!("<p class=likely>{does}. Read again: {}.</p>\n", html(&cause.misreading.rule))
}

/// What was reached of what could be; where that is nothing, there is nothing to say.
fn row(name: &str, passed: bool, word: &str, worth: f64, cpu: Option<f64>) -> String {
    let class = if passed { "ok" } else { "no" };
    let earned = match worth {
        0.0 => String::new(),
        _ => format!("{} of {}", points(if passed { worth } else { 0.0 }), points(worth)),
    };
    let cpu = cpu.map(|seconds| format!("{seconds:.2}")).unwrap_or_default();
    format!(
        "<td>{name}</td><td class={class}>{word}</td><td class=n>{earned}</td><td class=n>{cpu}</td>"
    )
}

fn preformatted(lines: &[String]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    format!("<pre>{}</pre>\n", html(&lines.join("\n")))
}
