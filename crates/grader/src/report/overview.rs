//! The overview: who has how many points, which cases fail for many, what was misread.

use plyglot_core::safe_text::html;
use plyglot_kit::any::Games;

use super::causes;
use super::page::{page, table};
use super::text::{points, points_or_none};
use crate::grade::{Grades, Student};
use crate::store::file_name;
use plyglot_answers::judge::VerdictKind;

/// A page that needs nothing from elsewhere.
pub fn overview(grades: &Grades, games: Games) -> String {
    let count = grades.students.len();
    let scores: Vec<f64> = grades.students.iter().filter_map(|it| it.score).collect();
    let mean = scores.iter().sum::<f64>() / scores.len().max(1) as f64;
    let mut body = warnings(grades);
    body += &format!(
        "<p>{count} students, {} cases, {} points; {} on average. \
         <span class=soft>Programs were isolated at level {}.</span></p>\n",
        grades.cases.len(),
        points(grades.max),
        points(mean),
        html(&grades.sandbox)
    );
    body += "<h2>Distribution</h2>\n";
    body += &distribution(grades);
    body += "<h2>Students</h2>\n";
    let heads = ["student", "points", "right", "CPU s", "first thing wrong"];
    let rows = grades.students.iter().map(|student| student_row(grades, student));
    body += &table(&heads, &[1, 2, 3], rows);
    body += &misread(grades);
    body += "<h2>Cases</h2>\n";
    let heads = ["case", "points", "right", "", "what went wrong"];
    let rows = (0..grades.cases.len()).map(|index| case_row(grades, index));
    body += &table(&heads, &[1, 2], rows);
    let game = games.find(&grades.game).map_or(grades.game.as_str(), |game| game.title());
    page(&format!("{game}: grades"), &body)
}

/// What the teacher must know before anything else.
fn warnings(grades: &Grades) -> String {
    let mut text = String::new();
    let mut warn = |line: &str| text += &format!("<p class=warning>{}</p>\n", html(line));
    if let Some(failure) = &grades.common_failure {
        warn(&format!("{failure}. Nothing of it was kept."));
    }
    for (student, why) in grades.not_graded() {
        let name = &student.name;
        warn(&format!(
            "{name} is not graded, through no fault of the student's: {why}. Grade again."
        ));
    }
    text
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
    format!(
        "<h2>What was misread</h2>\n<p class=soft>For each student the misreading that gives most of \
         the wrong answers exactly, of visible cases.</p>\n{rows}"
    )
}

fn case_row(grades: &Grades, index: usize) -> String {
    let case = &grades.cases[index];
    let kinds = || grades.students.iter().filter_map(|it| it.outcomes.get(index));
    let right = kinds().filter(|outcome| outcome.passed()).count();
    let share = 100 * right / grades.students.len().max(1);
    let wrong: Vec<String> = VerdictKind::ALL[1..]
        .iter()
        .map(|&kind| (kind, kinds().filter(|it| it.verdict.kind == kind).count()))
        .filter(|&(_, count)| count > 0)
        .map(|(kind, count)| format!("{kind} {count}"))
        .collect();
    let about = if case.about.is_empty() { String::new() } else { format!(": {}", case.about) };
    let hidden = if case.visible { "" } else { " <span class=soft>(hidden)</span>" };
    format!(
        "<td>{}{}{hidden}</td><td class=n>{}</td><td class=n>{right}</td>\
         <td><svg width=100 height=24><rect class=rest y=6 width=100 height=12 />\
         <rect y=6 width={share} height=12 /></svg></td><td>{}</td>",
        html(&case.name),
        html(&about),
        points(case.points),
        html(&wrong.join(", "))
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
