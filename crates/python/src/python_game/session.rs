//! What one call from Python is about, and what went wrong in it.

use std::cell::RefCell;

use pyo3::prelude::*;

use super::{Class, PythonGame};

struct Session {
    class: &'static Class,
    /// The first exception.
    failure: Option<PyErr>,
    /// Whether positions remember what the class said of them.
    remembers: bool,
    /// How many more of them may.
    room: usize,
    /// The position that was read last, and its text.
    last_read: Option<(String, PythonGame)>,
}

/// The most positions that remember, which takes about a kilobyte each.
const ROOM: usize = 100_000;

thread_local! {
    /// The sessions of this thread, the innermost last: a class may itself search another game.
    static SESSIONS: RefCell<Vec<Session>> = const { RefCell::new(Vec::new()) };
}

/// Ends the innermost session, however it is left.
struct Ending;

impl Drop for Ending {
    fn drop(&mut self) {
        // To let go of positions may run Python code, so it is taken off the list first.
        let ended = SESSIONS.with_borrow_mut(Vec::pop);
        drop(ended);
    }
}

/// What a class is asked in a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionKind {
    /// Everything when it is needed.
    Once,
    /// Everything once below the position that was read last, which is searched over and over.
    Remembering,
}

/// Does some work in which the game is that class.
///
/// # Errors
/// The first exception that Python code raised meanwhile: what the work came to is worth nothing then.
pub fn session<T>(
    class: &'static Class,
    kind: SessionKind,
    work: impl FnOnce() -> T,
) -> PyResult<T> {
    let remembers = kind == SessionKind::Remembering;
    let session = Session { class, failure: None, remembers, room: ROOM, last_read: None };
    SESSIONS.with_borrow_mut(|all| all.push(session));
    let _ending = Ending;
    let done = work();
    let failure = innermost(|session| session.failure.take());
    failure.flatten().map_or(Ok(done), Err)
}

/// Whether this thread is in a session, and so is the one that must ask.
pub fn is_asked() -> bool {
    innermost(|_| ()).is_some()
}

/// The class that the session is about.
pub(super) fn class() -> Option<&'static Class> {
    innermost(|session| session.class)
}

/// Whether something has failed, so that nothing more is asked.
pub(super) fn has_failed() -> bool {
    innermost(|session| session.failure.is_some()).unwrap_or(true)
}

/// Keeps the first exception.
pub(super) fn fail(error: PyErr) {
    innermost(|session| _ = session.failure.get_or_insert(error));
}

/// Whether one more position may remember.
pub(super) fn takes_room() -> bool {
    let takes = innermost(|session| {
        let takes = session.remembers && session.room > 0;
        session.room -= usize::from(takes);
        takes
    });
    takes.unwrap_or(false)
}

/// The position that was read last, if that was its text.
pub(super) fn read_before(text: &str) -> Option<PythonGame> {
    innermost(|session| {
        let (known, position) = session.last_read.as_ref()?;
        (known == text).then(|| position.clone())
    })?
}

/// Keeps the position that was read last in place of the one before, which makes room.
pub(super) fn keep_read(text: &str, position: &PythonGame) {
    let before = innermost(|session| {
        session.room = ROOM;
        let read = (text.to_owned(), position.clone());
        session.remembers.then(|| session.last_read.replace(read))
    });
    // To let go of it may run Python code, so the list is free again.
    drop(before);
}

/// The innermost session of this thread. No Python code runs meanwhile.
fn innermost<T>(look: impl FnOnce(&mut Session) -> T) -> Option<T> {
    SESSIONS.with_borrow_mut(|all| all.last_mut().map(look))
}
