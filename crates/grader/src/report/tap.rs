use super::results;
use super::text::{for_student, title};
use crate::grade::{Grades, Student};

/// TAP version 13: a test a line, what went wrong below it.
pub fn tap(grades: &Grades, student: &Student) -> String {
    let count = student.checks.len() + student.outcomes.len();
    let mut text = format!("TAP version 13\n1..{count}\n");
    let mut number = 0;
    let mut add = |passed: bool, name: &str, directive: &str, lines: &[String]| {
        number += 1;
        let word = if passed { "ok" } else { "not ok" };
        text += &format!("{word} {number} - {}{directive}\n", plain(name));
        for line in lines {
            text += &format!("# {}\n", one_line(line));
        }
    };
    for check in &student.checks {
        let message = (!check.passed).then(|| check.message.clone());
        let lines: Vec<String> = message.into_iter().chain(check.evidence.clone()).collect();
        add(check.passed, &check.name, "", &lines);
    }
    for (case, outcome) in results(grades, student) {
        let is_skipped = !outcome.is_graded();
        let directive = if is_skipped { " # SKIP not graded" } else { "" };
        let lines = if is_skipped { Vec::new() } else { for_student(case, outcome) };
        add(outcome.passed(), &title(case), directive, &lines);
    }
    text
}

/// `#` begins a directive.
fn plain(text: &str) -> String {
    one_line(text).replace('#', "")
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}
