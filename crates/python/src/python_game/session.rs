//! What one call from Python is about, and what went wrong in it.

use std::cell::RefCell;

use pyo3::prelude::*;

use super::Class;

struct Session {
    class: &'static Class,
    failure: Option<PyErr>,
}

thread_local! {
    /// The sessions of this thread, the innermost last: a class may itself search another game.
    static SESSIONS: RefCell<Vec<Session>> = const { RefCell::new(Vec::new()) };
}

/// Ends the innermost session, however it is left.
struct Ending;

impl Drop for Ending {
    fn drop(&mut self) {
        SESSIONS.with_borrow_mut(Vec::pop);
    }
}

/// Does some work in which the game is that class.
///
/// # Errors
/// The first exception that Python code raised meanwhile: what the work came to is worth nothing then.
pub fn session<T>(class: &'static Class, work: impl FnOnce() -> T) -> PyResult<T> {
    SESSIONS.with_borrow_mut(|all| all.push(Session { class, failure: None }));
    let _ending = Ending;
    let done = work();
    let failure = SESSIONS.with_borrow_mut(|all| all.last_mut()?.failure.take());
    failure.map_or(Ok(done), Err)
}

/// The class that the session is about.
pub(super) fn class() -> Option<&'static Class> {
    SESSIONS.with_borrow(|all| all.last().map(|session| session.class))
}

/// Whether something has failed, so that nothing more is asked.
pub(super) fn has_failed() -> bool {
    SESSIONS.with_borrow(|all| all.last().is_none_or(|session| session.failure.is_some()))
}

/// Keeps the first exception.
pub(super) fn fail(error: PyErr) {
    SESSIONS.with_borrow_mut(|all| {
        if let Some(session) = all.last_mut() {
            session.failure.get_or_insert(error);
        }
    });
}
