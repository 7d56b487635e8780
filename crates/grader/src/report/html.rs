//! The overview: who has how many points, and which cases fail for many.

use plyglot_arena::safe_text::html;

use super::text::{points, title};
use crate::grade::{Grades, Student};
use crate::judge::Kind;
use crate::store::file_name;

/// A page that needs nothing from elsewhere.
pub fn overview(grades: &Grades) -> String {
    let count = grades.students.len();
    let mean = grades.students.iter().map(|it| it.score).sum::<f64>() / (count.max(1)) as f64;
    let mut body = format!(
        "<p>{count} students, {} cases, {} points; {} on average. Programs were isolated at level \
         {}.</p>\n",
        grades.cases.len(),
        points(grades.max),
        points(mean),
        html(&grades.sandbox)
    );
    body += "<h2>Distribution</h2>\n";
    body += &distribution(grades);
    body += "<h2>Students</h2>\n<table><tr><th>student</th><th>points</th><th>right</th>\
             <th>CPU s</th><th>first thing wrong</th></tr>\n";
    for student in &grades.students {
        body += &student_row(grades, student);
    }
    body += "</table>\n<h2>Cases</h2>\n<table><tr><th>case</th><th>points</th><th>right</th>\
             <th></th><th>what went wrong</th></tr>\n";
    for index in 0..grades.cases.len() {
        body += &case_row(grades, index);
    }
    body += "</table>\n";
    page(&format!("{} grades", grades.game), &body)
}

fn student_row(grades: &Grades, student: &Student) -> String {
    // A file name is plain but for blanks and percent signs, which a link must escape.
    let link = file_name(&student.name).replace('%', "%25").replace(' ', "%20");
    format!(
        "<tr><td><a href=\"students/{link}.html\">{}</a></td><td class=n>{}</td>\
         <td class=n>{} / {}</td><td class=n>{:.2}</td><td>{}</td></tr>\n",
        html(&student.name),
        points(student.score),
        student.right(),
        grades.cases.len(),
        student.cpu_seconds(),
        html(&student.note())
    )
}

fn case_row(grades: &Grades, index: usize) -> String {
    let case = &grades.cases[index];
    let kinds = || grades.students.iter().filter_map(|it| it.outcomes.get(index));
    let right = kinds().filter(|outcome| outcome.passed()).count();
    let share = 100 * right / grades.students.len().max(1);
    let wrong: Vec<String> = Kind::ALL[1..]
        .iter()
        .map(|&kind| (kind, kinds().filter(|it| it.verdict.kind == kind).count()))
        .filter(|&(_, count)| count > 0)
        .map(|(kind, count)| format!("{kind} {count}"))
        .collect();
    let about = if case.about.is_empty() { String::new() } else { format!(": {}", case.about) };
    let hidden = if case.visible { "" } else { " (hidden)" };
    format!(
        "<tr><td>{}{}{hidden}</td><td class=n>{}</td><td class=n>{right}</td>\
         <td><div class=bar style=\"width:{share}px\"></div></td><td>{}</td></tr>\n",
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
    for student in &grades.students {
        let share = if grades.max > 0.0 { student.score / grades.max } else { 0.0 };
        counts[((share * STEPS as f64) as usize).min(STEPS - 1)] += 1;
    }
    let most = counts.iter().max().copied().unwrap_or(0).max(1);
    let mut svg = "<svg viewBox=\"0 0 520 150\" width=\"520\" role=\"img\" \
                   aria-label=\"distribution of points\">\n"
        .to_owned();
    for (index, count) in counts.iter().enumerate() {
        let height = 100 * count / most;
        let x = 10 + 50 * index;
        let y = 120 - height;
        let label = 100 * index / STEPS;
        svg += &format!("<rect x=\"{x}\" y=\"{y}\" width=\"44\" height=\"{height}\"/>\n");
        svg += &format!("<text x=\"{}\" y=\"{}\">{count}</text>\n", x + 22, y - 4);
        svg += &format!("<text x=\"{}\" y=\"138\">{label} %</text>\n", x + 22);
    }
    svg + "</svg>\n"
}

/// The case's title, for pages of students.
pub fn heading(case: &crate::grade::CaseInfo) -> String {
    html(&title(case))
}

/// A whole page around a body.
pub fn page(title: &str, body: &str) -> String {
    let title = html(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n<h1>{title}</h1>\n{body}</html>\n"
    )
}

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;\
    padding:0 1rem;color:#222;background:#fff}h1{font-size:1.5rem}h2{font-size:1.15rem}\
    table{border-collapse:collapse}td,th{padding:.2rem .8rem .2rem 0;text-align:left;\
    vertical-align:top;border-bottom:1px solid #ddd}.n{text-align:right}\
    .bar{background:#3b7;height:1rem}.ok{color:#186}.no{color:#b31}\
    pre{background:#f5f5f5;padding:.6rem;overflow-x:auto}rect{fill:#47a}\
    text{font-size:12px;text-anchor:middle}";
