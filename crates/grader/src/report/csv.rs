use std::str::FromStr;

use plyglot_core::safe_text;

use super::text::{earned, points, points_or_none};
use crate::grade::{Grades, Student};

/// A column of the gradebook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// The student's name.
    Student,
    /// The points.
    Score,
    /// What could be reached.
    Max,
    /// The score in percent.
    Percent,
    /// How many cases are right.
    Right,
    /// CPU seconds of all runs.
    Cpu,
    /// The submission that counts.
    Submission,
    /// The first thing that went wrong.
    Note,
    /// A column for each case: its points.
    Cases,
    /// A column for each case: its verdict.
    Verdicts,
}

impl Column {
    /// What a gradebook has unless told otherwise.
    pub const USUAL: [Column; 5] =
        [Column::Student, Column::Score, Column::Max, Column::Note, Column::Cases];

    const NAMES: [(&str, Column); 10] = [
        ("student", Column::Student),
        ("score", Column::Score),
        ("max", Column::Max),
        ("percent", Column::Percent),
        ("right", Column::Right),
        ("cpu", Column::Cpu),
        ("submission", Column::Submission),
        ("note", Column::Note),
        ("cases", Column::Cases),
        ("verdicts", Column::Verdicts),
    ];
}

impl FromStr for Column {
    type Err = String;

    fn from_str(text: &str) -> Result<Column, String> {
        let found = Column::NAMES.iter().find(|(name, _)| *name == text);
        found.map(|&(_, column)| column).ok_or_else(|| {
            let names = Column::NAMES.map(|(name, _)| name).join(", ");
            format!("expected one of {names}, found {text}")
        })
    }
}

/// The gradebook: a header, then a row a student.
pub fn csv(grades: &Grades, columns: &[Column]) -> String {
    let mut header = Vec::new();
    for &column in columns {
        match column {
            Column::Cases | Column::Verdicts => {
                let unit = if column == Column::Cases { "points" } else { "verdict" };
                header.extend(grades.cases.iter().map(|case| format!("{} {unit}", case.name)));
            }
            _ => {
                let name = Column::NAMES.iter().find(|(_, other)| *other == column);
                header.extend(name.map(|(name, _)| (*name).to_owned()));
            }
        }
    }
    let mut text = row(&header);
    for student in &grades.students {
        let cells = columns.iter().flat_map(|&column| cells(grades, student, column));
        text += &row(&cells.collect::<Vec<_>>());
    }
    text
}

fn cells(grades: &Grades, student: &Student, column: Column) -> Vec<String> {
    let percent = |score| if grades.max > 0.0 { 100.0 * score / grades.max } else { 0.0 };
    vec![match column {
        Column::Student => student.name.clone(),
        Column::Score => points_or_none(student.score),
        Column::Max => points(grades.max),
        Column::Percent => points_or_none(student.score.map(percent)),
        Column::Right => student.right().to_string(),
        Column::Cpu => format!("{:.2}", student.cpu_seconds()),
        Column::Submission => student.submission.clone(),
        Column::Note => student.note(),
        Column::Cases => {
            let results = super::results(grades, student);
            return results.map(|(case, outcome)| points_or_none(earned(case, outcome))).collect();
        }
        Column::Verdicts => {
            return student.outcomes.iter().map(|it| it.verdict.kind.to_string()).collect();
        }
    }]
}

fn row(cells: &[String]) -> String {
    cells.iter().map(|text| safe_text::csv(text)).collect::<Vec<_>>().join(",") + "\r\n"
}
