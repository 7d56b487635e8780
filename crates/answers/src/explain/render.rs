//! How an explanation reads.

use plyglot_kit::grading::Difference;

use super::{Detail, Explanation};
use crate::judge::{Verdict, VerdictKind};

/// A verdict's message that gives nothing away.
pub fn without_values(verdict: &Verdict, difference: Option<&Difference>) -> String {
    match (verdict.kind, difference) {
        (VerdictKind::WrongOutput, Some(difference)) => match difference.only {
            Some(_) => verdict.message.clone(),
            None => format!("{} is wrong from line {} on", difference.file, difference.line),
        },
        (VerdictKind::IllegalMove, _) => "the move is illegal".to_owned(),
        _ => verdict.message.clone(),
    }
}

pub fn lines(it: &Explanation) -> Vec<String> {
    if it.right {
        return vec!["The answer is right.".to_owned()];
    }
    let mut lines = vec![match it.message.as_str() {
        "" => "The answer is not right.".to_owned(),
        message => format!("The answer is not right ({}): {message}", it.kind),
    }];
    if let (Some(file), Some(line), Some(about)) = (&it.file, it.line, &it.about) {
        lines.push(format!("It first goes wrong in {file}, line {line}: {about}."));
    }
    if it.detail == Detail::Full && it.file.is_some() {
        let or_end = |text: &Option<String>| text.clone().unwrap_or("(the end)".to_owned());
        lines.push(format!("  expected: {}", or_end(&it.expected)));
        lines.push(format!("  found:    {}", or_end(&it.found)));
    }
    if let Some(node) = &it.node {
        let path = if node.path.is_empty() { "root".to_owned() } else { node.path.join(" -> ") };
        lines.push(format!(
            "The node: {path} (depth {}). The player to move, and the board there:",
            node.depth
        ));
        lines.extend(node.board.iter().map(|row| format!("  {row}")));
    }
    lines.extend(it.why.iter().cloned());
    for named in &it.misreadings {
        if !named.does.is_empty() {
            lines.push(format!(
                "A program that {} gives exactly this answer ({}).",
                named.does, named.name
            ));
        }
        lines.push(format!("Read again: {}.", named.rule));
    }
    if it.misreadings.is_empty() && it.detail == Detail::Full && it.not_tried.is_none() {
        lines.push("No known misreading of the rules gives this answer.".to_owned());
    }
    lines.extend(it.not_tried.clone());
    lines
}
