//! The text record of a game, for all games: lines for people, which read back and are checked.
//!
//! ```text
//! plyglot record 1
//! game mancala
//! first strong
//! second my-agent
//! winner first
//! ending 1 wins by 12: a row is empty
//! second-program sha256 0f3a… run by /usr/bin/python3 (Python 3.12.3) in L0 L1 L2 L3 (…, exact clock)
//! start
//! (the position, as many lines as it has)
//! opening
//! B3
//! moves
//! A2 # 0.012 s
//! ```
//! One move a line; behind `#` is the CPU time of its turn. `winner` is `first`, `second` or
//! `nobody`. What is known of programs stands before the start. A file may hold many records, one after
//! the other.

use std::fmt::Write;

use plyglot_core::text::{Span, TextError};
use plyglot_core::{Outcome, Side};
use plyglot_kit::any::{Games, MoveError};
use plyglot_kit::notation::ScoreSheet;
use plyglot_sandbox::Layers;

use super::{GameRecord, ProgramRecord};

const HEAD: &str = "plyglot record 1";
const WINNERS: [(&str, Outcome); 3] = [
    ("first", Outcome::Win(Side::First)),
    ("second", Outcome::Win(Side::Second)),
    ("nobody", Outcome::Draw),
];

/// The record of a game, ended by a newline.
pub fn write(record: &GameRecord) -> String {
    let [first, second] = record.players.each_ref().map(|name| one_line(name));
    let winner = WINNERS.iter().find(|(_, outcome)| *outcome == record.ending.result.outcome);
    let winner = winner.map_or("nobody", |(word, _)| word);
    let mut text = format!(
        "{HEAD}\ngame {}\nfirst {first}\nsecond {second}\nwinner {winner}\nending {}\n",
        record.game,
        one_line(&record.ending.sentence),
    );
    let programs = record.programs.iter().zip(record.layers);
    for (side, (program, layers)) in ["first", "second"].into_iter().zip(programs) {
        if let Some(program) = program {
            // Writing into a string cannot fail.
            _ = writeln!(text, "{side}-program {}", one_line(&in_words(program, layers)));
        }
    }
    _ = write!(text, "start\n{}\nopening\n", record.start.trim_end());
    for mv in &record.opening {
        _ = writeln!(text, "{mv}");
    }
    text.push_str("moves\n");
    for turn in &record.turns {
        for (index, mv) in turn.moves.iter().enumerate() {
            _ = match index {
                0 => writeln!(text, "{mv} # {:.3} s", turn.cpu.as_secs_f64()),
                _ => writeln!(text, "{mv}"),
            };
        }
    }
    text
}

fn in_words(program: &ProgramRecord, layers: Option<Layers>) -> String {
    let digest = program.digest.as_ref().map(|digest| format!("sha256 {digest}"));
    let interpreter = program.interpreter.as_ref().map(|it| format!("run by {it}"));
    let refused = program.refused.iter().map(|path| format!("may not read {path}"));
    // Also whether its clock was exact.
    let layers = layers.map(|layers| format!("in {layers}"));
    let parts = digest.into_iter().chain(interpreter).chain(refused).chain(layers);
    parts.collect::<Vec<_>>().join(" ")
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Reads all records of a file and plays them through.
///
/// # Errors
/// At the first place that is not as it should be, or move that the rules do not allow.
pub fn read(text: &str, games: Games) -> Result<Vec<ScoreSheet>, TextError> {
    let lines: Vec<Span<'_>> = (1..)
        .zip(text.lines())
        .map(|(line, text)| Span { text, line, column: 1 }.trimmed())
        .filter(|span| !span.text.is_empty())
        .collect();
    let Some(first) = lines.first() else {
        return Err(TextError::new(1, 1, format!("expected {HEAD}, found nothing")));
    };
    if first.text != HEAD {
        return Err(first.expected(HEAD));
    }
    let records = lines.split(|line| line.text == HEAD).skip(1);
    records.map(|lines| read_one(lines, first.line, games)).collect()
}

fn read_one(lines: &[Span<'_>], head: usize, games: Games) -> Result<ScoreSheet, TextError> {
    let last = lines.last().map_or(head, |span| span.line);
    let ends = |what: &str| TextError::new(last + 1, 1, format!("expected {what}, found the end"));
    let field = |index: usize, name: &str| {
        let line = lines.get(index).ok_or_else(|| ends(name))?;
        let value = line.text.strip_prefix(name).filter(|value| value.starts_with(' '));
        let value = value.ok_or_else(|| line.expected(name))?;
        Ok(Span { text: value, line: line.line, column: name.len() + 1 }.trimmed())
    };
    let name = field(0, "game")?;
    let game = games.find(name.text).map_err(|error| name.error(error.message))?;
    let players = [field(1, "first")?.text.to_owned(), field(2, "second")?.text.to_owned()];
    let outcome = field(3, "winner")?.one_of(&WINNERS)?;
    let ending = field(4, "ending")?.text.to_owned();

    let part = |word: &str, from: usize| {
        let found = lines.iter().skip(from).position(|line| line.text == word);
        found.map(|index| from + index).ok_or_else(|| ends(word))
    };
    let start = part("start", 5)?;
    let opening = part("opening", start)?;
    let moves = part("moves", opening)?;
    let board: String =
        lines[start + 1..opening].iter().map(|line| line.text.to_owned() + "\n").collect();
    let mut line = game.read_position(&board).map_err(|error| {
        let line = lines[start].line + error.line;
        TextError::new(line, error.column, error.message)
    })?;
    for span in lines[opening + 1..moves].iter().chain(&lines[moves + 1..]) {
        let text = span.text.split('#').next().unwrap_or_default();
        let mv = Span { text, ..*span }.trimmed();
        line.play(mv.text).map_err(|error| match error {
            MoveError::Malformed(error) => mv.error_at(error.column - 1, error.message),
            MoveError::Illegal(error) => mv.error(error.to_string()),
        })?;
    }
    Ok(ScoreSheet { players, line, outcome: Some(outcome), ending: Some(ending) })
}
