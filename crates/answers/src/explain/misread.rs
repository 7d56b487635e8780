use plyglot_kit::grading::{AnswerFiles, Difference, Misreading, tidy, with_own_infinity};
use serde::{Deserialize, Serialize};

use crate::judge::{OutputFiles, Question};

/// How many nodes a plain solver visits before it gives up.
const MOST_NODES: u64 = 300_000;

/// A misreading by name, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedMisreading {
    /// Its name.
    pub name: String,
    /// What a program with it does.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub does: String,
    /// What the rules say instead.
    pub rule: String,
}

impl From<&Misreading> for NamedMisreading {
    fn from(misreading: &Misreading) -> NamedMisreading {
        let Misreading { name, does, rule } = *misreading;
        NamedMisreading { name: name.to_owned(), does: does.to_owned(), rule: rule.to_owned() }
    }
}

/// What came of trying all misreadings.
pub struct FoundMisreadings {
    pub misreadings: Vec<NamedMisreading>,
    pub not_tried: Option<String>,
}

/// The misreadings that give exactly what was written.
pub fn find(question: &Question, written: &OutputFiles) -> FoundMisreadings {
    let solver = question.solver();
    let answers = |misreading| solver.answers(question.input(), misreading, MOST_NODES);
    let mut found = FoundMisreadings { misreadings: Vec::new(), not_tried: None };
    if question.right().is_none() && answers(None).is_none() {
        let text = "known misreadings are not tried in a competition: any legal turn is right";
        found.not_tried = Some(text.to_owned());
        return found;
    }
    let all = solver.misreadings();
    let mut given_up = 0;
    for misreading in all {
        match answers(Some(misreading)) {
            Some(answers) if answers.iter().any(|answer| is_same(answer, written)) => {
                found.misreadings.push(misreading.into());
            }
            Some(_) => {}
            None => given_up += 1,
        }
    }
    if given_up > 0 {
        let count = all.len();
        let text = format!(
            "{given_up} of {count} known misreadings were not tried: they would search more than \
             {MOST_NODES} nodes"
        );
        found.not_tried = Some(text);
    }
    found
}

/// A log as a program with a misreading writes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MisreadLog {
    /// The misreading's name.
    pub name: &'static str,
    /// What a program with it does.
    pub does: &'static str,
    /// What the rules say instead.
    pub rule: &'static str,
    /// The whole log.
    pub text: String,
}

/// The log that a question asks for beside its answer, if it does, and what each misreading makes of
/// it. Those that leave it right, or only break it off, are left out: there is no line then of which
/// one can say that it is wrong.
pub fn misread_logs(question: &Question) -> (Option<&str>, Vec<MisreadLog>) {
    let answer = question.game().about().answer_file;
    let log = question.right().and_then(|right| right.iter().find(|(name, _)| *name != answer));
    let Some((file, right)) = log else { return (None, Vec::new()) };
    let solver = question.solver();
    let log = |misreading: &Misreading| {
        let answers = solver.answers(question.input(), Some(misreading), MOST_NODES)?;
        let text = answers.first()?.get(file)?;
        let difference = Difference::find(file, right, text)?;
        let Misreading { name, does, rule } = *misreading;
        let has_place = difference.expected.is_some() && difference.found.is_some();
        has_place.then(|| MisreadLog { name, does, rule, text: text.clone() })
    };
    (Some(file), solver.misreadings().iter().filter_map(log).collect())
}

/// Whether these files were written, but for what cannot be seen and for running times.
fn is_same(answer: &AnswerFiles, written: &OutputFiles) -> bool {
    let mut compared = 0;
    for (name, bytes) in written {
        let Some(text) = answer.get(name) else { continue };
        let found = String::from_utf8_lossy(bytes);
        let text = with_own_infinity(text, &found);
        if Difference::find(name, &tidy(&text), &tidy(&found)).is_some() {
            return false;
        }
        compared += 1;
    }
    compared > 0
}
