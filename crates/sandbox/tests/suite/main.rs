//! Hostile programs, honest clocks.

// With `--nocapture` the tests tell what they measured and what they skipped.
#![allow(clippy::print_stderr)]

mod accounting;
mod answers;
mod attacks;
mod hostile;
mod layers;
mod leftovers;
mod room;
