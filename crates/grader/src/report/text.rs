//! A result in words for the student.

use crate::grade::{CaseInfo, CaseOutcome};

/// All that a student may know, line by line: nothing but the kind of a hidden case.
pub fn for_student(case: &CaseInfo, outcome: &CaseOutcome) -> Vec<String> {
    if outcome.passed() {
        return Vec::new();
    }
    let mut lines = vec![outcome.verdict.kind.to_string()];
    if !case.visible {
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

/// Points without needless zeros.
pub fn points(points: f64) -> String {
    let text = format!("{points:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
