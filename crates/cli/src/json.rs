//! JSON on standard output, one value a line.

use std::io::{self, Write};

use serde::Serialize;

use plyglot_core::safe_text;

/// Writes a value. It may hold other people's texts, and somebody may look at it on a terminal.
pub fn write_line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    writeln!(out, "{}", safe_text::json(&serde_json::to_string(value)?))
}
