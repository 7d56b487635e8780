//! Moves alone: one a line, or several with a comma and a blank between, as `replay` prints them.

use plyglot_core::text::{Span, TextError};

use super::WrongMove;
use crate::any::{AnyLine, GameRef, MoveError};

/// The game that such moves make from the usual start; `None` if the text does not begin with a move
/// of the game.
pub fn read(text: &str, game: GameRef) -> Option<Result<Box<dyn AnyLine>, TextError>> {
    let mut line = game.start(&[], 0).ok()?;
    line.why_illegal(&line.respelled(moves(text).next()?.text))?;
    Some(play_all(&mut *line, text).map(|()| line).map_err(|wrong| wrong.place))
}

/// Plays all moves of a text.
pub fn play_all(line: &mut dyn AnyLine, text: &str) -> Result<(), WrongMove> {
    for (number, span) in (1..).zip(moves(text)) {
        let respelled = line.respelled(span.text);
        let usual =
            || line.legal().into_iter().find(|mv| line.usual(mv).as_deref() == Some(span.text));
        let meant = match line.why_illegal(&respelled) {
            Some(_) => Some(respelled),
            None => usual(),
        };
        let text = meant.as_deref().unwrap_or(span.text);
        let Err(error) = line.play(text) else { continue };
        let (place, reason) = match error {
            MoveError::Malformed(error) => {
                (span.error_at(error.column - 1, error.message.clone()), error.message)
            }
            MoveError::Illegal(error) => (span.error(error.to_string()), error.reason),
        };
        return Err(WrongMove { number, text: span.text.to_owned(), reason, place });
    }
    Ok(())
}

fn moves(text: &str) -> impl Iterator<Item = Span<'_>> {
    let lines = (1..).zip(text.lines()).map(|(line, text)| Span { text, line, column: 1 });
    let parts = lines.flat_map(|line| {
        line.text.split(", ").scan(line.column, move |column, text| {
            let part = Span { text, line: line.line, column: *column };
            *column += text.chars().count() + 2;
            Some(without_number(part.trimmed()))
        })
    });
    parts.filter(|part| !part.text.is_empty())
}

/// `12. A3` is a move and its number.
fn without_number(span: Span<'_>) -> Span<'_> {
    let digits = span.text.bytes().take_while(u8::is_ascii_digit).count();
    match span.text[digits..].strip_prefix('.') {
        Some(text) if digits > 0 => {
            Span { text, column: span.column + digits + 1, ..span }.trimmed()
        }
        _ => span,
    }
}
