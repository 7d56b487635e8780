//! Why results are wrong: what students misread, as far as their answers show it.

use serde::Serialize;

use super::results;
use crate::grade::{Grades, Student};
use plyglot_answers::explain::NamedMisreading;

/// A misreading, and how often it gives exactly the answer that was handed in.
#[derive(Clone, Debug, Serialize)]
pub struct LikelyCause {
    /// Which one.
    #[serde(flatten)]
    pub misreading: NamedMisreading,
    /// How many students.
    pub students: usize,
    /// How many of their wrong answers.
    pub answers: usize,
}

/// The misreadings behind a student's wrong answers, the most frequent first.
fn of_student(student: &Student) -> Vec<LikelyCause> {
    let mut causes: Vec<LikelyCause> = Vec::new();
    for misreading in student.outcomes.iter().flat_map(|outcome| &outcome.misreadings) {
        match causes.iter_mut().find(|cause| cause.misreading.name == misreading.name) {
            Some(cause) => cause.answers += 1,
            None => {
                let misreading = misreading.clone();
                causes.push(LikelyCause { misreading, students: 1, answers: 1 });
            }
        }
    }
    causes.sort_by_key(|cause| std::cmp::Reverse(cause.answers));
    causes
}

/// The one that explains the most of each student's wrong answers, over all students; the most
/// frequent first. Others may give the same answers in some cases by chance.
pub fn of_all(grades: &Grades) -> Vec<LikelyCause> {
    let mut causes: Vec<LikelyCause> = Vec::new();
    for found in grades.students.iter().filter_map(|it| of_student(it).into_iter().next()) {
        match causes.iter_mut().find(|cause| cause.misreading.name == found.misreading.name) {
            Some(cause) => {
                cause.students += 1;
                cause.answers += found.answers;
            }
            None => causes.push(found),
        }
    }
    causes.sort_by_key(|cause| std::cmp::Reverse((cause.students, cause.answers)));
    causes
}

/// Wrong results of a student that have one cause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cause {
    /// What the program does, or in which way its results are wrong.
    pub words: String,
    /// The rule to read again, where a misreading gives exactly these answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The names of the cases.
    pub cases: Vec<String>,
}

impl Cause {
    /// `12 cases: cuts if v > beta`.
    pub fn title(&self) -> String {
        let cases = if self.cases.len() == 1 { "case" } else { "cases" };
        format!("{} {cases}: {}", self.cases.len(), self.words)
    }
}

/// All wrong results of a student, each cause once: misreadings first, and what is frequent before
/// what is not. Of a hidden case it tells the kind of the verdict and nothing more.
pub fn of_wrong(grades: &Grades, student: &Student) -> Vec<Cause> {
    let likely = of_student(student);
    let mut causes: Vec<Cause> = Vec::new();
    for (case, outcome) in results(grades, student).filter(|(_, outcome)| !outcome.passed()) {
        let is_told = case.visible && outcome.is_graded();
        // Several may give the same answer; the one that gives most of the others is meant.
        let is_its = |cause: &&LikelyCause| {
            outcome.misreadings.iter().any(|it| it.name == cause.misreading.name)
        };
        let misreading = likely.iter().find(is_its).filter(|_| is_told).map(|it| &it.misreading);
        let kind = outcome.verdict.kind;
        let words = match misreading {
            Some(misreading) if misreading.does.is_empty() => "one rule is misread".to_owned(),
            Some(misreading) => misreading.does.clone(),
            None if is_told && !kind.is_answer() => format!("{kind}, {}", outcome.verdict.message),
            None if case.visible => kind.to_string(),
            None => format!("{kind}, hidden"),
        };
        let rule = misreading.map(|misreading| misreading.rule.clone());
        match causes.iter_mut().find(|cause| cause.words == words && cause.rule == rule) {
            Some(cause) => cause.cases.push(case.name.clone()),
            None => causes.push(Cause { words, rule, cases: vec![case.name.clone()] }),
        }
    }
    causes.sort_by_key(|cause| std::cmp::Reverse((cause.rule.is_some(), cause.cases.len())));
    causes
}
