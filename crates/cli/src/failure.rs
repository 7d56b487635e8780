//! How an error is shown: one line, with its place.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use plyglot_core::safe_text::terminal_line;
use plyglot_core::text::TextError;

/// An error in a text, as `input.txt:5:3: expected 8 cells, found 7`.
pub fn in_text(path: &Path, error: &TextError) -> anyhow::Error {
    anyhow::anyhow!("{}:{error}", path.display())
}

/// An error about a whole file, as `input.txt: No such file or directory`.
pub fn in_file(path: &Path, error: &io::Error) -> anyhow::Error {
    at(path.display(), error)
}

/// An error about anything that has a name, as `127.0.0.1:80: Permission denied`.
pub fn at(name: impl Display, error: &io::Error) -> anyhow::Error {
    anyhow::anyhow!("{name}: {}", plain(error))
}

/// The error and its causes in one line.
pub fn line(error: &anyhow::Error) -> String {
    // It may quote other people's texts.
    terminal_line(&format!("{error:#}").replace('\n', " "))
}

/// Tells people something on standard error. Nothing can be done if that is closed.
pub fn say(text: &str) {
    _ = writeln!(anstream::stderr(), "{text}");
}

/// The result of printing, without the failure to reach a reader who has gone: whoever tells a verdict
/// by its exit code tells it even then.
pub fn even_unread(printed: anyhow::Result<()>) -> anyhow::Result<()> {
    printed.or_else(|error| if is_closed_pipe(&error) { Ok(()) } else { Err(error) })
}

/// Whether the reader of our standard output went away, as in `plyglot ... | head`: no failure.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let kind = match error.downcast_ref::<serde_json::Error>() {
        Some(error) => error.io_error_kind(),
        None => error.downcast_ref::<io::Error>().map(io::Error::kind),
    };
    kind == Some(io::ErrorKind::BrokenPipe)
}

/// The system's words without their number.
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}
