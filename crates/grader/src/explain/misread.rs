use plyglot_games::GameId;
use serde::{Deserialize, Serialize};

use crate::judge::{Question, Written, tidy};
use crate::plain::{Answer, Misreading, USUAL_NODES, answers};

/// A misreading by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    /// Its name.
    pub name: String,
    /// What a program with it does.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub does: String,
    /// What the rules say instead.
    pub rule: String,
}

/// What came of trying all misreadings.
pub struct Found {
    pub misreadings: Vec<Named>,
    pub not_tried: Option<String>,
}

/// The misreadings that give exactly what was written.
pub fn find(question: &Question, written: &Written) -> Found {
    let game = question.game();
    let mut found = Found { misreadings: Vec::new(), not_tried: None };
    if question.right().is_none() && game != GameId::Checkers {
        let text = "known misreadings are not tried in a competition: any legal turn is right";
        found.not_tried = Some(text.to_owned());
        return found;
    }
    let all = Misreading::all(game);
    let mut given_up = 0;
    for &misreading in &all {
        match answers(question.input(), game, Some(misreading), USUAL_NODES) {
            Some(answers) if answers.iter().any(|answer| is_same(answer, written)) => {
                let about = misreading.about();
                let [name, does, rule] = [about.name, about.does, about.rule].map(str::to_owned);
                found.misreadings.push(Named { name, does, rule });
            }
            Some(_) => {}
            None => given_up += 1,
        }
    }
    if given_up > 0 {
        let count = all.len();
        let text = format!(
            "{given_up} of {count} known misreadings were not tried: they would search more than \
             {USUAL_NODES} nodes"
        );
        found.not_tried = Some(text);
    }
    found
}

/// Whether these files were written, but for what cannot be seen and for running times.
fn is_same(answer: &Answer, written: &Written) -> bool {
    let mut compared = 0;
    for (name, bytes) in written {
        let Some(text) = answer.get(name) else { continue };
        let found = String::from_utf8_lossy(bytes);
        if crate::judge::Difference::find(name, &tidy(text), &tidy(&found)).is_some() {
            return false;
        }
        compared += 1;
    }
    compared > 0
}
