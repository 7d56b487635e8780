use std::io::{self, Read};

use plyglot_games::text::TextError;

/// No input of these games comes near this size: what is larger is refused before it fills memory.
pub const LARGEST_INPUT: usize = 1 << 20;

/// Why an input could not be read.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// The file could not be read at all.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file was read, but it is not text.
    #[error(transparent)]
    Text(#[from] TextError),
}

/// Reads a whole text, never more than [`LARGEST_INPUT`] of it.
///
/// # Errors
/// If reading fails, if there is more, or if it is not UTF-8.
pub fn read_text(from: impl Read) -> Result<String, InputError> {
    let mut bytes = Vec::new();
    from.take(LARGEST_INPUT as u64 + 1).read_to_end(&mut bytes)?;
    let too_large = bytes.len() > LARGEST_INPUT;
    match String::from_utf8(bytes) {
        Ok(text) if too_large => {
            let (line, column) = end_of(&text);
            let message =
                format!("larger than {LARGEST_INPUT} bytes, as no input of these games is");
            Err(TextError::new(line, column, message).into())
        }
        Ok(text) => Ok(text),
        Err(error) => {
            let good = error.utf8_error().valid_up_to();
            let bytes = error.as_bytes();
            let (line, column) = end_of(&String::from_utf8_lossy(&bytes[..good]));
            let message = format!("not text: byte 0x{:02x} is not UTF-8", bytes[good]);
            Err(TextError::new(line, column, message).into())
        }
    }
}

/// The line and column just behind `text`.
fn end_of(text: &str) -> (usize, usize) {
    let last = text.rsplit('\n').next().unwrap_or_default();
    (text.matches('\n').count() + 1, last.chars().count() + 1)
}
