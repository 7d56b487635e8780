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
//! One move a line; behind `#` is the CPU time of its turn. `winner` is `first`, `second`, `nobody` or,
//! of a game that is not over, `unknown`. What is known of programs stands before the start. A file may
//! hold many records, one after the other.

use std::fmt;

use plyglot_core::text::{Span, TextError};
use plyglot_core::{Outcome, Side};

use super::play;
use crate::any::Games;
use crate::notation::ScoreSheet;

const HEAD: &str = "plyglot record 1";
const WINNERS: [(&str, Option<Outcome>); 4] = [
    ("first", Some(Outcome::Win(Side::First))),
    ("second", Some(Outcome::Win(Side::Second))),
    ("nobody", Some(Outcome::Draw)),
    ("unknown", None),
];
/// How a game ended of which nobody says it.
const NO_ENDING: &str = "not said";

/// What a record says. Written, it is ended by a newline.
#[derive(Clone, Debug)]
pub struct TextRecord<'r> {
    /// Which game, by its name.
    pub game: &'r str,
    /// Who played, the first side first.
    pub players: &'r [String; 2],
    /// Who won, if that is known.
    pub outcome: Option<Outcome>,
    /// How it ended, in words.
    pub ending: Option<&'r str>,
    /// What else is known, a line each.
    pub notes: Vec<String>,
    /// The position before the first move.
    pub start: &'r str,
    /// The moves that nobody chose.
    pub opening: &'r [String],
    /// The moves that were chosen; what stands behind `#` is for people.
    pub moves: Vec<String>,
}

impl fmt::Display for TextRecord<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.players.each_ref().map(|name| one_line(name));
        let winner = WINNERS.iter().find(|(_, outcome)| *outcome == self.outcome);
        let winner = winner.map_or("unknown", |(word, _)| word);
        let ending = one_line(self.ending.unwrap_or(NO_ENDING));
        writeln!(f, "{HEAD}\ngame {}\nfirst {first}\nsecond {second}", self.game)?;
        writeln!(f, "winner {winner}\nending {ending}")?;
        for note in &self.notes {
            writeln!(f, "{}", one_line(note))?;
        }
        writeln!(f, "start\n{}\nopening", self.start.trim_end())?;
        for mv in self.opening {
            writeln!(f, "{mv}")?;
        }
        writeln!(f, "moves")?;
        self.moves.iter().try_for_each(|mv| writeln!(f, "{mv}"))
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a text begins as records do.
pub(super) fn recognises(text: &str) -> bool {
    text.trim_start().starts_with("plyglot record")
}

/// The record of a game, ended by a newline.
pub fn write(score: &ScoreSheet) -> String {
    let record = TextRecord {
        game: score.line.about().name,
        players: &score.players,
        outcome: score.outcome,
        ending: score.ending.as_deref(),
        notes: Vec::new(),
        start: &score.line.position_at(0),
        opening: &[],
        moves: score.line.moves(),
    };
    record.to_string()
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
        Ok(Span { text: value, line: line.line, column: line.column + name.len() }.trimmed())
    };
    let name = field(0, "game")?;
    let game = games.find(name.text).map_err(|error| name.error(error.message))?;
    let players = [field(1, "first")?.text.to_owned(), field(2, "second")?.text.to_owned()];
    let outcome = field(3, "winner")?.one_of(&WINNERS)?;
    let ending = field(4, "ending")?.text;

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
        play(&mut *line, Span { text, ..*span }.trimmed())?;
    }
    let ending = (ending != NO_ENDING).then(|| ending.to_owned());
    Ok(ScoreSheet { players, line, outcome, ending })
}
