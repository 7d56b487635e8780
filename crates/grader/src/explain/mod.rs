//! Where an answer first goes wrong, and why.

mod choice;
mod mancala;
mod misread;
mod story;
mod words;

use std::str::FromStr;

use plyglot_games::GameId;
use plyglot_games::Task;
use serde::Serialize;

use crate::judge::{Difference, Kind, Question, Strictness, Verdict, Written};
use misread::Found;
pub use misread::Named;
pub use story::Node;

/// How much a student is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Whether it is right.
    Off,
    /// Also where it first goes wrong, and which rule to read again; no right values.
    Hint,
    /// Everything.
    #[default]
    Full,
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Level, String> {
        match text {
            "off" => Ok(Level::Off),
            "hint" => Ok(Level::Hint),
            "full" => Ok(Level::Full),
            _ => Err(format!("expected off, hint or full, found {text}")),
        }
    }
}

/// What there is to say about an answer. What a level leaves out is empty.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation {
    /// Which game.
    pub game: &'static str,
    /// How much is told.
    pub level: Level,
    /// Whether the answer is right.
    pub right: bool,
    /// In which way it is wrong.
    pub kind: Kind,
    /// That in one line.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub message: String,
    /// The file where it first goes wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line there, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// What stands on that line of an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// What should stand there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// What does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
    /// The node of the search that the line is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<Node>,
    /// Why the right answer is right, sentence by sentence.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<String>,
    /// The misreadings that give exactly this answer.
    pub misreadings: Vec<Named>,
    /// Why not all known misreadings were tried, if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_tried: Option<String>,
}

/// Explains an answer, as far as the level allows. Files that were not handed in are not asked for,
/// if one was.
pub fn explain(
    question: &Question,
    written: &Written,
    strictness: Strictness,
    level: Level,
) -> Explanation {
    let question = &only_given(question, written);
    let verdict = question.judge(written, strictness);
    let mut explanation = Explanation::new(question.game(), level, &verdict);
    if explanation.right || level == Level::Off {
        return explanation;
    }
    let difference = first_difference(question, written, strictness);
    let Found { misreadings, not_tried } = misread::find(question, written);
    if let Some(difference) = &difference {
        explanation.file = Some(difference.file.clone());
        explanation.line = Some(difference.line);
        explanation.about = Some(words::about(question.task(), &difference.file, difference.line));
    }
    if level == Level::Hint {
        explanation.message = words::without_values(&verdict, difference.as_ref());
        // What a program does would give away what the test found; the rule is in the assignment.
        let rules = misreadings.into_iter().map(|named| Named { does: String::new(), ..named });
        explanation.misreadings = rules.collect();
        return explanation;
    }
    explanation.misreadings = misreadings;
    explanation.not_tried = not_tried;
    explanation.why = verdict.evidence.clone();
    if let Some(difference) = &difference {
        explanation.expected.clone_from(&difference.expected);
        explanation.found.clone_from(&difference.found);
        explanation.why = match (question.task(), difference.file.as_str()) {
            _ if verdict.kind == Kind::BadFormat || difference.only.is_some() => Vec::new(),
            (Task::Mancala(task), "traverse_log.txt") => {
                let (node, why) = mancala::log_line(task, difference);
                explanation.node = node;
                why
            }
            (task, _) => choice::why(task, question, written, difference),
        };
        if verdict.kind == Kind::IllegalMove {
            explanation.why.extend(verdict.evidence);
        }
    }
    explanation
}

impl Explanation {
    fn new(game: GameId, level: Level, verdict: &Verdict) -> Explanation {
        Explanation {
            game: game.name(),
            level,
            right: verdict.kind == Kind::Right,
            kind: verdict.kind,
            message: if level == Level::Full { verdict.message.clone() } else { String::new() },
            file: None,
            line: None,
            about: None,
            expected: None,
            found: None,
            node: None,
            why: Vec::new(),
            misreadings: Vec::new(),
            not_tried: None,
        }
    }

    /// The explanation for people, a line each.
    pub fn lines(&self) -> Vec<String> {
        words::lines(self)
    }
}

/// The same question with only those of its files that were handed in, if any was.
fn only_given(question: &Question, written: &Written) -> Question {
    let Some(right) = question.right() else { return question.clone() };
    let mut right = right.clone();
    if right.keys().any(|name| written.contains_key(name)) {
        right.retain(|name, _| written.contains_key(name));
    }
    let again = Question::with_answer(question.input(), question.game(), right);
    again.unwrap_or_else(|_| question.clone())
}

/// The log says more than the move that comes of it: it is looked at first.
fn first_difference(
    question: &Question,
    written: &Written,
    strictness: Strictness,
) -> Option<Difference> {
    let right = question.right()?;
    let of_file = |(name, right): (&String, &String)| {
        let found = String::from_utf8_lossy(written.get(name)?).into_owned();
        match strictness {
            Strictness::Exact => Difference::find(name, right, &found),
            Strictness::Lenient => {
                Difference::find(name, &crate::judge::tidy(right), &crate::judge::tidy(&found))
            }
        }
    };
    right.iter().rev().find_map(of_file)
}
