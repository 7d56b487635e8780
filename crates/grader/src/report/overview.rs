//! The overview: who has how many points, which cases fail for many, what was misread.

use plyglot_core::safe_text::html;
use plyglot_kit::any::Games;

use super::causes;
use super::page::{card, page, table};
use super::text::{points, points_or_none};
use crate::grade::{CaseOutcome, Grades, Student};
use crate::store::file_name;
use plyglot_answers::judge::VerdictKind;

/// A page that needs nothing from elsewhere.
pub fn overview(grades: &Grades, games: Games) -> String {
    let count = grades.students.len();
    let scores: Vec<f64> = grades.students.iter().filter_map(|it| it.score).collect();
    let mean = scores.iter().sum::<f64>() / scores.len().max(1) as f64;
    let warned = warnings(grades);
    let warned = warned.iter().map(|line| format!("<p class=warning>{}</p>\n", html(line)));
    let mut body: String = warned.collect();
    body += &format!(
        "<p>{count} students, {} cases, {} points; {} on average. \
         <span class=soft>Programs were isolated at level {}.</span></p>\n",
        grades.cases.len(),
        points(grades.max),
        points(mean),
        html(&grades.sandbox)
    );
    body += &card("Distribution", &distribution(grades));
    body += &misread(grades);
    let heads = ["student", "points", "right", "CPU s", "first thing wrong"];
    let rows = grades.students.iter().map(|student| student_row(grades, student));
    body += &card("Students", &table(&heads, &[1, 2, 3], rows));
    let heads = ["case", "points", "right", "share", "what went wrong"];
    let rows = (0..grades.cases.len()).map(|index| case_row(grades, index));
    body += &card("Cases", &table(&heads, &[1, 2], rows));
    let game = games.find(&grades.game).map_or(grades.game.as_str(), |game| game.title());
    page(&format!("{game}: grades"), &body)
}

/// What the teacher must know before anything else, a sentence each.
pub fn warnings(grades: &Grades) -> Vec<String> {
    let common = grades.common_failure.iter();
    let common = common.map(|failure| format!("{failure}. Nothing of it was kept."));
    let missing = grades.not_graded().map(|(student, why)| {
        let name = &student.name;
        format!("{name} is not graded, through no fault of the student's: {why}. Grade again.")
    });
    common.chain(missing).collect()
}

fn student_row(grades: &Grades, student: &Student) -> String {
    // A file name is plain but for blanks and percent signs, which a link must escape.
    let link = file_name(&student.name).replace('%', "%25").replace(' ', "%20");
    format!(
        "<td><a href=\"students/{link}.html\">{}</a></td><td class=n>{}</td>\
         <td class=n>{} of {}</td><td class=n>{:.2}</td><td>{}</td>",
        html(&student.name),
        points_or_none(student.score),
        student.right(),
        grades.cases.len(),
        student.cpu_seconds(),
        html(&student.note())
    )
}

/// What to speak of in class.
fn misread(grades: &Grades) -> String {
    let causes = causes::of_all(grades);
    if causes.is_empty() {
        return String::new();
    }
    let rows = causes.iter().map(|cause| {
        let rule = html(&cause.misreading.rule);
        let does = match cause.misreading.does.as_str() {
            "" => String::new(),
            does => format!(" <span class=soft>Their program {}.</span>", html(does)),
        };
        format!("<td class=n>{}</td><td>{rule}.{does}</td>", cause.students)
    });
    let rows = table(&["students", "what they should read again"], &[0], rows);
    let what = "For each student the misreading that gives most of the wrong answers exactly, of \
                visible cases.";
    card("What was misread", &format!("<p class=soft>{what}</p>\n{rows}"))
}

/// The outcomes of a case by its number.
fn outcomes(grades: &Grades, case: usize) -> impl Iterator<Item = &CaseOutcome> {
    grades.students.iter().filter_map(move |student| student.outcomes.get(case))
}

/// In which ways a case went wrong, and for how many each: `wrong output 3, crash 1`.
pub fn went_wrong(grades: &Grades, case: usize) -> String {
    let count = |kind| outcomes(grades, case).filter(|it| it.verdict.kind == kind).count();
    let counts = VerdictKind::ALL[1..].iter().map(|&kind| (kind, count(kind)));
    let counts = counts.filter(|&(_, count)| count > 0);
    counts.map(|(kind, count)| format!("{kind} {count}")).collect::<Vec<_>>().join(", ")
}

fn case_row(grades: &Grades, index: usize) -> String {
    let case = &grades.cases[index];
    let right = outcomes(grades, index).filter(|outcome| outcome.passed()).count();
    let share = 100 * right / grades.students.len().max(1);
    let about = if case.about.is_empty() { String::new() } else { format!(": {}", case.about) };
    let hidden = if case.visible { "" } else { " <span class=soft>(hidden)</span>" };
    format!(
        "<td>{}{}{hidden}</td><td class=n>{}</td><td class=n>{right}</td>\
         <td><svg width=100 height=24><rect class=rest y=6 width=100 height=12 />\
         <rect y=6 width={share} height=12 /></svg></td><td>{}</td>",
        html(&case.name),
        html(&about),
        points(case.points),
        html(&went_wrong(grades, index))
    )
}

/// How many students have how many points, in ten steps.
fn distribution(grades: &Grades) -> String {
    const STEPS: usize = 10;
    let mut counts = [0_usize; STEPS];
    for score in grades.students.iter().filter_map(|student| student.score) {
        let share = if grades.max > 0.0 { score / grades.max } else { 0.0 };
        counts[((share * STEPS as f64) as usize).min(STEPS - 1)] += 1;
    }
    let most = counts.iter().max().copied().unwrap_or(0).max(1);
    let mut svg = "<svg viewBox=\"0 0 620 150\" width=\"620\" role=\"img\" \
                   aria-label=\"distribution of points\">\n"
        .to_owned();
    for (index, &count) in counts.iter().enumerate() {
        let height = 100 * count / most;
        let x = 10 + 60 * index;
        let y = 120 - height;
        let [from, to] = [index, index + 1].map(|step| 100 * step / STEPS);
        svg += &format!("<rect x=\"{x}\" y=\"{y}\" width=\"54\" height=\"{height}\"/>\n");
        if count > 0 {
            svg += &format!("<text x=\"{}\" y=\"{}\">{count}</text>\n", x + 27, y - 4);
        }
        svg += &format!("<text x=\"{}\" y=\"138\">{from}–{to} %</text>\n", x + 27);
    }
    svg + "</svg>\n"
}
