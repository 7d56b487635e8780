//! Where an answer first goes wrong, and why.

mod misread;
mod render;

use std::str::FromStr;

use plyglot_kit::any::GameRef;
use plyglot_kit::grading::{Difference, TraceNode, WrongLine};
use serde::{Deserialize, Serialize};

use crate::judge::{Judgement, OutputFiles, Question, Strictness, Verdict, VerdictKind};
use misread::FoundMisreadings;
pub use misread::{MisreadLog, NamedMisreading, misread_logs};

/// How much to tell a student.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Detail {
    /// Whether it is right.
    Off,
    /// Also where it first goes wrong, and which rule to read again; no right values.
    Hint,
    /// Everything.
    #[default]
    Full,
}

impl FromStr for Detail {
    type Err = String;

    fn from_str(text: &str) -> Result<Detail, String> {
        match text {
            "off" => Ok(Detail::Off),
            "hint" => Ok(Detail::Hint),
            "full" => Ok(Detail::Full),
            _ => Err(format!("expected off, hint or full, found {text}")),
        }
    }
}

/// What there is to say about an answer. What the detail leaves out is empty.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation {
    /// Which game.
    pub game: &'static str,
    /// How much it tells.
    #[serde(rename = "level")]
    pub detail: Detail,
    /// Whether the answer is right.
    pub right: bool,
    /// In which way it is wrong.
    pub kind: VerdictKind,
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
    pub node: Option<TraceNode>,
    /// Why the right answer is right, sentence by sentence.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<String>,
    /// The misreadings that give exactly this answer.
    pub misreadings: Vec<NamedMisreading>,
    /// Why not all known misreadings were tried, if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_tried: Option<String>,
}

/// Judges an answer and explains it, as far as the detail allows. Files that were not handed in are
/// not asked for, if one was.
pub fn explain(
    question: &Question,
    written: &OutputFiles,
    strictness: Strictness,
    detail: Detail,
) -> Explanation {
    let question = question.only_given(written);
    let judgement = question.judge(written, strictness);
    explain_judged(&question, written, &judgement, detail)
}

/// Explains an answer that has been judged, as far as the detail allows.
pub fn explain_judged(
    question: &Question,
    written: &OutputFiles,
    judgement: &Judgement,
    detail: Detail,
) -> Explanation {
    let verdict = &judgement.verdict;
    let mut explanation = Explanation::new(question.game(), detail, verdict);
    if explanation.right || detail == Detail::Off {
        return explanation;
    }
    let difference = most_telling(question, &judgement.differences);
    let right = |file| question.right().and_then(|right| right.get(file));
    let found = difference.and_then(|it| written.get(&it.file));
    let found = found.map(|bytes| String::from_utf8_lossy(bytes)).unwrap_or_default();
    let wrong = difference.map(|difference| WrongLine {
        difference,
        right: right(&difference.file).map_or("", String::as_str),
        found: &found,
        edition: question.edition(),
    });
    if let Some(wrong) = &wrong {
        explanation.file = Some(wrong.file().to_owned());
        explanation.line = Some(wrong.number());
        explanation.about = Some(question.task().line_name(wrong));
    }
    let FoundMisreadings { misreadings, not_tried } = misread::find(question, written);
    if detail == Detail::Hint {
        explanation.message = render::without_values(verdict, difference);
        // What a program does would give away what the test found; the rule is in the assignment.
        let rules =
            misreadings.into_iter().map(|named| NamedMisreading { does: String::new(), ..named });
        explanation.misreadings = rules.collect();
        return explanation;
    }
    explanation.misreadings = misreadings;
    explanation.not_tried = not_tried;
    let Some(wrong) = wrong else {
        explanation.why.clone_from(&verdict.evidence);
        return explanation;
    };
    explanation.expected.clone_from(&wrong.difference.expected);
    explanation.found.clone_from(&wrong.difference.found);
    if verdict.kind != VerdictKind::BadFormat && wrong.difference.only.is_none() {
        let why = question.task().why(&wrong);
        explanation.node = why.node;
        explanation.why = why.sentences;
    }
    if verdict.kind == VerdictKind::IllegalMove {
        explanation.why.extend(verdict.evidence.iter().cloned());
    }
    explanation
}

impl Explanation {
    fn new(game: GameRef, detail: Detail, verdict: &Verdict) -> Explanation {
        Explanation {
            game: game.name(),
            detail,
            right: verdict.kind == VerdictKind::Right,
            kind: verdict.kind,
            message: if detail == Detail::Full { verdict.message.clone() } else { String::new() },
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
        render::lines(self)
    }
}

/// The difference to explain: a log says more than the move that comes of it.
fn most_telling<'d>(question: &Question, differences: &'d [Difference]) -> Option<&'d Difference> {
    let answer = question.game().about().answer_file;
    differences.iter().find(|it| it.file != answer).or(differences.first())
}
