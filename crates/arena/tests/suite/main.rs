//! The arena with real programs.

mod contests;
mod failures;
mod grants;
