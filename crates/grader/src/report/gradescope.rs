use serde_json::{Value, json};

use super::results;
use super::text::{for_student, title};
use crate::grade::{CaseInfo, CaseOutcome, CheckResult, Grades, Student};

/// Gradescope's `results.json`.
///
/// A case that is not graded has no score and no status. Gradescope then needs the score of the whole:
/// it is that of the other cases, and the student is told so.
pub fn gradescope(grades: &Grades, student: &Student) -> String {
    let checks = student.checks.iter().map(check_result);
    let cases = results(grades, student).map(|(case, outcome)| case_result(case, outcome));
    let score = student.points_so_far(&grades.cases);
    let mut leaderboard = vec![json!({ "name": "score", "value": score, "order": "desc" })];
    // The time for a hidden case would tell something about it.
    let visible = results(grades, student).filter(|(case, _)| case.visible);
    let cpu = visible.map(|(_, outcome)| outcome.cpu_seconds).reduce(|sum, time| sum + time);
    if let Some(cpu) = cpu {
        let value = (cpu * 100.0).round() / 100.0;
        leaderboard.push(json!({ "name": "CPU seconds", "value": value, "order": "asc" }));
    }
    let mut results = json!({
        "score": score,
        "execution_time": cpu.unwrap_or(0.0).round(),
        // What the autograder prints is for instructors.
        "stdout_visibility": "hidden",
        "tests": checks.chain(cases).collect::<Vec<Value>>(),
        "leaderboard": leaderboard,
    });
    let not_graded = student.not_graded();
    if not_graded > 0 {
        results["output"] = json!(apology(not_graded, student.outcomes.len()));
        results["output_format"] = json!("text");
    }
    format!("{results:#}\n")
}

/// What a student is told if not everything could be graded.
fn apology(not_graded: usize, cases: usize) -> String {
    format!(
        "{not_graded} of {cases} cases were not graded, since the time for grading was used up. \
         They do not count as wrong: the score is only that of the other cases. \
         Your instructor can have them graded."
    )
}

fn check_result(check: &CheckResult) -> Value {
    let lines: Vec<&str> = std::iter::once(check.message.as_str())
        .chain(check.evidence.iter().map(String::as_str))
        .filter(|line| !line.is_empty())
        .collect();
    let test = json!({
        "name": check.name,
        "max_score": check.points,
        "output": lines.join("\n"),
        "output_format": "text",
        "visibility": "visible",
    });
    scored(test, check.passed, check.points)
}

fn case_result(case: &CaseInfo, outcome: &CaseOutcome) -> Value {
    let test = json!({
        "name": title(case),
        "max_score": case.points,
        "output": for_student(case, outcome).join("\n"),
        "output_format": "text",
        "visibility": if case.visible { "visible" } else { "hidden" },
        "tags": [outcome.verdict.kind.name()],
    });
    if outcome.is_graded() { scored(test, outcome.passed(), case.points) } else { test }
}

fn scored(mut test: Value, passed: bool, points: f64) -> Value {
    test["score"] = json!(if passed { points } else { 0.0 });
    test["status"] = json!(if passed { "passed" } else { "failed" });
    test
}
