use super::results;
use super::text::{for_student, points, title, total};
use crate::grade::{Grades, Student};

/// What goes into the file that `$vocareumGradeFile` names: a criterion a line.
pub fn vocareum_grades(grades: &Grades, student: &Student) -> String {
    let mut text = String::new();
    for check in student.checks.iter().filter(|check| check.points > 0.0) {
        let earned = if check.passed { check.points } else { 0.0 };
        text += &format!("{},{}\n", check.name, points(earned));
    }
    for (case, outcome) in results(grades, student) {
        let earned = if outcome.passed() { case.points } else { 0.0 };
        text += &format!("case {},{}\n", case.name, points(earned));
    }
    text
}

/// What goes into the file that `$vocareumReportFile` names.
pub fn vocareum_report(grades: &Grades, student: &Student) -> String {
    let mut text = total(grades, student) + "\n";
    for check in student.checks.iter().filter(|check| !check.passed) {
        text += &format!("\n{}: no. {}\n", check.name, check.message);
        check.evidence.iter().for_each(|line| text += &format!("  {line}\n"));
    }
    for (case, outcome) in results(grades, student).filter(|(_, outcome)| !outcome.passed()) {
        text += &format!("\n{}\n", title(case));
        for_student(case, outcome).iter().for_each(|line| text += &format!("  {line}\n"));
    }
    text
}
