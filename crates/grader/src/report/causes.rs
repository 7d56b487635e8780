//! What students misread, as far as their answers show it.

use crate::grade::{Grades, Student};
use plyglot_answers::explain::NamedMisreading;

/// A misreading, and how often it gives exactly the answer that was handed in.
#[derive(Clone, Debug)]
pub struct LikelyCause<'g> {
    pub misreading: &'g NamedMisreading,
    /// How many students.
    pub students: usize,
    /// How many of their wrong answers.
    pub answers: usize,
}

/// The misreadings behind a student's wrong answers, the most frequent first.
pub fn of_student(student: &Student) -> Vec<LikelyCause<'_>> {
    let mut causes: Vec<LikelyCause<'_>> = Vec::new();
    for misreading in student.outcomes.iter().flat_map(|outcome| &outcome.misreadings) {
        match causes.iter_mut().find(|cause| cause.misreading.name == misreading.name) {
            Some(cause) => cause.answers += 1,
            None => causes.push(LikelyCause { misreading, students: 1, answers: 1 }),
        }
    }
    causes.sort_by_key(|cause| std::cmp::Reverse(cause.answers));
    causes
}

/// The one that explains the most of each student's wrong answers, over all students; the most
/// frequent first. Others may give the same answers in some cases by chance.
pub fn of_all(grades: &Grades) -> Vec<LikelyCause<'_>> {
    let mut causes: Vec<LikelyCause<'_>> = Vec::new();
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
