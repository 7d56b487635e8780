//! Games as texts that other programs read and write.

use serde::{Deserialize, Serialize};

use plyglot_core::Outcome;
use plyglot_kit::any::AnyLine;
use plyglot_kit::notation::{PositionText, ScoreSheet};
use plyglot_kit::records;
use plyglot_search::textbook::Algorithm;

use super::PlayedGame;
use super::input::name;
use crate::request::Asked;
use crate::{Answer, Failure, Reply, Workbench};

/// A text that holds games, in whatever form.
#[derive(Deserialize)]
struct ReadRecordsRequest {
    /// The game, where the content should not decide.
    game: Option<String>,
    text: String,
}

/// What it holds.
#[derive(Serialize)]
struct Records {
    games: Vec<RecordedGame>,
    /// The search that an `input.txt` asks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<Wanted>,
}

#[derive(Serialize)]
struct RecordedGame {
    game: &'static str,
    start: String,
    moves: Vec<String>,
    players: [String; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<GameResult>,
}

#[derive(Serialize)]
struct GameResult {
    /// 0 or 1; none in a draw.
    winner: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    how: Option<String>,
}

#[derive(Serialize)]
struct Wanted {
    algorithm: &'static str,
    depth: u32,
}

pub fn read(workbench: &Workbench, asked: &Asked<'_>) -> Result<Reply, Failure> {
    let wanted: ReadRecordsRequest = asked.json()?;
    let game = wanted.game.as_deref().map(|name| workbench.game(name)).transpose()?;
    let found = records::read_any(&wanted.text, workbench.games, game)?;
    let most = workbench.limits.moves;
    if found.scores.iter().any(|score| score.line.plies() > most) {
        return Err(Failure::too_much(format!("more than {most} moves")));
    }
    let search =
        found.search.map(|(algorithm, depth)| Wanted { algorithm: name(algorithm), depth });
    let games = found.scores.into_iter().map(told).collect();
    Ok(Reply::Now(Answer::json(&Records { games, search })))
}

fn told(score: ScoreSheet) -> RecordedGame {
    let ScoreSheet { players, line, outcome, ending } = score;
    let result = outcome.map(|outcome| GameResult {
        winner: match outcome {
            Outcome::Win(side) => Some(side as usize),
            Outcome::Draw => None,
        },
        how: ending,
    });
    RecordedGame {
        game: line.about().name,
        start: line.position_at(0),
        moves: line.moves(),
        players,
        result,
    }
}

/// A game in all forms that it can be written in.
#[derive(Serialize)]
struct Formats {
    formats: Vec<Format>,
}

#[derive(Serialize)]
struct Format {
    name: &'static str,
    extension: &'static str,
    text: String,
}

pub fn write(workbench: &Workbench, asked: &Asked<'_>) -> Result<Reply, Failure> {
    let wanted: PlayedGame = asked.json()?;
    let line = wanted.line(workbench)?;
    let formats = formats(workbench, line)?;
    Ok(Reply::Now(Answer::json(&Formats { formats })))
}

fn formats(workbench: &Workbench, line: Box<dyn AnyLine>) -> Result<Vec<Format>, Failure> {
    let game = workbench.game(line.about().name)?;
    let score = ScoreSheet::new(line);
    let record = records::text::write(&score);
    let mut formats = vec![Format { name: "Record", extension: "txt", text: record }];
    if let Some(notation) = game.notation() {
        let (name, extension) = (notation.name(), notation.extension());
        let text = notation.write(&score, "", "");
        formats.extend(text.map(|text| Format { name, extension, text }));
        let position = notation.write_position(&*score.line);
        formats.extend(position.map(|PositionText { name, extension, text }| Format {
            name,
            extension,
            text: text + "\n",
        }));
    }
    // A game that is over has no input.
    if let Ok(task) = game.to_search(&*score.line, Algorithm::AlphaBeta, 4) {
        formats.push(Format { name: "input.txt", extension: "txt", text: task.to_string() });
    }
    Ok(formats)
}
