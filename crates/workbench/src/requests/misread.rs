use serde::{Deserialize, Serialize};

use plyglot_answers::explain::{MisreadLog, misread_logs};

use super::explain::question;
use crate::request::Asked;
use crate::{Answer, Failure, Reply, Workbench};

/// An input whose log is to be misread.
#[derive(Deserialize)]
struct MisreadRequest {
    input: String,
}

/// What programs with a misreading write.
#[derive(Serialize)]
struct Misread<'q> {
    game: &'static str,
    /// The name of the log; none where the input asks for none.
    log: Option<&'q str>,
    /// Those that make the log another one.
    misreadings: Vec<MisreadLog>,
}

pub fn answer(workbench: &Workbench, asked: &Asked<'_>) -> Result<Reply, Failure> {
    let MisreadRequest { input } = asked.json()?;
    let (game, task) = workbench.task(&input, None)?;
    let limits = workbench.limits;
    Ok(Reply::Search(Box::new(move |stop| {
        let question = match question(&input, game, task, None, &limits, stop) {
            Ok(question) => question,
            Err(failure) => return failure.into(),
        };
        let (log, misreadings) = misread_logs(&question).unzip();
        let misreadings = misreadings.unwrap_or_default();
        Answer::json(&Misread { game: game.name(), log, misreadings })
    })))
}
