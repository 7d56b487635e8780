//! A student's own page.

use plyglot_core::safe_text::html;

use super::causes::{self, Cause};
use super::page::{card, page, table};
use super::results;
use super::text::{cpu_for_student, for_student, points, title, total};
use crate::grade::{Grades, Student};

/// A page that needs nothing from elsewhere, for the student to read.
pub fn student_page(grades: &Grades, student: &Student) -> String {
    let mut body = format!(
        "<p><strong>{}</strong>, {} of {} cases right.</p>\n",
        total(grades, student),
        student.right(),
        grades.cases.len()
    );
    for check in student.checks.iter().filter(|check| !check.passed) {
        let told = format!("<p>{}</p>\n{}", html(&check.message), preformatted(&check.evidence));
        body += &card(&html(&check.name), &told);
    }
    for cause in causes::of_wrong(grades, student) {
        body += &card(&html(&cause.title()), &explained(grades, student, &cause));
    }
    body += &card("All results", &all(grades, student));
    page(&student.name, &body)
}

/// A cause once, and then its cases.
fn explained(grades: &Grades, student: &Student, cause: &Cause) -> String {
    let mut text = String::new();
    if let Some(rule) = &cause.rule {
        let read = "A program that misreads one rule gives exactly this. Read again: ";
        text += &format!("<p class=likely>{read}{}.</p>\n", html(rule));
    }
    let its = results(grades, student).filter(|(case, _)| cause.cases.contains(&case.name));
    for (case, outcome) in its {
        text += &format!("<h3 id=\"case-{}\">{}</h3>\n", html(&case.name), html(&title(case)));
        if case.visible {
            text += &preformatted(&for_student(case, outcome));
            text += &input(&case.input);
        }
    }
    text
}

fn input(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    format!("<details><summary>input.txt</summary><pre>{}</pre></details>\n", html(text))
}

/// What was reached, check by check and case by case.
fn all(grades: &Grades, student: &Student) -> String {
    let checks = student.checks.iter().map(|check| {
        let word = if check.passed { "yes" } else { "no" };
        row(&html(&check.name), check.passed, word, check.points, None)
    });
    let cases = results(grades, student).map(|(case, outcome)| {
        let mut name = html(&title(case));
        if !outcome.passed() {
            name = format!("<a href=\"#case-{}\">{name}</a>", html(&case.name));
        }
        let word = outcome.verdict.kind.name();
        let worth = if outcome.is_graded() { case.points } else { 0.0 };
        row(&name, outcome.passed(), word, worth, cpu_for_student(case, outcome))
    });
    table(&["what", "result", "points", "CPU s"], &[2, 3], checks.chain(cases))
}

/// What was reached of what could be; where that is nothing, there is nothing to say.
fn row(name: &str, passed: bool, word: &str, worth: f64, cpu: Option<f64>) -> String {
    let class = if passed { "ok" } else { "bad" };
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
