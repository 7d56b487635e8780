//! Failures of ours. They are nobody's loss: what they spoiled is done again.

use std::io;
use std::path::Path;

use plyglot_sandbox::RunError;

use super::GradeError;
use super::tree::TreeError;

/// How often something is tried that may fail by our own fault.
const TRIES: usize = 3;

/// Why nothing is known of a submission.
#[derive(Debug)]
pub enum Failure {
    /// It may go well the next time.
    Once(String),
    /// It concerns all submissions, now and later.
    Always(GradeError),
}

impl Failure {
    /// For what fails at a path of ours.
    pub fn at(path: &Path) -> impl Fn(io::Error) -> Failure {
        move |error| Failure::Once(format!("{}: {error}", path.display()))
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Failure {
        match error {
            RunError::Public { .. } | RunError::Closed { .. } | RunError::GivenUp => {
                Failure::Always(error.into())
            }
            // The command was there before the first run, so it is not simply missing.
            _ => Failure::Once(error.to_string()),
        }
    }
}

impl From<TreeError> for Failure {
    fn from(error: TreeError) -> Failure {
        Failure::Once(error.to_string())
    }
}

/// Does it, a few times if need be.
///
/// # Errors
/// The last failure; or one that will not pass, at once.
pub fn tried<T>(mut attempt: impl FnMut() -> Result<T, Failure>) -> Result<T, Failure> {
    for _ in 1..TRIES {
        match attempt() {
            Err(Failure::Once(_)) => {}
            result => return result,
        }
    }
    attempt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_that_passes_is_not_seen() {
        let mut count = 0;
        let mut fails = |times: usize| {
            count = 0;
            tried(|| {
                count += 1;
                if count > times { Ok(count) } else { Err(Failure::Once(count.to_string())) }
            })
        };
        assert!(matches!(fails(0), Ok(1)));
        assert!(matches!(fails(2), Ok(3)));
        assert!(matches!(fails(3), Err(Failure::Once(why)) if why == "3"));
        let stopped = tried(|| Err::<(), _>(Failure::Always(GradeError::Stopped)));
        assert!(matches!(stopped, Err(Failure::Always(_))));
    }
}
