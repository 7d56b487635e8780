use serde_json::json;

use super::results;
use super::text::{for_student, title};
use crate::grade::{Grades, Student};

/// Gradescope's `results.json`.
pub fn gradescope(grades: &Grades, student: &Student) -> String {
    let checks = student.checks.iter().map(|check| {
        let output: Vec<&str> = std::iter::once(check.message.as_str())
            .chain(check.evidence.iter().map(String::as_str))
            .filter(|line| !line.is_empty())
            .collect();
        json!({
            "name": check.name,
            "score": if check.passed { check.points } else { 0.0 },
            "max_score": check.points,
            "status": status(check.passed),
            "output": output.join("\n"),
            "output_format": "text",
            "visibility": "visible",
        })
    });
    let cases = results(grades, student).map(|(case, outcome)| {
        json!({
            "name": title(case),
            "score": if outcome.passed() { case.points } else { 0.0 },
            "max_score": case.points,
            "status": status(outcome.passed()),
            "output": for_student(case, outcome).join("\n"),
            "output_format": "text",
            "visibility": if case.visible { "visible" } else { "hidden" },
            "tags": [outcome.verdict.kind.name()],
        })
    });
    let results = json!({
        "score": student.score,
        "execution_time": student.cpu_seconds().round(),
        "tests": checks.chain(cases).collect::<Vec<_>>(),
        "leaderboard": [
            { "name": "score", "value": student.score, "order": "desc" },
            { "name": "CPU seconds", "value": hundredths(student.cpu_seconds()), "order": "asc" },
        ],
    });
    format!("{results:#}\n")
}

fn status(passed: bool) -> &'static str {
    if passed { "passed" } else { "failed" }
}

fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}
