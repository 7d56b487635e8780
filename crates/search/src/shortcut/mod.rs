//! The same answers as [`crate::textbook`], where nothing but the answer is asked for: without
//! walking the whole tree. Tests hold each against the plain search.

mod memo;

pub use memo::{Repeating, minimax};
