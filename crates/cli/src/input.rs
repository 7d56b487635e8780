//! Reading what a command is given.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::Result;

use plyglot_core::text::TextError;
use plyglot_kit::{InputError, read_text};

use crate::failure;

/// Reads a file, or standard input for `-`, and parses it; every error names the file.
pub fn read<T>(path: &Path, parse: impl FnOnce(&str) -> Result<T, TextError>) -> Result<T> {
    let source: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(path).map_err(|error| failure::in_file(path, &error))?)
    };
    let text = read_text(source).map_err(|error| match error {
        InputError::Io(error) => failure::in_file(path, &error),
        InputError::Text(error) => failure::in_text(path, &error),
    })?;
    parse(&text).map_err(|error| failure::in_text(path, &error))
}
