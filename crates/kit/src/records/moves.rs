//! Moves alone: one a line, or several with a comma and a blank between, as `replay` prints them.

use plyglot_core::text::{Span, TextError};

use super::play;
use crate::any::{AnyLine, GameRef};

/// The game that such moves make from the usual start; `None` if the text does not begin with a move
/// of the game.
pub fn read(text: &str, game: GameRef) -> Option<Result<Box<dyn AnyLine>, TextError>> {
    let mut line = game.start(&[], 0).ok()?;
    let mut spans = moves(text).peekable();
    line.why_illegal(&line.respelled(spans.peek()?.text))?;
    let all = spans.try_for_each(|span| {
        let respelled = line.respelled(span.text);
        let is_meant = line.why_illegal(&respelled).is_some();
        play(&mut *line, if is_meant { Span { text: &respelled, ..span } } else { span })
    });
    Some(all.map(|()| line))
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
