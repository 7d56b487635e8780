use std::io;

use plyglot_search::textbook::Progress;
use thiserror::Error;

use crate::any::AnyTask;
use crate::{AtMost, InMemory, Options, Report};

/// Why a task was not solved.
#[derive(Debug, Error)]
pub enum Unsolved {
    /// The answer would be too large.
    #[error("its {file} would have more than {megabytes} MB")]
    TooLarge {
        /// The file that there was no room for.
        file: String,
        /// How much may be written.
        megabytes: u64,
    },
    /// The search was [given up](plyglot_search::textbook::Progress::is_given_up).
    #[error("its search takes too long")]
    GivenUp,
    /// What the input asks for cannot be done.
    #[error("{0}")]
    Impossible(io::Error),
}

/// Solves a task into memory, as long as its files have at most so many bytes together, and its search
/// is not given up.
///
/// # Errors
/// If it came to that, or if what the input asks for cannot be done.
pub fn solve_within(
    task: &dyn AnyTask,
    options: &Options<'_>,
    most_bytes: u64,
) -> Result<(Report, InMemory), Unsolved> {
    let mut files = InMemory::default();
    let mut watch = |_: &[u8]| {};
    let mut bounded = AtMost::new(most_bytes, &mut files, &mut watch);
    let solved = task.solve(options, &mut bounded);
    if let Some(file) = bounded.beyond() {
        return Err(Unsolved::TooLarge { file: file.to_owned(), megabytes: most_bytes >> 20 });
    }
    if options.progress.is_some_and(Progress::is_given_up) {
        return Err(Unsolved::GivenUp);
    }
    // To write into memory cannot fail otherwise.
    Ok((solved.map_err(Unsolved::Impossible)?, files))
}
