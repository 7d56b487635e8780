use serde::Serialize;

use plyglot_answers::explain::{MisreadLog, misread_logs};

use super::explain::question;
use super::solve::{ReadInput, SolveRequest};
use crate::request::Asked;
use crate::{Answer, Failure, Reply, Workbench};

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
    let wanted: SolveRequest = asked.json()?;
    let ReadInput { game, task, edition } = wanted.read(workbench)?;
    let (input, limits) = (task.to_string(), workbench.limits);
    Ok(Reply::Search(Box::new(move |stop| {
        let question = match question(&input, game, task, edition, &limits, stop) {
            Ok(question) => question,
            Err(failure) => return failure.into(),
        };
        let (log, misreadings) = misread_logs(&question);
        Answer::json(&Misread { game: game.name(), log, misreadings })
    })))
}
