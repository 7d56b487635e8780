//! A grading on several machines: each submission is a unit of a store, built and run by one worker.
//!
//! A worker grades its submission as if it were the only one, and hands back the files that this leaves in
//! a folder of grades. The host puts them into its own. Then it grades the class as in one process: what
//! is known is not run again, so reports are made by the same code from the same results.

mod host;
mod job;
mod worker;

pub use host::have_graded;
pub use job::{GradeUnitError, GradeWork};
pub use worker::GradeWorker;
