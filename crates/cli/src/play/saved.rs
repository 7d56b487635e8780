//! Games in files: a few lines about who plays, the start, and the moves, a line each.
//!
//! ```text
//! plyglot game 1
//! game mancala
//! first human
//! second club
//! seed 7
//! time 2
//! start
//! 1
//! 4 4 4 4 4 4
//! 4 4 4 4 4 4
//! 0
//! 0
//! moves
//! B4
//! B2
//! resign
//! ```

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use plyglot_core::text::{Lines, Span, TextError};
use plyglot_kit::any::{AnyLine, GameRef, Games, MoveError};
use plyglot_kit::{Files, Folder};

use super::setup::{Setup, SidePlayer, read_seconds};

/// The first line: what the file is, and how the rest is to be read.
const HEAD: &str = "plyglot game 1";
const START: &str = "start";
const MOVES: &str = "moves";
const RESIGN: &str = "resign";

/// A game as a file has it: the moves are not yet played.
pub struct Saved {
    pub game: GameRef,
    pub setup: Setup,
    pub start: Box<dyn AnyLine>,
    moves: Vec<WrittenLine>,
}

/// A line with its place.
struct WrittenLine {
    number: usize,
    text: String,
}

/// The whole file.
pub fn text(setup: &Setup, line: &dyn AnyLine) -> String {
    let Setup { seats: [first, second], seed, seconds } = setup;
    let mut text = format!(
        "{HEAD}\ngame {}\nfirst {first}\nsecond {second}\nseed {seed}\ntime {seconds}\n{START}\n",
        line.about().name
    );
    text += line.position_at(0).trim_end();
    _ = writeln!(text, "\n{MOVES}"); // writing to a string cannot fail
    for mv in line.moves() {
        _ = writeln!(text, "{mv}");
    }
    if line.resigned().is_some() {
        _ = writeln!(text, "{RESIGN}");
    }
    text
}

/// Writes the file whole: whenever the program is ended, the old one or the new one is there.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.ok_or(io::Error::from(io::ErrorKind::InvalidFilename))?;
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let mut folder = Folder::open(parent.unwrap_or(Path::new(".")), name)?;
    folder.create(name)?.write_all(text.as_bytes())?;
    folder.commit().map(drop)
}

/// Reads all but the moves, which [`Saved::replay`] does.
pub fn read(games: Games, text: &str) -> Result<Saved, TextError> {
    let mut lines = Lines::new(text);
    let head = lines.next(HEAD)?;
    if head.text != HEAD {
        return Err(head.expected(format_args!("{HEAD:?}")));
    }
    let game = field(&mut lines, "game")?;
    let known: Vec<(&str, GameRef)> = games.iter().map(|game| (game.name(), game)).collect();
    let game = game.one_of(&known)?;
    let first = seat(&mut lines, "first")?;
    let second = seat(&mut lines, "second")?;
    let seats = [first.1, second.1];
    if !seats.contains(&SidePlayer::Human) {
        return Err(second.0.error("nobody plays: one side at least must be human"));
    }
    let seed = field(&mut lines, "seed")?.integer("a seed", 0..=i64::MAX)? as u64;
    let seconds = read_seconds(field(&mut lines, "time")?)?;
    let line = lines.next(START)?;
    line.one_of(&[(START, ())])?;

    let (start, moves) = parts(text, line.line);
    let start = game
        .read_position(&start)
        .map_err(|error| TextError::new(error.line + line.line, error.column, error.message))?;
    let Some(moves) = moves else {
        let message = format!("expected {MOVES}, found the end");
        return Err(TextError::new(text.lines().count() + 1, 1, message));
    };
    Ok(Saved { game, setup: Setup { seats, seed, seconds }, start, moves })
}

/// What stands behind the line of that number: the start up to `moves`, and then those.
fn parts(text: &str, behind: usize) -> (String, Option<Vec<WrittenLine>>) {
    let mut rest = (1..).zip(text.lines()).skip(behind);
    let mut start = String::new();
    for (_, line) in rest.by_ref() {
        if line.trim() == MOVES {
            let lines = rest.map(|(number, text)| WrittenLine { number, text: text.to_owned() });
            return (start, Some(lines.collect()));
        }
        start += line;
        start.push('\n');
    }
    (start, None)
}

/// What follows the name of a field.
fn field<'t>(lines: &mut Lines<'t>, name: &str) -> Result<Span<'t>, TextError> {
    let line = lines.next(name)?;
    let value = line.text.strip_prefix(name).filter(|value| value.starts_with(' '));
    let value = value.ok_or_else(|| line.expected(name))?;
    Ok(Span { text: value, line: line.line, column: line.column + name.len() }.trimmed())
}

fn seat<'t>(lines: &mut Lines<'t>, name: &str) -> Result<(Span<'t>, SidePlayer), TextError> {
    let value = field(lines, name)?;
    let seat = value.text.parse().map_err(|error: TextError| value.error(error.message))?;
    Ok((value, seat))
}

impl Saved {
    /// Plays all moves, each checked by the rules.
    pub fn replay(&self) -> Result<Box<dyn AnyLine>, TextError> {
        let mut line = self.start.copied();
        for WrittenLine { number, text } in &self.moves {
            let span = Span { text, line: *number, column: 1 }.trimmed();
            if span.text.is_empty() {
                continue;
            }
            if let Some(ending) = line.ending() {
                return Err(span.error(format!("a move after the end: {}", ending.how)));
            }
            if span.text == RESIGN {
                line.resign();
                continue;
            }
            line.play(span.text).map_err(|error| match error {
                MoveError::Malformed(error) => {
                    TextError::new(span.line, span.column + error.column - 1, error.message)
                }
                illegal @ MoveError::Illegal(_) => span.error(illegal.to_string()),
            })?;
        }
        Ok(line)
    }
}
