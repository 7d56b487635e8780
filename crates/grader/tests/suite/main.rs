//! Cases, misreadings, explanations and reports. Grading itself is tested with the program, which it
//! needs as a warden: in `crates/cli`.

// With `--nocapture` the tests tell what they skipped.
#![allow(clippy::print_stderr)]

mod cases;
mod explain;
mod plain;
mod reports;
