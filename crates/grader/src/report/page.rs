//! A student's own page.

use plyglot_arena::safe_text::html;

use super::html::{heading, page};
use super::results;
use super::text::{for_student, points};
use crate::grade::{Grades, Student};

/// A page that needs nothing from elsewhere, for the student to read.
pub fn student_page(grades: &Grades, student: &Student) -> String {
    let mut body = format!(
        "<p><strong>{} of {} points</strong>, {} of {} cases right, {:.2} s of CPU time.</p>\n",
        points(student.score),
        points(grades.max),
        student.right(),
        grades.cases.len(),
        student.cpu_seconds()
    );
    body += "<table><tr><th></th><th>result</th><th>points</th><th>CPU s</th></tr>\n";
    for check in &student.checks {
        let earned = if check.passed { check.points } else { 0.0 };
        let word = if check.passed { "yes" } else { "no" };
        body += &row(&html(&check.name), check.passed, word, earned, None);
    }
    for (case, outcome) in results(grades, student) {
        let earned = if outcome.passed() { case.points } else { 0.0 };
        let word = outcome.verdict.kind.name();
        body += &row(&heading(case), outcome.passed(), word, earned, Some(outcome.cpu_seconds));
    }
    body += "</table>\n";
    for check in student.checks.iter().filter(|check| !check.passed) {
        body += &format!("<h2>{}</h2>\n<p>{}</p>\n", html(&check.name), html(&check.message));
        body += &preformatted(&check.evidence);
    }
    let told = results(grades, student).filter(|(case, it)| case.visible && !it.passed());
    for (case, outcome) in told {
        body += &format!("<h2>{}</h2>\n", heading(case));
        body += &preformatted(&for_student(case, outcome));
    }
    page(&student.name, &body)
}

fn row(name: &str, passed: bool, word: &str, earned: f64, cpu: Option<f64>) -> String {
    let class = if passed { "ok" } else { "no" };
    let cpu = cpu.map(|seconds| format!("{seconds:.2}")).unwrap_or_default();
    format!(
        "<tr><td>{name}</td><td class={class}>{word}</td><td class=n>{}</td>\
         <td class=n>{cpu}</td></tr>\n",
        points(earned)
    )
}

fn preformatted(lines: &[String]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    format!("<pre>{}</pre>\n", html(&lines.join("\n")))
}
