//! The same answers as [`crate::textbook`], where nothing but the answer is asked for: without
//! walking the whole tree. Tests hold each against the plain search.

pub mod stake_raid;
pub mod star_circle;
