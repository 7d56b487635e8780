use serde_json::json;

use super::results;
use super::text::{cpu_for_student, for_student, points, title, total};
use crate::grade::{CaseInfo, CaseOutcome, Grades, Student};

/// GitHub Classroom's result: JSON in base64.
pub fn classroom(grades: &Grades, student: &Student) -> String {
    let tests = results(grades, student).map(|(case, outcome)| {
        let status = match (outcome.passed(), outcome.verdict.kind.is_answer()) {
            (true, _) => "pass",
            (false, true) => "fail",
            (false, false) => "error",
        };
        let time = cpu_for_student(case, outcome);
        json!({
            "name": title(case),
            "status": status,
            "message": for_student(case, outcome).join("\n"),
            "test_code": "",
            "filename": "",
            "line_no": 0,
            "execution_time": time.map_or_else(String::new, |seconds| format!("{seconds:.2}s")),
            "score": if outcome.passed() { case.points } else { 0.0 },
        })
    });
    let tests: Vec<_> = tests.collect();
    let is_built = student.checks.iter().all(|check| check.passed);
    let is_right = student.outcomes.iter().all(CaseOutcome::passed);
    let status = match (is_built, is_right) {
        (false, _) => "error",
        (true, true) => "pass",
        (true, false) => "fail",
    };
    let result = json!({ "version": 1, "status": status, "max_score": grades.max, "tests": tests });
    base64(result.to_string().as_bytes()) + "\n"
}

/// GitHub shows ten annotations of a kind; the rest is in the summary.
const MOST_ANNOTATIONS: usize = 10;

/// A line for each failed case, which GitHub shows beside the code.
pub fn annotations(grades: &Grades, student: &Student) -> String {
    let failed = results(grades, student).filter(|(_, outcome)| !outcome.passed());
    let line = |(case, outcome): (&CaseInfo, &CaseOutcome)| {
        let message = for_student(case, outcome).join("\n");
        let place = place(case, outcome).unwrap_or_default();
        format!("::error {place}title={}::{}\n", property(&title(case)), data(&message))
    };
    failed.take(MOST_ANNOTATIONS).map(line).collect()
}

/// `file=output.txt,line=2,` of a visible case whose verdict begins with its place.
fn place(case: &CaseInfo, outcome: &CaseOutcome) -> Option<String> {
    let (file, line) = outcome.verdict.place().filter(|_| case.visible)?;
    Some(format!("file={},line={line},", property(file)))
}

/// A table for `$GITHUB_STEP_SUMMARY`.
pub fn summary(grades: &Grades, student: &Student) -> String {
    let total = total(grades, student);
    let mut text = format!("### {total}\n\n| case | result | points |\n|---|---|---|\n");
    for check in &student.checks {
        let result = if check.passed { "yes" } else { "no" };
        let earned = if check.passed { check.points } else { 0.0 };
        text += &format!("| {} | {result} | {} |\n", cell(&check.name), points(earned));
    }
    for (case, outcome) in results(grades, student) {
        let earned = if outcome.passed() { case.points } else { 0.0 };
        let result = outcome.verdict.kind.name();
        text += &format!("| {} | {result} | {} |\n", cell(&title(case)), points(earned));
    }
    text
}

/// The text of an annotation must not begin a new one.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

fn cell(text: &str) -> String {
    text.replace('\\', "\\\\").replace('|', "\\|").replace('<', "&lt;").replace('\n', " ")
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let mut three = [0; 3];
        three[..chunk.len()].copy_from_slice(chunk);
        let bits = u32::from(three[0]) << 16 | u32::from(three[1]) << 8 | u32::from(three[2]);
        for digit in 0..4 {
            let is_there = digit <= chunk.len();
            let value = (bits >> (18 - 6 * digit) & 63) as usize;
            text.push(if is_there { char::from(DIGITS[value]) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 4648, section 10.
    #[test]
    fn base64_test_vectors() {
        for (text, encoded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(text.as_bytes()), encoded);
        }
    }
}
