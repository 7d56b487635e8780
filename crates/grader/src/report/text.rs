//! A result in words for the student.

use crate::grade::{CaseInfo, CaseOutcome, Grades, Student};

/// All that a student may know, line by line: nothing but the kind of a hidden case.
pub fn for_student(case: &CaseInfo, outcome: &CaseOutcome) -> Vec<String> {
    if outcome.passed() {
        return Vec::new();
    }
    let mut lines = vec![outcome.verdict.kind.to_string()];
    // What failed on our side is for the instructor.
    if !case.visible || !outcome.is_graded() {
        return lines;
    }
    if outcome.verdict.kind.is_answer() {
        // The verdict itself tells the right answer; the explanation is as long as it may be.
        lines.extend(outcome.explanation.iter().cloned());
    } else {
        lines[0] = format!("{}: {}", outcome.verdict.kind, outcome.verdict.message);
        lines.extend(outcome.verdict.evidence.iter().cloned());
    }
    lines
}

/// A name for a case: hidden ones do not say what they are about.
pub fn title(case: &CaseInfo) -> String {
    match (case.visible, case.about.is_empty()) {
        (true, false) => format!("case {}: {}", case.name, case.about),
        _ => format!("case {}", case.name),
    }
}

/// The CPU seconds of a case, if students may see what it is about.
pub fn cpu_for_student(case: &CaseInfo, outcome: &CaseOutcome) -> Option<f64> {
    (case.visible && outcome.is_graded()).then_some(outcome.cpu_seconds)
}

/// What a case has earned, if it is graded.
pub fn earned(case: &CaseInfo, outcome: &CaseOutcome) -> Option<f64> {
    outcome.is_graded().then_some(if outcome.passed() { case.points } else { 0.0 })
}

/// Points, or that there are none yet: which is not the same as no points.
pub fn points_or_none(earned: Option<f64>) -> String {
    earned.map_or_else(|| "not graded".to_owned(), points)
}

/// What somebody has of all points, in words.
pub fn total(grades: &Grades, student: &Student) -> String {
    match student.score {
        Some(score) => format!("{} of {} points", points(score), points(grades.max)),
        None => "Not graded yet, through no fault of yours".to_owned(),
    }
}

/// Points without needless zeros.
pub fn points(points: f64) -> String {
    let text = format!("{points:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
