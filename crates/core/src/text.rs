//! Reading text line by line, with an error that says where.

use std::fmt::Display;
use std::ops::RangeInclusive;

pub use crate::decimal::decimal;
use crate::{Game, Side};

/// Something in a text that is not as it should be, and its place. Lines and columns count from 1;
/// a column counts characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct TextError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong, in words.
    pub message: String,
}

impl TextError {
    /// An error at a place.
    pub fn new(line: usize, column: usize, message: impl Into<String>) -> TextError {
        TextError { line, column, message: message.into() }
    }

    /// An error at a byte of a text. Other people's messages may have several lines; ours have one.
    pub fn at_byte(text: &str, byte: usize, message: &str) -> TextError {
        let before = text.get(..byte).unwrap_or(text);
        let last = before.rsplit('\n').next().unwrap_or_default();
        TextError::new(
            before.matches('\n').count() + 1,
            last.chars().count() + 1,
            message.replace('\n', " "),
        )
    }
}

/// A piece of one line that knows its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span<'t> {
    /// The text itself.
    pub text: &'t str,
    /// Its line, from 1.
    pub line: usize,
    /// The column of its first character, from 1.
    pub column: usize,
}

impl<'t> Span<'t> {
    /// An error at the start of this piece.
    pub fn error(&self, message: impl Into<String>) -> TextError {
        TextError::new(self.line, self.column, message)
    }

    /// An error at the `index`-th character of this piece, counted from 0.
    pub fn error_at(&self, index: usize, message: impl Into<String>) -> TextError {
        TextError::new(self.line, self.column + index, message)
    }

    /// `expected WHAT, found "..."` at the start of this piece.
    pub fn expected(&self, what: impl Display) -> TextError {
        self.error(format!("expected {what}, found {}", quote(self.text)))
    }

    /// One of several words.
    ///
    /// # Errors
    /// If the text is none of them; the message lists them.
    pub fn one_of<T: Copy>(&self, words: &[(&str, T)]) -> Result<T, TextError> {
        words.iter().find(|(word, _)| *word == self.text).map(|&(_, meaning)| meaning).ok_or_else(
            || {
                let names: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
                self.expected(list(&names))
            },
        )
    }

    /// The name of a side, as the game `G` writes it.
    ///
    /// # Errors
    /// If the text is neither side's name.
    pub fn side<G: Game>(&self) -> Result<Side, TextError> {
        self.one_of(&[Side::First, Side::Second].map(|side| (G::side_name(side), side)))
    }

    /// A whole number within `range`.
    ///
    /// # Errors
    /// If the text is not a whole number or lies outside; the message names `what`.
    pub fn integer(&self, what: &str, range: RangeInclusive<i64>) -> Result<i64, TextError> {
        let digits = self.text.strip_prefix(['-', '+']).unwrap_or(self.text);
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(self.expected(format_args!("{what} (a whole number)")));
        }
        // Digits only: if it does not parse, it is too large for 64 bits, and so out of range.
        match self.text.parse::<i64>() {
            Ok(number) if range.contains(&number) => Ok(number),
            _ => {
                Err(self.expected(format_args!("{what} from {} to {}", range.start(), range.end())))
            }
        }
    }

    /// A positive number of seconds, such as `300`, `0.01` or `3.92e-14`.
    ///
    /// # Errors
    /// If the text is not a number, not finite, or not above 0.
    pub fn seconds(&self, what: &str) -> Result<f64, TextError> {
        // `parse` would also take "inf" and "nan".
        let is_numeric = self.text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
        match decimal(self.text) {
            Some(number) if is_numeric && number.is_finite() && number > 0.0 => Ok(number),
            Some(number) if is_numeric && number.is_finite() => {
                Err(self.error(format!("{what} must be above 0, found {}", quote(self.text))))
            }
            _ => Err(self.expected(format_args!("{what} (a number of seconds)"))),
        }
    }

    /// The words of this piece: what blanks separate.
    pub fn words(self) -> impl Iterator<Item = Span<'t>> {
        self.split_by(is_blank).filter(|word| !word.text.is_empty())
    }

    /// The cells of this piece: what `separator` separates, blanks around each removed.
    pub fn cells(self, separator: char) -> impl Iterator<Item = Span<'t>> {
        self.split_by(move |c| c == separator).map(Span::trimmed)
    }

    fn split_by(self, is_separator: impl Fn(char) -> bool) -> impl Iterator<Item = Span<'t>> {
        let mut column = self.column;
        self.text.split(is_separator).map(move |text| {
            let span = Span { text, line: self.line, column };
            column += text.chars().count() + 1;
            span
        })
    }

    /// Without the blanks around it.
    pub fn trimmed(self) -> Span<'t> {
        let start = self.text.trim_start_matches(is_blank);
        // A blank is one byte.
        let blanks = self.text.len() - start.len();
        let text = start.trim_end_matches(is_blank);
        Span { text, line: self.line, column: self.column + blanks }
    }

    /// That all blanks in it are spaces and tabs: others look the same, and are not.
    fn has_usual_blanks(&self) -> Result<(), TextError> {
        let is_odd = |c: char| c.is_whitespace() && !matches!(c, ' ' | '\t');
        match self.text.chars().enumerate().find(|&(_, c)| is_odd(c)) {
            None => Ok(()),
            Some((index, c)) => {
                let message = format!("expected a space or a tab, found {}", blank_name(c));
                Err(self.error_at(index, message))
            }
        }
    }

    /// Exactly `count` spans out of `parts`.
    ///
    /// # Errors
    /// If there are more or fewer: `expected 8 cells, found 7`.
    pub fn exactly(
        &self,
        count: usize,
        noun: &str,
        parts: impl Iterator<Item = Span<'t>>,
    ) -> Result<Vec<Span<'t>>, TextError> {
        // One more than wanted is kept, so that a line of a million cells costs no memory.
        let mut found = 0;
        let mut kept = Vec::with_capacity(count);
        let mut place = None;
        for part in parts {
            found += 1;
            match found.cmp(&(count + 1)) {
                std::cmp::Ordering::Less => kept.push(part),
                std::cmp::Ordering::Equal => place = Some(part),
                std::cmp::Ordering::Greater => {}
            }
        }
        if found == count {
            return Ok(kept);
        }
        let message = format!("expected {count} {noun}, found {found}");
        Err(match place {
            Some(first_too_many) => first_too_many.error(message),
            None => self.error_at(self.text.chars().count(), message),
        })
    }

    /// What exactly `count` symbols mean, one character each.
    ///
    /// # Errors
    /// If there are more or fewer, or at the first that is not `known`; the message lists those.
    pub fn symbols<T: Copy>(&self, count: usize, known: &[(char, T)]) -> Result<Vec<T>, TextError> {
        let found = self.text.chars().count();
        if found != count {
            let message = format!("expected {count} symbols, found {found}");
            return Err(self.error_at(found.min(count), message));
        }
        let meaning = |(index, symbol): (usize, char)| {
            known.iter().find(|known| known.0 == symbol).map(|known| known.1).ok_or_else(|| {
                let names: Vec<String> = known.iter().map(|known| known.0.to_string()).collect();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let found = quote(&symbol.to_string());
                self.error_at(index, format!("expected {}, found {found}", list(&names)))
            })
        };
        self.text.chars().enumerate().map(meaning).collect()
    }
}

/// Hands out the lines of a text one by one. A byte order mark at the start, CR before LF, and
/// blanks around a line are passed over; so are empty lines at the end. Blanks are spaces and tabs.
#[derive(Clone, Debug)]
pub struct Lines<'t> {
    rest: std::iter::Enumerate<std::str::Lines<'t>>,
    /// Where the text ends, for "the file ends here".
    last: usize,
}

impl<'t> Lines<'t> {
    /// The lines of `text`.
    pub fn new(text: &'t str) -> Lines<'t> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Lines { rest: text.lines().enumerate(), last: text.lines().count() }
    }

    /// The next line.
    ///
    /// # Errors
    /// If there is none, or if it is empty; the message says that `what` was expected. At a blank
    /// that is neither a space nor a tab.
    pub fn next(&mut self, what: &str) -> Result<Span<'t>, TextError> {
        let span = self.any(what)?.trimmed();
        if span.text.is_empty() {
            let message = format!("expected {what}, found an empty line");
            return Err(TextError::new(span.line, 1, message));
        }
        span.has_usual_blanks()?;
        Ok(span)
    }

    /// The next line as it stands, whatever it says.
    ///
    /// # Errors
    /// If there is none; the message says that `what` was expected.
    pub fn any(&mut self, what: &str) -> Result<Span<'t>, TextError> {
        match self.rest.next() {
            Some((index, text)) => Ok(Span { text, line: index + 1, column: 1 }),
            None => {
                let message = format!("expected {what}, found the end");
                Err(TextError::new(self.last + 1, 1, message))
            }
        }
    }

    /// All lines that are left as one text, and how many lines came before it.
    pub fn rest(self) -> (String, usize) {
        let mut lines = self.rest.peekable();
        let before = lines.peek().map_or(self.last, |&(index, _)| index);
        (lines.map(|(_, text)| format!("{text}\n")).collect(), before)
    }

    /// That nothing but blanks follows.
    ///
    /// # Errors
    /// At the first thing that does.
    pub fn end(mut self) -> Result<(), TextError> {
        match self.rest.find(|(_, text)| !text.chars().all(is_blank)) {
            None => Ok(()),
            Some((index, text)) => {
                let span = Span { text, line: index + 1, column: 1 }.trimmed();
                Err(span.expected("nothing more"))
            }
        }
    }
}

/// A whole text of one line, such as a move.
pub fn whole(text: &str) -> Span<'_> {
    Span { text, line: 1, column: 1 }
}

/// What is passed over around words and lines. CR is left at the end of a line without LF.
fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r')
}

/// `a no-break space (U+00A0)`.
fn blank_name(blank: char) -> String {
    let name = match blank {
        '\u{a0}' => "a no-break space",
        '\u{b}' => "a vertical tab",
        '\u{c}' => "a form feed",
        '\r' => "a carriage return",
        _ => "another blank",
    };
    format!("{name} (U+{:04X})", u32::from(blank))
}

/// `text` in quotation marks, shortened and with control characters made visible.
pub fn quote(text: &str) -> String {
    const LONGEST: usize = 24;
    let mut shown: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    format!("\"{shown}\"")
}

/// `A, B or C`.
fn list(words: &[&str]) -> String {
    match words {
        [] => "nothing".to_owned(),
        [one] => (*one).to_owned(),
        [head @ .., last] => format!("{} or {last}", head.join(", ")),
    }
}
