use std::io::{self, Read};

use plyglot_core::text::TextError;

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
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(TextError::new(1, 1, "the text is UTF-16: save it as UTF-8").into());
    }
    match String::from_utf8(bytes) {
        Ok(text) if too_large => {
            let message =
                format!("larger than {LARGEST_INPUT} bytes, as no input of these games is");
            Err(TextError::at_byte(&text, text.len(), &message).into())
        }
        Ok(text) => Ok(text),
        Err(error) => {
            let good = error.utf8_error().valid_up_to();
            let bytes = error.as_bytes();
            let before = String::from_utf8_lossy(&bytes[..good]);
            let message = format!("not text: byte 0x{:02x} is not UTF-8", bytes[good]);
            Err(TextError::at_byte(&before, before.len(), &message).into())
        }
    }
}
