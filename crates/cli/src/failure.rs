//! How an error is shown: one line, with its place.

use std::fmt::Display;
use std::io;
use std::path::Path;

use plyglot_core::text::TextError;
use plyglot_sandbox::safe_text::terminal_line;

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

/// Whether the reader of our standard output went away, as in `plyglot ... | head`: no failure.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io_error = error.downcast_ref::<io::Error>();
    io_error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// The system's words without their number.
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}
