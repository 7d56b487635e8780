//! What games and grader share: answers and where they differ, why a line is wrong, and a plain
//! solver that can misread the rules.
//!
//! A game gives at most two things: an [`AnswerGuide`], which knows how its answers are written, and
//! a [`PlainSolver`], which has its rules once more. On the general form of files both have a
//! default, [`GeneralGuide`] and [`GeneralSolver`]: rules alone are enough.

mod difference;
mod general;
mod guide;
mod illegal;
mod infinity;
mod misreading;
pub mod search;
pub mod sketch;
mod solver;
mod step_log;
mod trace;
mod why;

use std::collections::BTreeMap;

pub use difference::{Difference, Unseen, shown, tidy, without_times};
pub use general::{GeneralGuide, GeneralSolver};
pub use guide::{AnswerGuide, Why, WrongLine};
pub use illegal::Illegal;
pub use infinity::with_own_infinity;
pub use misreading::Misreading;
pub use sketch::Sketch;
pub use solver::{PlainSolver, input_lines, output};
pub use step_log::{Entered, Leaf, StartValue, StepLog, step_name};
pub use trace::TraceNode;
use trace::{Trace, TraceEvent, TraceMoment};
pub use why::{best_play, compare_moves, count_nodes, worth};

/// An answer: its files by name, as text.
pub type AnswerFiles = BTreeMap<String, String>;
