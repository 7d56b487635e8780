//! The arena with real programs.

mod contests;
