//! Program against answers: programs are run on cases, and the results are written down, for any
//! game.
//!
//! [`grade`] runs submissions in the sandbox and compares what they wrote with the right answers of
//! [`plyglot_answers`]; [`cluster`] has that done on other machines; [`report`] writes grades, pages and files for course systems.

pub mod cluster;
pub mod grade;
pub mod report;

mod hash;
mod store;
