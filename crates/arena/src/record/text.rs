//! The text record of a game, for all games: lines for people, which read back and are checked.
//!
//! ```text
//! plyglot record 1
//! game mancala
//! first strong
//! second my-agent
//! winner first
//! ending 1 wins by 12: a row is empty
//! start
//! (the position, as many lines as it has)
//! opening
//! B3
//! moves
//! A2 # 0.012 s
//! ```
//! One move a line; behind `#` is the CPU time of its turn. `winner` is `first`, `second` or
//! `nobody`. A file may hold many records, one after the other.

use std::fmt::Write;

use plyglot_core::Side;
use plyglot_core::text::{Span, TextError};
use plyglot_games::GameId;
use plyglot_games::{AnyPosition, with_position};

use super::score::spelled;
use super::{GameRecord, Score};

const HEAD: &str = "plyglot record 1";
const WINNERS: [(&str, Option<Side>); 3] =
    [("first", Some(Side::First)), ("second", Some(Side::Second)), ("nobody", None)];

/// The record of a game, ended by a newline.
pub fn write(record: &GameRecord) -> String {
    let [first, second] = record.players.each_ref().map(|name| one_line(name));
    let winner = WINNERS.iter().find(|(_, winner)| *winner == record.ending.winner);
    let winner = winner.map_or("nobody", |(word, _)| word);
    let mut text = format!(
        "{HEAD}\ngame {}\nfirst {first}\nsecond {second}\nwinner {winner}\nending {}\nstart\n{}",
        record.game,
        one_line(&record.ending.sentence),
        record.start.trim_end()
    );
    text.push_str("\nopening\n");
    for mv in &record.opening {
        // Writing into a string cannot fail.
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

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Reads all records of a file and plays them through.
///
/// # Errors
/// At the first place that is not as it should be, or move that the rules do not allow.
pub fn read(text: &str) -> Result<Vec<Score>, TextError> {
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
    records.map(|lines| read_one(lines, first.line)).collect()
}

fn read_one(lines: &[Span<'_>], head: usize) -> Result<Score, TextError> {
    let last = lines.last().map_or(head, |span| span.line);
    let ends = |what: &str| TextError::new(last + 1, 1, format!("expected {what}, found the end"));
    let field = |index: usize, name: &str| {
        let line = lines.get(index).ok_or_else(|| ends(name))?;
        let value = line.text.strip_prefix(name).filter(|value| value.starts_with(' '));
        let value = value.ok_or_else(|| line.expected(name))?;
        Ok(Span { text: value, line: line.line, column: name.len() + 1 }.trimmed())
    };
    let name = field(0, "game")?;
    let game: GameId = name.text.parse().map_err(|error: TextError| name.error(error.message))?;
    let players = [field(1, "first")?.text.to_owned(), field(2, "second")?.text.to_owned()];
    let winner = field(3, "winner")?.one_of(&WINNERS)?;
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
    let position = AnyPosition::of_text(&board, game).map_err(|error| {
        let line = lines[start].line + error.line;
        TextError::new(line, error.column, error.message)
    })?;
    let made: Vec<Span<'_>> = lines[opening + 1..moves]
        .iter()
        .chain(&lines[moves + 1..])
        .map(|line| {
            Span { text: line.text.split('#').next().unwrap_or_default(), ..*line }.trimmed()
        })
        .collect();
    let moves = with_position!(&position, start => spelled(start, &made)?);
    let ending = Some(ending);
    Ok(Score { game, players, start: position, moves, winner: Some(winner), ending })
}
