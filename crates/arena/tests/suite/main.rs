//! Hostile programs, honest clocks.

mod accounting;
mod answers;
mod hostile;
mod layers;
mod room;
